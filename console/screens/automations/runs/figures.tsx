import type { Automation, AutomationRunStatus } from 'postseal'
import { pathTo } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { countText } from '../../../ui/figures/numbers.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { Status } from '../../../ui/status.js'
import { Table, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { useStats } from '../queries.js'
import { ignoredText } from '../words.js'

const statuses = ['running', 'waiting', 'completed', 'exited', 'failed', 'cancelled'] as const

/** The numbers of runs by status; each links to its runs. */
export function RunFigures({ id, current }: { id: string; current?: string | undefined }) {
  const { data, error, refetch } = useStats(id)
  if (data === undefined) {
    if (error === null) return <Lines what="the figures" count={2} />
    return (
      <ErrorNotice error={error} title="The figures could not be loaded" onRetry={() => void refetch()} />
    )
  }
  return (
    <div class="stack tight">
      <ul class="run-figures" aria-label="Runs by status">
        {statuses.map((status: AutomationRunStatus) => (
          <li key={status}>
            <a
              href={pathTo(`automations/${id}`, { part: 'runs', status })}
              aria-current={current === status ? 'true' : undefined}
            >
              <strong class="num">{countText(data.runs[status as (typeof statuses)[number]])}</strong>
              <Status of={status} />
            </a>
          </li>
        ))}
      </ul>
      <p class="small quiet">
        Counted <Time at={data.as_of} />. Ended runs stay counted after they are deleted.
      </p>
    </div>
  )
}

interface Ignored {
  readonly reason: string
  readonly count: number
}

const columns: readonly Column<Ignored>[] = [
  { head: 'Reason', kind: 'main', cell: ({ reason }) => ignoredText(reason), width: 280 },
  { head: 'Triggers', kind: 'number', cell: ({ count }) => countText(count) },
]

/** The numbers of runs, and of triggers that started none. */
export default function Figures({ automation: { id } }: { automation: Automation }) {
  const { data } = useStats(id)
  return (
    <>
      <Card title="Runs">
        <RunFigures id={id} />
      </Card>
      <Card title="Ignored triggers" hint="Events that did not start a run." bare>
        <Table
          caption="Ignored triggers"
          columns={columns}
          rows={data?.ignored}
          keyOf={({ reason }) => reason}
          empty={
            <div class="inside">
              <Notice>Every trigger has started a run so far.</Notice>
            </div>
          }
        />
      </Card>
    </>
  )
}
