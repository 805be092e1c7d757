import rules from 'contract:CreateSubscriberListRequest'
import type { CreateSubscriberListRequest, SubscriberList } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { useCurrentProject } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { CheckField, SelectField } from '../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../ui/forms/form.js'
import { ConfirmationFields, confirmationOf, ListFields } from './list-fields.js'

const allRules = { ...rules, ...rules.confirmation?.properties }

/** Makes a subscriber list. */
export function AddList({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const { project, projects } = useCurrentProject()
  if (project === undefined) return null
  return (
    <Dialog title="Make a subscriber list" onClose={onClose}>
      <Form<SubscriberList>
        rules={allRules}
        initial={{ project_id: project.id, own_mail: false }}
        draft="subscriber-list"
        call={{ method: 'POST', path: '/v1/subscriber-lists', body: requestOf }}
        verb="Make it"
        needs="admin"
        onCancel={onClose}
        submit={(values) => client.subscriberLists.create(requestOf(values))}
        onDone={(made) => {
          queries.setQueryData(['subscriber-lists', made.id], made)
          void queries.invalidateQueries({ queryKey: ['subscriber-lists', 'list'] })
          route(pathTo(`lists/${made.id}`))
        }}
      >
        {({ own_mail: isOwn }) => (
          <>
            <ListFields />
            <SelectField
              name="project_id"
              label="Project"
              options={projects.map(({ id, name, environment }) => [id, `${name} (${environment})`])}
            />
            <CheckField
              name="own_mail"
              label="Write the mail that asks to confirm"
              hint="Otherwise it is a short one in English. It can be changed later."
            />
            {isOwn === true && <ConfirmationFields />}
          </>
        )}
      </Form>
    </Dialog>
  )
}

function requestOf(values: Values): CreateSubscriberListRequest {
  return {
    project_id: textOf(values.project_id),
    name: textOf(values.name),
    from_email: textOf(values.from_email).trim(),
    ...(values.from_name !== undefined && { from_name: textOf(values.from_name) }),
    ...(values.own_mail === true && { confirmation: confirmationOf(values) }),
  }
}
