import { OctagonMinus, Plus, Upload } from '../../icons/icons.js'
import type { Suppression } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useLive } from '../../api/live.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { ClearFilters, FilterSelect, sinceOf, SpanFilter } from '../../ui/lists/filters.js'
import { SearchFilter } from '../../ui/lists/search-filter.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { ExportButton } from '../../ui/lists/export-button.js'
import { AddSuppression } from './add-suppression.js'
import { nameOf, reasonOf, reasons, type Reason } from './reasons.js'

const columns: readonly Column<Suppression>[] = [
  {
    head: 'Address',
    kind: 'main',
    cell: ({ email }) => email ?? <span class="quiet">(erased)</span>,
    width: 220,
  },
  { head: 'Reason', kind: 'side', cell: ({ reason }) => nameOf(reason), width: 90 },
  { head: 'Note or reply', cell: ({ note, reply }) => note ?? reply ?? '', width: 200 },
  { head: 'Holds for', cell: ({ project_id }) => (project_id === null ? 'Every project' : 'One project') },
  { head: 'Suppressed', kind: 'time', cell: ({ suppressed_at }) => <Time at={suppressed_at} /> },
]

/** The addresses that nothing is sent to. */
export default function Suppressions() {
  const { params, change } = useParams()
  const reason = reasonOf(params.reason)
  const filter = {
    ...(params.email && { email: params.email }),
    ...(reason && { reason }),
    ...(isLongEnough(params.reply) && { reply_contains: params.reply }),
    ...sinceOf(params.time),
  }
  const list = useList(['suppressions', filter], (cursor, options) =>
    client.suppressions.list({ limit: 50, ...filter, ...cursor }, options),
  )
  useLive({ type: 'suppression.added' }, () => list.isFirstPage && list.onRetry())
  const isFiltered = Object.keys(filter).length > 0
  const add = (
    <LinkButton href={pathTo('suppressions', { ...params, new: '1' })} kind="main" icon={Plus} needs="admin">
      Add
    </LinkButton>
  )
  return (
    <Screen
      title="Suppressions"
      hint="Addresses that nothing is sent to, by any project."
      actions={
        <>
          <ExportButton
            name="suppressions.csv"
            csv={(signal) => client.suppressions.exportCsv(filter, { signal })}
            needs="admin"
            disabled={list.rows === undefined || list.rows.length === 0}
          />
          <LinkButton href={pathTo('suppressions/import')} icon={Upload} needs="admin">
            Import
          </LinkButton>
          {add}
        </>
      }
    >
      <section class="card" aria-label="Suppressions">
        <Filters />
        <Table
          caption="Suppressions"
          columns={columns}
          rows={list.rows}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`suppressions/${id}`)}
          error={list.error}
          onRetry={list.onRetry}
          pages={list.pages}
          empty={
            isFiltered ? (
              <Empty
                icon={OctagonMinus}
                title={params.email ? `${params.email} is not suppressed` : 'No suppression is like this'}
                action={<LinkButton href={pathTo('suppressions')}>Show all</LinkButton>}
              >
                {params.email && 'Mail is sent to it, unless a filter above leaves it out.'}
              </Empty>
            ) : (
              <Empty icon={OctagonMinus} title="No address is suppressed" action={add}>
                Addresses that do not exist and people who complain are added by themselves, so that nobody
                writes to them again. Bring those that you know from another service along with an import.
              </Empty>
            )
          }
        />
      </section>
      {params.new !== undefined && (
        <AddSuppression email={params.email} onClose={() => change({ new: undefined }, true)} />
      )}
    </Screen>
  )
}

/** A search for one or two characters would find nearly all. */
function isLongEnough(reply: string | undefined): reply is string {
  return reply !== undefined && reply.length >= 3
}

/** The filters. They are in the address. */
function Filters() {
  const { params, change } = useParams()
  return (
    <div class="filters" role="search">
      <SearchFilter
        value={params.email ?? ''}
        label="Address"
        placeholder="Find an address, such as ada@example.com"
        onSearch={(email) => change({ email })}
      />
      <SearchFilter
        value={params.reply ?? ''}
        label="Reply"
        placeholder="What the server said"
        onSearch={(reply) => change({ reply })}
      />
      <FilterSelect
        name="reason"
        label="Reason"
        any="Any reason"
        options={(Object.keys(reasons) as Reason[]).map((each) => [each, nameOf(each)])}
      />
      <SpanFilter of={['24h', '7d', '30d']} label="Added" any="Added at any time" />
      <ClearFilters names={['email', 'reply', 'reason', 'time']} />
    </div>
  )
}
