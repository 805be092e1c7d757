import rules from 'contract:UpdateSubscriberListRequest'
import type { SubscriberList, UpdateSubscriberListRequest } from 'postseal'
import { client } from '../../api/client.js'
import { useDeletion } from '../../api/deletion.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { DeleteCard } from '../../ui/dialogs/delete-card.js'
import { textOf, type Values } from '../../ui/forms/form.js'
import { SavedForm } from '../../ui/forms/saved-form.js'
import { ConfirmationFields, confirmationOf, confirmationValues, ListFields } from './list-fields.js'

const nameRules = {
  ...rules,
  name: { ...rules.name, required: true },
  from_email: { ...rules.from_email, required: true },
}
const mailRules = rules.confirmation?.properties ?? {}

/** The settings of a list, its confirmation mail, and its deletion. */
export function ListSettings({ list }: { list: SubscriberList }) {
  const remove = useDeletion(['subscriber-lists', list.id])
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
      <Card title="Confirmation mail" hint="Applies to mail sent from now on.">
        <Change
          list={list}
          rules={mailRules}
          initial={confirmationValues(list)}
          body={(values) => ({ confirmation: confirmationOf(values) })}
        >
          <ConfirmationFields />
        </Change>
      </Card>
      <DeleteCard
        about="Deletes the list, its subscriptions and the proof of their consent. Contacts are kept. You cannot delete a list that a campaign, a segment or an automation still uses."
        what="list"
        button="Delete the list…"
        name={list.name}
        run={() =>
          remove(client.subscriberLists.delete(list.id), pathTo('lists', { project: list.project_id }))
        }
      >
        <p>
          Its subscriptions and the proof of their consent are deleted, and queued messages of the list are
          not sent. Links in its mail say that the subscription no longer exists. This cannot be undone.
        </p>
      </DeleteCard>
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
  return (
    <SavedForm
      {...form}
      isAside
      call={{ method: 'PATCH', path: `/v1/subscriber-lists/${id}`, body }}
      submit={async (values) => {
        queries.setQueryData(['subscriber-lists', id], await client.subscriberLists.update(id, body(values)))
        await queries.invalidateQueries({ queryKey: ['subscriber-lists', 'list'] })
      }}
    >
      {children}
    </SavedForm>
  )
}
