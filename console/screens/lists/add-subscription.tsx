import rules from 'contract:RequestSubscriptionRequest'
import type { RequestSubscriptionRequest, SubscriberList, SubscriptionRequest } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { textOf, type Values } from '../../ui/forms/form.js'
import { Notice } from '../../ui/notices/notice.js'
import { nameOf } from '../suppressions/reasons.js'

/** Outcomes of a request, each with a title and a sentence. */
const outcomes: Readonly<
  Record<string, readonly [kind: 'good' | 'info' | 'warn', title: string, text: string]>
> = {
  requested: [
    'good',
    'Confirmation mail sent',
    'The link works for 7 days. The person is subscribed once they confirm on the page that it opens.',
  ],
  already_requested: [
    'info',
    'A confirmation mail was sent in the last 24 hours',
    'No second mail is sent. The subscription is still waiting for confirmation.',
  ],
  already_confirmed: ['info', 'This address is already subscribed', 'Nothing was sent.'],
  suppressed: ['warn', 'This address is suppressed', 'No mail was sent, and nothing was recorded.'],
}

/** Asks an address to confirm that it wants the list's mail. */
export function AddSubscription({ list, onClose }: { list: SubscriberList; onClose: () => void }) {
  const [result, setResult] = useState<SubscriptionRequest>()
  return (
    <FormDialog<SubscriptionRequest>
      title="New subscription"
      onClose={onClose}
      outcome={result && <Outcome list={list} result={result} onClose={onClose} />}
      rules={rules}
      draft={`subscription.${list.id}`}
      call={{ method: 'POST', path: `/v1/subscriber-lists/${list.id}/subscriptions`, body: requestOf }}
      verb="Send confirmation mail"
      needs="admin"
      submit={async (values) => {
        const answer = await client.subscriptions.request(list.id, requestOf(values))
        await queries.invalidateQueries({ queryKey: ['subscriptions', list.id] })
        return answer
      }}
      onDone={setResult}
    >
      <Notice>
        One mail from {list.from_email} asks the person to confirm: “
        {list.confirmation.subject.replaceAll(/\{\{\s*list_name\s*\}\}/g, list.name)}”. Only they can confirm.
        Until then they get nothing else from the list.
      </Notice>
      <TextField name="email" label="Address" type="email" placeholder="ada@example.com" />
      <TextField
        name="name"
        label="Name"
        placeholder="Ada Lovelace"
        hint="A contact is created if the project has none with this address."
      />
      <TextField
        name="source"
        label="Where the person asked"
        placeholder="Sign-up sheet at the fair in Hamburg"
        hint="In your words. Kept as proof of consent, like the two fields below."
      />
      <TextField name="ip_address" label="The person’s IP address" mono placeholder="203.0.113.7" />
      <TextField name="user_agent" label="The person’s browser" mono placeholder="Mozilla/5.0" />
    </FormDialog>
  )
}

function Outcome({
  list,
  result: { outcome, subscription, message_id, suppression_reason },
  onClose,
}: {
  list: SubscriberList
  result: SubscriptionRequest
  onClose: () => void
}) {
  const [kind, title, text] = outcomes[outcome] ?? (['info', outcome, ''] as const)
  return (
    <div class="stack">
      <Notice kind={kind} title={title}>
        {text} {suppression_reason !== null && `The reason: ${nameOf(suppression_reason).toLowerCase()}.`}
      </Notice>
      <div class="row">
        {subscription !== null && (
          <LinkButton kind="main" href={pathTo(`lists/${list.id}/subscriptions/${subscription.id}`)}>
            Open the subscription
          </LinkButton>
        )}
        {message_id !== null && (
          <LinkButton href={pathTo(`messages/${message_id}`)}>Open the mail</LinkButton>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

function requestOf({ email, name, source, ip_address, user_agent }: Values): RequestSubscriptionRequest {
  return {
    email: textOf(email).trim(),
    ...(name !== undefined && { name: textOf(name) }),
    ...(source !== undefined && { source: textOf(source) }),
    ...(ip_address !== undefined && { ip_address: textOf(ip_address).trim() }),
    ...(user_agent !== undefined && { user_agent: textOf(user_agent) }),
  }
}
