import rules from 'contract:CreateInboundRouteRequest'
import type { CreateInboundRouteRequest } from 'postseal'
import { client } from '../../../api/client.js'
import { useCurrentProject } from '../../../api/project.js'
import { AddDialog } from '../../../ui/dialogs/add-dialog.js'
import { ProjectField, TextField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'
import { newRoute, RouteFields, RouteNameField, settingsOf } from './route-fields.js'

const stale = [['inbound-routes', 'list'], ['inbound-routes', 'all'], ['inbound']]

/**
 * Adds an inbound route.
 *
 * @param props.recipient initial address
 */
export function AddRoute({ recipient, onClose }: { recipient: string | undefined; onClose: () => void }) {
  const { project } = useCurrentProject()
  if (project === undefined) return null
  return (
    <AddDialog
      title="New inbound route"
      rules={rules}
      initial={{ ...newRoute, project_id: project.id, ...(recipient && { recipient }) }}
      {...(recipient === undefined && { draft: 'inbound-route' })}
      path="/v1/inbound/routes"
      requestOf={requestOf}
      create={(request) => client.inbound.createRoute(request)}
      verb="Create the route"
      kept="inbound-routes"
      stale={stale}
      screen="inbound/routes"
      onClose={onClose}
    >
      <TextField
        name="recipient"
        label="Address"
        mono
        placeholder="support@in.shop.example"
        hint="An address, support+*@in.shop.example for any text after the plus, or *@in.shop.example for the rest of the domain. Cannot be changed later. The domain or a parent domain must be verified, unless live mail goes to the sink."
      />
      <RouteNameField />
      <ProjectField hint="Replies are matched with this project’s messages. Cannot be changed later." />
      <RouteFields />
    </AddDialog>
  )
}

function requestOf(values: Values): CreateInboundRouteRequest {
  return {
    project_id: textOf(values.project_id),
    recipient: textOf(values.recipient).trim(),
    ...settingsOf(values),
  }
}
