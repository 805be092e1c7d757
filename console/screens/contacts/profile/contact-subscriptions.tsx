import { useQuery } from '@tanstack/preact-query'
import { ListChecks } from '../../../icons/icons.js'
import type { Contact, Subscription } from 'postseal'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { pathTo } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Status } from '../../../ui/status.js'
import { ListTable, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { statusWords, type SubscriptionStatus } from '../../lists/words.js'

/** The lists that a contact subscribes to, each with a link to its proof. */
export function ContactSubscriptions({ contact: { id, project_id } }: { contact: Contact }) {
  const { data: lists } = useQuery({
    queryKey: ['subscriber-lists', 'names', project_id],
    queryFn: async () => (await client.subscriberLists.list({ project_id, limit: 100 })).data,
  })
  const list = useList(['contacts', id, 'subscriptions'], (query, options) =>
    client.contacts.listSubscriptions(id, query, options),
  )
  const columns: readonly Column<Subscription>[] = [
    {
      head: 'List',
      kind: 'main',
      cell: ({ list_id }) => lists?.find((each) => each.id === list_id)?.name ?? list_id,
      width: 180,
    },
    {
      head: 'Status',
      kind: 'side',
      cell: ({ status }) => <Status of={status}>{statusWords[status as SubscriptionStatus]}</Status>,
    },
    { head: 'Asked where', kind: 'extra', cell: ({ consents }) => consents[0]?.source ?? '' },
    { head: 'Changed', kind: 'time', cell: ({ updated_at }) => <Time at={updated_at} /> },
  ]
  return (
    <Card title="Subscriptions" hint="Each has its proof of consent." bare>
      <ListTable
        caption="Subscriptions of the contact"
        columns={columns}
        list={list}
        href={(row) => pathTo(`lists/${row.list_id}/subscriptions/${row.id}`)}
        empty={
          <Empty
            icon={ListChecks}
            title="No subscriptions"
            action={<LinkButton href={pathTo('lists', { project: project_id })}>Lists</LinkButton>}
          >
            The contact is on no list. Add a subscription on the page of a list. The person receives a
            confirmation mail.
          </Empty>
        }
      />
    </Card>
  )
}
