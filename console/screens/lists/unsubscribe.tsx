import rules from 'contract:UnsubscribeRequest'
import type { SubscriberList, Subscription } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../ui/forms/form.js'

/** A form by which a user ends a person's subscription, and records how the person asked for that. */
export function Unsubscribe({
  subscription: { id, list_id, email },
  list,
  onClose,
}: {
  subscription: Subscription
  list: SubscriberList | undefined
  onClose: () => void
}) {
  return (
    <Dialog title={`Unsubscribe ${email}?`} onClose={onClose}>
      <Form<Subscription>
        rules={rules}
        call={{
          method: 'POST',
          path: `/v1/subscriber-lists/${list_id}/subscriptions/${id}/unsubscribe`,
          body: requestOf,
        }}
        verb="Unsubscribe"
        danger
        needs="admin"
        onCancel={onClose}
        submit={async (values) => {
          const changed = await client.subscriptions.unsubscribe(list_id, id, requestOf(values))
          queries.setQueryData(['subscriptions', list_id, id], changed)
          await queries.invalidateQueries({ queryKey: ['subscriptions', list_id] })
          return changed
        }}
        onDone={onClose}
      >
        <p>
          Nothing from {list?.name ?? 'the list'} is sent to this address from now on, including queued
          messages. To subscribe again, the person has to confirm a new mail.
        </p>
        <TextField
          name="source"
          label="Where the person asked"
          placeholder="By phone"
          hint="In your words. Kept as proof."
        />
      </Form>
    </Dialog>
  )
}

function requestOf({ source }: Values) {
  return source === undefined ? {} : { source: textOf(source) }
}
