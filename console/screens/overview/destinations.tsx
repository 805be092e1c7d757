import type { Statistics, StatisticsGroup } from 'postseal'
import { Card } from '../../ui/card.js'
import { Empty } from '../../ui/notices/empty.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { durationText } from '../../ui/time.js'
import { countText, percentText } from '../../ui/figures/numbers.js'
import type { Span } from './spans.js'

/** Maximum number of domains shown, the worst first. */
const max = 8

const columns: readonly Column<StatisticsGroup>[] = [
  { head: 'Destination', kind: 'main', cell: ({ key }) => key ?? 'Others' },
  { head: 'Delivered', kind: 'number', cell: ({ total }) => countText(total.delivered) },
  { head: 'Bounced', kind: 'number', cell: ({ total }) => countText(total.bounced) },
  { head: 'Bounce rate', kind: 'number', cell: (group) => percentText(rateOf(group), 1) },
  { head: 'Deferrals', kind: 'number', cell: ({ total }) => countText(total.deferred) },
  {
    head: 'Median time',
    kind: 'number',
    cell: ({ total }) =>
      total.time_to_delivery.p50_ms === null ? (
        '–'
      ) : (
        <span class="num">{durationText(total.time_to_delivery.p50_ms)}</span>
      ),
  },
]

function rateOf({ total }: StatisticsGroup): number {
  const settled = total.delivered + total.bounced
  return settled === 0 ? 0 : total.bounced / settled
}

/** The receiving domains with the most trouble. */
export function Destinations({ statistics }: { statistics: Statistics; span: Span }) {
  const worst = statistics.groups
    .filter(({ other, total }) => !other && total.bounced + total.deferred > 0)
    .sort((one, two) => two.total.bounced - one.total.bounced || two.total.deferred - one.total.deferred)
    .slice(0, max)
  return (
    <Card title="Worst destinations" hint="Receiving domains that bounced or deferred most." bare>
      <Table
        caption="Worst destinations"
        columns={columns}
        rows={worst}
        keyOf={({ key }) => String(key)}
        empty={<Empty title="No trouble">Nothing bounced and nothing was deferred in this span.</Empty>}
      />
    </Card>
  )
}
