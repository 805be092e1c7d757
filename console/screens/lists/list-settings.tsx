import rules from 'contract:UpdateSubscriberListRequest'
import { Trash2 } from '../../icons/icons.js'
import type { SubscriberList, UpdateSubscriberListRequest } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { Form, textOf, type Values } from '../../ui/forms/form.js'
import { ConfirmationFields, confirmationOf, confirmationValues, ListFields } from './list-fields.js'

const nameRules = {
  ...rules,
  name: { ...rules.name, required: true },
  from_email: { ...rules.from_email, required: true },
}
const mailRules = rules.confirmation?.properties ?? {}

/** What a list is, the mail that asks to confirm, and its end. */
export function ListSettings({ list }: { list: SubscriberList }) {
  return (
    <>
      <Card title="Name and sender">
        <Change
          list={list}
          rules={nameRules}
          initial={{ name: list.name, from_email: list.from_email, from_name: list.from_name ?? undefined }}
          body={({ name, from_email, from_name }) => ({
            name: textOf(name),
            from_email: textOf(from_email).trim(),
            from_name: from_name === undefined ? null : textOf(from_name),
          })}
        >
          <ListFields />
        </Change>
      </Card>
      <Card
        title="The mail that asks to confirm"
        hint="It is replaced as a whole. Mails that were sent stay as they were."
      >
        <Change
          list={list}
          rules={mailRules}
          initial={confirmationValues(list)}
          body={(values) => ({ confirmation: confirmationOf(values) })}
        >
          <ConfirmationFields />
        </Change>
      </Card>
      <Card title="Delete">
        <Delete list={list} />
      </Card>
    </>
  )
}

/** A form that changes a part of the list. */
function Change({
  list: { id },
  body,
  children,
  ...form
}: {
  list: SubscriberList
  rules: ContractRules
  initial: Values
  body: (values: Values) => UpdateSubscriberListRequest
  children: preact.ComponentChildren
}) {
  const [saved, setSaved] = useState(false)
  return (
    <Form
      {...form}
      call={{ method: 'PATCH', path: `/v1/subscriber-lists/${id}`, body }}
      verb="Save"
      needs="admin"
      submit={async (values) => {
        setSaved(false)
        queries.setQueryData(['subscriber-lists', id], await client.subscriberLists.update(id, body(values)))
        await queries.invalidateQueries({ queryKey: ['subscriber-lists', 'list'] })
      }}
      onDone={() => setSaved(true)}
    >
      {children}
      <p role="status" class={saved ? 'quiet' : 'visually-hidden'}>
        {saved && 'Saved.'}
      </p>
    </Form>
  )
}

function Delete({ list: { id, name, project_id } }: { list: SubscriberList }) {
  const { route } = useLocation()
  const [asks, setAsks] = useState(false)
  const isGone = useRef(false)
  // Not before the page is left, which would ask for it once more.
  useEffect(
    () => () => void (isGone.current && queries.removeQueries({ queryKey: ['subscriber-lists', id] })),
    [],
  )
  return (
    <div class="stack tight">
      <p>
        The list goes with its subscriptions and the proof of their consents; its contacts stay. Where a
        campaign, a segment or an automation still needs it, it is refused.
      </p>
      <div class="row">
        <Button icon={Trash2} danger needs="admin" onClick={() => setAsks(true)}>
          Delete the list…
        </Button>
      </div>
      {asks && (
        <Confirm
          title="Delete this list?"
          verb="Delete the list"
          name={name}
          run={async () => {
            await client.subscriberLists.delete(id)
            route(pathTo('lists', { project: project_id }), true)
            isGone.current = true
            await queries.invalidateQueries({ queryKey: ['subscriber-lists', 'list'] })
          }}
          onClose={() => setAsks(false)}
        >
          <p>
            Its subscriptions go with the proof of their consents. What is queued for it is not sent any more,
            and links of its mails say that the subscription is gone. This cannot be undone.
          </p>
        </Confirm>
      )}
    </div>
  )
}
