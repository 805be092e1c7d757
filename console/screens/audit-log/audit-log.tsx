import { FileClock, Lock } from '../../icons/icons.js'
import type { AuditEvent } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { Views } from '../../app/views.js'
import { useMay } from '../../state/session.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { ExportButton } from '../../ui/lists/export-button.js'
import { actorText } from './actors.js'
import { Filters } from './filters.js'
import { operationText } from './operations.js'
import { readSearch } from './search.js'

const columns: readonly Column<AuditEvent>[] = [
  {
    head: 'What',
    kind: 'main',
    cell: ({ operation, outcome, count }) => (
      <>
        {operationText(operation, outcome === 'succeeded')}
        {count !== null && ` (${count})`}
        {outcome !== 'succeeded' && (
          <>
            {' '}
            <Status of={outcome} />
          </>
        )}
      </>
    ),
    width: 200,
  },
  { head: 'Who', cell: ({ actor }) => actorText(actor), width: 160 },
  {
    head: 'Target',
    kind: 'extra',
    cell: ({ resource }) =>
      // Ids made at about the same time differ at their ends.
      resource && (
        <span title={resource.id}>
          {resource.type.replaceAll('_', ' ')} <span class="mono">…{resource.id.slice(-6)}</span>
        </span>
      ),
    width: 120,
  },
  {
    head: 'From',
    kind: 'extra',
    cell: ({ ip_address: from }) => from && <span class="mono">{from}</span>,
    width: 90,
  },
  { head: 'When', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The audit log: who changed what, when and from which address. */
export default function AuditLog() {
  const { params } = useParams()
  const may = useMay('admin')
  const { query, mistake } = readSearch(params)
  const list = useList(['audit-events'], (query, options) => client.auditEvents.list(query, options), {
    filter: query,
    enabled: may && mistake === undefined,
  })
  const isFiltered = Object.keys(query).length > 0
  // The service looks through a limited number of rows for a page, and may find none that match.
  const foundNone = list.rows?.length === 0 && list.pages.onNext !== undefined
  if (!may) {
    return (
      <Screen title="Audit log">
        <Empty icon={Lock} title="The audit log needs the role admin">
          It says who changed what in this workspace. An admin or owner can show you what you look for.
        </Empty>
      </Screen>
    )
  }
  return (
    <Screen
      title="Audit log"
      hint="Every change, and every attempt at one that was refused."
      actions={
        <>
          <Views screen="audit-log" />
          <ExportButton
            name="audit-log.csv"
            csv={(signal) => client.auditEvents.exportCsv(query, { signal })}
            disabled={mistake !== undefined || list.rows?.length === 0}
            needs="admin"
            title="CSV, the oldest first"
          />
        </>
      }
    >
      <section class="card audit-log" aria-label="Audit log">
        <Filters />
        {mistake !== undefined && (
          <div class="inside">
            <Notice kind="warn">{mistake}</Notice>
          </div>
        )}
        <Table
          caption="Audit log"
          columns={columns}
          rows={mistake === undefined ? list.rows : []}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`audit-log/${id}`)}
          error={list.error}
          onRetry={list.onRetry}
          pages={{
            ...list.pages,
            ...(foundNone && { note: 'Nothing so far. The next page looks further back.' }),
          }}
          empty={
            <Empty
              icon={FileClock}
              title={isFiltered ? 'No matching entries' : 'Nothing was changed yet'}
              {...(isFiltered && { action: <LinkButton href={pathTo('audit-log')}>Show all</LinkButton> })}
            >
              {isFiltered
                ? 'Try fewer filters, or a longer time.'
                : 'Records every change by users, keys, the command line and the service, and every sign-in.'}
            </Empty>
          }
        />
      </section>
    </Screen>
  )
}
