import { ListChecks } from '../../icons/icons.js'
import type { SubscriberList, Subscription } from 'postseal'
import type { ComponentChildren } from 'preact'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ClearFilters, FilterSelect } from '../../ui/lists/filters.js'
import { ParamFilter } from '../../ui/lists/search-filter.js'
import { Status } from '../../ui/status.js'
import { ListTable, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { isAddress } from '../contacts/address.js'
import { statusWords, type SubscriptionStatus } from './words.js'

const columns: readonly Column<Subscription>[] = [
  { head: 'Address', kind: 'main', cell: ({ email }) => email, width: 200 },
  {
    head: 'Status',
    kind: 'side',
    cell: ({ status }) => <Status of={status}>{statusWords[status as SubscriptionStatus]}</Status>,
  },
  { head: 'Source', cell: ({ consents }) => consents[0]?.source ?? '', width: 120 },
  { head: 'Asked', kind: 'extra', cell: ({ requested_at }) => <Time at={requested_at} /> },
  { head: 'Changed', kind: 'time', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

/** The subscriptions of a list, the newest first. */
export function Subscriptions({ list: { id }, add }: { list: SubscriberList; add: ComponentChildren }) {
  const { params } = useParams()
  const status = Object.hasOwn(statusWords, params.status ?? '')
    ? (params.status as SubscriptionStatus)
    : undefined
  const filter = { ...(status && { status }), ...(params.email && { email: params.email }) }
  const isPart = params.email !== undefined && !isAddress(params.email)
  const list = useList(
    ['subscriptions', id],
    (query, options) => client.subscriptions.list(id, query, options),
    { filter, enabled: !isPart },
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <section class="card" aria-label="Subscriptions">
      <div class="filters" role="search">
        <ParamFilter
          name="email"
          label="Address"
          placeholder="Find an address, such as ada@example.com"
          title="The full address, upper or lower case"
        />
        <FilterSelect name="status" label="Status" any="Any status" options={Object.entries(statusWords)} />
        <ClearFilters names={['email', 'status']} />
      </div>
      <ListTable
        caption="Subscriptions"
        columns={columns}
        list={{ ...list, rows: isPart ? [] : list.rows }}
        href={(row) => pathTo(`lists/${id}/subscriptions/${row.id}`)}
        empty={
          isFiltered ? (
            <Empty
              icon={ListChecks}
              title={isPart ? 'Type the full address' : 'No matching subscriptions'}
              action={<LinkButton href={pathTo(`lists/${id}`)}>Show all</LinkButton>}
            >
              {isPart && `The search matches full addresses. “${params.email}” is only a part of one.`}
            </Empty>
          ) : (
            <Empty icon={ListChecks} title="No subscribers yet" action={add}>
              Connect your sign-up form through the API: the tab “Sign-up form” has the call. You can also add
              people here one by one.
            </Empty>
          )
        }
      />
    </section>
  )
}
