import rules from 'contract:ChooseContactTopicRequest'
import type { ContactTopic } from 'postseal'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { TextField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'

/** Chooses a topic on behalf of a contact, and records how the contact asked for it. */
export function ChooseTopic({
  contactId,
  email,
  topic: { key, name, subscribed },
  onClose,
}: {
  contactId: string
  email: string
  topic: ContactTopic
  onClose: () => void
}) {
  const requestOf = ({ source }: Values) => ({
    subscribed: !subscribed,
    ...(source !== undefined && { source: textOf(source) }),
  })
  return (
    <FormDialog<ContactTopic>
      title={subscribed ? `Unsubscribe ${email} from ${name}?` : `Add ${email} to ${name}?`}
      onClose={onClose}
      rules={rules}
      initial={{ subscribed: !subscribed }}
      call={{ method: 'PUT', path: `/v1/contacts/${contactId}/topics/${key}`, body: requestOf }}
      verb={subscribed ? 'Unsubscribe' : 'Add'}
      needs="admin"
      submit={async (values) => {
        const chosen = await client.contacts.chooseTopic(contactId, key, requestOf(values))
        await queries.invalidateQueries({ queryKey: ['contacts', contactId] })
        return chosen
      }}
    >
      <p>
        {subscribed
          ? 'The contact receives no more mail of this topic, including queued messages.'
          : 'The contact receives mail of this topic from now on. Do this only if the person asked for it.'}
      </p>
      <TextField
        name="source"
        label="Where the person asked"
        placeholder="By phone"
        hint="In your words. Kept with the choice."
      />
    </FormDialog>
  )
}
