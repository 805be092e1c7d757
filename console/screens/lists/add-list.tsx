import rules from 'contract:CreateSubscriberListRequest'
import type { CreateSubscriberListRequest, SubscriberList } from 'postseal'
import { client } from '../../api/client.js'
import { useCurrentProject } from '../../api/project.js'
import { AddDialog } from '../../ui/dialogs/add-dialog.js'
import { CheckField, ProjectField } from '../../ui/forms/field.js'
import { textOf, type Values } from '../../ui/forms/form.js'
import { ConfirmationFields, confirmationOf, ListFields } from './list-fields.js'

const allRules = { ...rules, ...rules.confirmation?.properties }

/**
 * Creates a subscriber list.
 *
 * @param props.onMade is called with the list in place of showing its screen
 */
export default function AddList({
  onMade,
  onClose,
}: {
  onMade?: (made: SubscriberList) => void
  onClose: () => void
}) {
  const { project } = useCurrentProject()
  if (project === undefined) return null
  return (
    <AddDialog
      title="New list"
      rules={allRules}
      initial={{ project_id: project.id, own_mail: false }}
      draft="subscriber-list"
      path="/v1/subscriber-lists"
      requestOf={requestOf}
      create={(request) => client.subscriberLists.create(request)}
      verb="Create the list"
      kept="subscriber-lists"
      stale={[['subscriber-lists', 'list']]}
      screen="lists"
      {...(onMade && { onMade })}
      onClose={onClose}
    >
      {({ own_mail: isOwn }) => (
        <>
          <ListFields />
          <ProjectField />
          <CheckField
            name="own_mail"
            label="Customize the confirmation mail"
            hint="Default: a short mail in English. You can change it later."
          />
          {isOwn === true && <ConfirmationFields />}
        </>
      )}
    </AddDialog>
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
