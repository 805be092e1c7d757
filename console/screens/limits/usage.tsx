import { useQuery } from '@tanstack/preact-query'
import type { Usage, UsageOfLimit, UsageOfMonth } from 'postseal'
import { client } from '../../api/client.js'
import { Card } from '../../ui/card.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Measure } from '../../ui/figures/measure.js'
import { countText, sizeText } from '../../ui/figures/numbers.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'

/** The use of each limit that the operator has set, and the workspace's recipients month by month. */
export function UsageCards() {
  const {
    data: usage,
    error,
    refetch,
  } = useQuery({
    queryKey: ['usage'],
    queryFn: () => client.workspace.retrieveUsage({ days: 1 }),
    refetchInterval: 30_000,
  })
  return (
    <>
      <Card title="Usage" hint="Recipients of live messages, and what else the operator can limit.">
        {usage !== undefined ? (
          <Used usage={usage} />
        ) : error === null ? (
          <Lines what="the usage" count={5} />
        ) : (
          <ErrorNotice error={error} title="The usage could not be loaded" onRetry={() => void refetch()} />
        )}
      </Card>
      {usage !== undefined && (
        <Card title="Recipients by month" hint="Months in UTC. Test projects are not limited." bare>
          <Table
            caption="Recipients by month"
            columns={columns}
            rows={[...usage.months].reverse().filter(isShown)}
            keyOf={({ month }) => month}
            empty={null}
          />
        </Card>
      )}
    </>
  )
}

/** Tells whether a month is shown: months before the first message are left out. */
function isShown({ live, test }: UsageOfMonth, index: number): boolean {
  return index === 0 || live > 0 || test > 0
}

const columns: Column<UsageOfMonth>[] = [
  { head: 'Month', kind: 'main', cell: ({ month }) => <span class="num">{month}</span> },
  { head: 'Live', kind: 'number', cell: ({ live }) => countText(live) },
  { head: 'Test', kind: 'number', cell: ({ test }) => countText(test) },
]

function Used({ usage }: { usage: Usage }) {
  return (
    <div class="stack">
      <Limit
        name="Recipients today"
        of={usage.recipients_today}
        resetsAt={usage.recipients_today.resets_at}
      />
      <Limit
        name="Recipients this month"
        of={usage.recipients_this_month}
        resetsAt={usage.recipients_this_month.resets_at}
      />
      <Limit name="Contacts" of={usage.contacts} />
      <Limit name="Domains" of={usage.domains} />
      <Limit name="Stored inbound mail" of={usage.inbound_bytes} format={sizeText} />
    </div>
  )
}

/**
 * The use of one limit.
 *
 * @param format formats a number of what is limited
 */
function Limit({
  name,
  of: { used, limit },
  resetsAt,
  format: text = countText,
}: {
  name: string
  of: Pick<UsageOfLimit, 'used' | 'limit'>
  resetsAt?: string
  format?: (count: number) => string
}) {
  if (limit === null)
    return (
      <div class="stack tight">
        <strong>
          {name} <Measure>{text(used)}</Measure>
        </strong>
        <span class="small quiet">No limit.</span>
      </div>
    )
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const state = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'good'
  return (
    <div class="stack tight">
      <strong>
        {name} <Measure>{text(used)}</Measure> of <Measure>{text(limit)}</Measure>
      </strong>
      <span class={`rate ${state}`}>
        <span class="meter" role="img" aria-label={`${name}: ${text(used)} of ${text(limit)}`}>
          <i style={{ inlineSize: `${share * 100}%` }} />
        </span>
      </span>
      {share >= 1 && (
        <span class="small">
          {resetsAt === undefined ? (
            'The limit is reached. Ask the operator of the service for more.'
          ) : (
            <>
              New live mail is refused with 429 until <Time at={resetsAt} absolute />. What was accepted
              before goes out.
            </>
          )}
        </span>
      )}
    </div>
  )
}
