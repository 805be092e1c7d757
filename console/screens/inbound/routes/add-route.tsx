import rules from 'contract:CreateInboundRouteRequest'
import type { CreateInboundRouteRequest, InboundRoute } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../../api/client.js'
import { useCurrentProject } from '../../../api/project.js'
import { queries } from '../../../api/queries.js'
import { pathTo } from '../../../state/location.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { SelectField, TextField } from '../../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../../ui/forms/form.js'
import { newRoute, RouteFields, RouteNameField, settingsOf } from './route-fields.js'

/**
 * Adds an inbound route.
 *
 * @param props.recipient the address that it is begun with
 */
export function AddRoute({ recipient, onClose }: { recipient: string | undefined; onClose: () => void }) {
  const { route } = useLocation()
  const { project, projects } = useCurrentProject()
  if (project === undefined) return null
  return (
    <Dialog title="Add an inbound route" onClose={onClose}>
      <Form<InboundRoute>
        rules={rules}
        initial={{ ...newRoute, project_id: project.id, ...(recipient && { recipient }) }}
        {...(recipient === undefined && { draft: 'inbound-route' })}
        call={{ method: 'POST', path: '/v1/inbound/routes', body: requestOf }}
        verb="Add the route"
        needs="admin"
        onCancel={onClose}
        submit={(values) => client.inbound.createRoute(requestOf(values))}
        onDone={(made) => {
          queries.setQueryData(['inbound-routes', made.id], made)
          void queries.invalidateQueries({ queryKey: ['inbound-routes', 'list'] })
          void queries.invalidateQueries({ queryKey: ['inbound-routes', 'all'] })
          void queries.invalidateQueries({ queryKey: ['inbound'] })
          route(pathTo(`inbound/routes/${made.id}`))
        }}
      >
        <TextField
          name="recipient"
          label="Takes mail for"
          mono
          placeholder="support@in.shop.example"
          hint="An address, support+*@in.shop.example for whatever follows the plus, or *@in.shop.example for the rest of the domain. It never changes. The domain, or one above it, has to be verified, unless live mail goes to the sink."
        />
        <RouteNameField />
        <SelectField
          name="project_id"
          label="Project"
          options={projects.map(({ id, name, environment }) => [id, `${name} (${environment})`])}
          hint="Whose messages its mail answers. It never changes."
        />
        <RouteFields />
      </Form>
    </Dialog>
  )
}

function requestOf(values: Values): CreateInboundRouteRequest {
  return {
    project_id: textOf(values.project_id),
    recipient: textOf(values.recipient).trim(),
    ...settingsOf(values),
  }
}
