import type { Statistics, StatisticsGroup } from 'postseal'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { Empty } from '../../ui/notices/empty.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { durationText } from '../../ui/time.js'
import { FigureLink } from '../../ui/figures/figure-link.js'
import { countText, percentText } from '../../ui/figures/numbers.js'
import { Measure } from '../../ui/figures/measure.js'

/** Maximum number of domains shown, the worst first. */
const max = 8

type MessagesOf = (group: StatisticsGroup, status?: string) => string

const columnsOf = (messagesOf: MessagesOf): readonly Column<StatisticsGroup>[] => [
  { head: 'Destination', kind: 'main', cell: ({ key }) => key ?? 'Others' },
  {
    head: 'Delivered',
    kind: 'number',
    cell: (group) => (
      <FigureLink
        count={group.total.delivered}
        what={`delivered to ${group.key}`}
        href={messagesOf(group, 'delivered')}
      />
    ),
  },
  {
    head: 'Bounced',
    kind: 'number',
    cell: (group) => (
      <FigureLink
        count={group.total.bounced}
        what={`bounced by ${group.key}`}
        href={messagesOf(group, 'bounced')}
      />
    ),
  },
  {
    head: 'Bounce rate',
    kind: 'number',
    cell: (group) => <Measure>{percentText(rateOf(group), 1)}</Measure>,
  },
  { head: 'Deferrals', kind: 'number', cell: ({ total }) => countText(total.deferred) },
  {
    head: 'Median time',
    kind: 'number',
    cell: ({ total }) =>
      total.time_to_delivery.p50_ms === null ? (
        '–'
      ) : (
        <Measure>{durationText(total.time_to_delivery.p50_ms)}</Measure>
      ),
  },
]

function rateOf({ total }: StatisticsGroup): number {
  const settled = total.delivered + total.bounced
  return settled === 0 ? 0 : total.bounced / settled
}

/** The receiving domains with the most trouble. */
export function Destinations({ statistics, projectId }: { statistics: Statistics; projectId: string }) {
  const messagesOf: MessagesOf = ({ key }, status) =>
    pathTo('messages', { project: projectId, q: `domain:${key} after:${statistics.since}`, status })
  const worst = statistics.groups
    .filter(({ other, total }) => !other && total.bounced + total.deferred > 0)
    .sort((one, two) => two.total.bounced - one.total.bounced || two.total.deferred - one.total.deferred)
    .slice(0, max)
  return (
    <Card title="Worst destinations" hint="Receiving domains that bounced or deferred most." bare>
      <Table
        caption="Worst destinations"
        columns={columnsOf(messagesOf)}
        rows={worst}
        keyOf={({ key }) => String(key)}
        href={messagesOf}
        empty={<Empty title="No problems">Nothing bounced or was deferred in this time span.</Empty>}
      />
    </Card>
  )
}
