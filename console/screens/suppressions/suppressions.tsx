import { OctagonMinus, Upload } from '../../icons/icons.js'
import type { Suppression } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useLive } from '../../api/live.js'
import { pathTo, useParams } from '../../state/location.js'
import { AddLink, Adding, ListScreen } from '../../app/list-screen.js'
import { ClearFilters, FilterSelect, sinceOf, SpanFilter } from '../../ui/lists/filters.js'
import { ParamFilter } from '../../ui/lists/search-filter.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import type { Column } from '../../ui/lists/table.js'
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
  { head: 'Scope', cell: ({ project_id }) => (project_id === null ? 'Every project' : 'One project') },
  { head: 'Suppressed', kind: 'time', cell: ({ suppressed_at }) => <Time at={suppressed_at} /> },
]

/** The addresses to which nothing is sent. */
export default function Suppressions() {
  const { params } = useParams()
  const reason = reasonOf(params.reason)
  const filter = {
    ...(params.email && { email: params.email }),
    ...(reason && { reason }),
    ...(isLongEnough(params.reply) && { reply_contains: params.reply }),
    ...sinceOf(params.time),
  }
  const list = useList(['suppressions'], (query, options) => client.suppressions.list(query, options), {
    filter,
  })
  useLive({ type: 'suppression.added' }, () => list.isFirstPage && list.onRetry())
  const isFiltered = Object.keys(filter).length > 0
  const add = <AddLink screen="suppressions">Add</AddLink>
  return (
    <ListScreen
      title="Suppressions"
      hint="Addresses that no project sends to."
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
        </>
      }
      add={add}
      filters={<Filters />}
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`suppressions/${id}`)}
      empty={
        isFiltered ? (
          <Empty
            icon={OctagonMinus}
            title={params.email ? `${params.email} is not suppressed` : 'No matching suppressions'}
            action={<LinkButton href={pathTo('suppressions')}>Show all</LinkButton>}
          >
            {params.email && 'Mail is sent to this address, unless a filter above hides its suppression.'}
          </Empty>
        ) : (
          <Empty icon={OctagonMinus} title="No suppressions yet" action={add}>
            Addresses that hard-bounce and recipients who complain are suppressed automatically. Import the
            suppressions of your previous service to keep them.
          </Empty>
        )
      }
    >
      <Adding>{(onClose) => <AddSuppression email={params.email} onClose={onClose} />}</Adding>
    </ListScreen>
  )
}

/** Tells whether a text is long enough to search for: one or two characters would find nearly all rows. */
function isLongEnough(reply: string | undefined): reply is string {
  return reply !== undefined && reply.length >= 3
}

/** The filters of the suppressions. They are in the address. */
function Filters() {
  return (
    <div class="filters" role="search">
      <ParamFilter name="email" label="Address" placeholder="Find an address" />
      <ParamFilter name="reply" label="Reply" placeholder="Server reply contains…" />
      <FilterSelect
        name="reason"
        label="Reason"
        any="Any reason"
        options={(Object.keys(reasons) as Reason[]).map((each) => [each, nameOf(each)])}
      />
      <SpanFilter of={['24h', '7d', '30d']} label="Added" any="Any time" />
      <ClearFilters names={['email', 'reply', 'reason', 'time']} />
    </div>
  )
}
