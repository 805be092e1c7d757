import { ArrowDown, ArrowUp } from '../../icons/icons.js'
import type { Statistics, StatisticsCounts } from 'postseal'
import { pathTo } from '../../state/location.js'
import { Rate } from '../../ui/figures/meter.js'
import { countText, percentText } from '../../ui/figures/numbers.js'
import { durationText } from '../../ui/time.js'
import { Measure } from '../../ui/figures/measure.js'

/** Complaint rates that Gmail and Yahoo ask for: complaints stay below the first, and never reach the second. */
const complaintLines = { good: 0.001, bad: 0.003 }
/** Bounce rate from which on the service halts sending. */
const bounceLine = 0.05

interface Figure {
  readonly name: string
  readonly value: number
  readonly before: number
  /** Address of the rows that are counted. */
  readonly rows: string
  /** Share of the settled deliveries, with the shares from which on it is a worry. */
  readonly rate?: { readonly share: number; readonly warn: number; readonly bad: number }
  readonly isGood: boolean
}

/** The figures of a span compared with the span before it. Each links to the messages that it counts. */
export function Figures({
  now: { total: now, since },
  before,
  projectId,
}: {
  now: Statistics
  before: StatisticsCounts
  projectId: string
}) {
  const messagesOf = (status?: string) =>
    pathTo('messages', { project: projectId, q: `after:${since}`, status })
  const settled = now.delivered + now.bounced
  const shareOf = (count: number) => (settled === 0 ? 0 : count / settled)
  const figures: readonly Figure[] = [
    { name: 'Accepted', value: now.accepted, before: before.accepted, rows: messagesOf(), isGood: true },
    {
      name: 'Delivered',
      value: now.delivered,
      before: before.delivered,
      rows: messagesOf('delivered'),
      isGood: true,
    },
    {
      name: 'Bounced',
      value: now.bounced,
      before: before.bounced,
      rows: messagesOf('bounced'),
      rate: { share: shareOf(now.bounced), warn: bounceLine / 2, bad: bounceLine },
      isGood: false,
    },
    {
      name: 'Complained',
      value: now.complained,
      before: before.complained,
      // A complaint is no status of a message.
      rows: pathTo('events', { project: projectId, type: 'message.complained' }),
      rate: { share: shareOf(now.complained), warn: complaintLines.good, bad: complaintLines.bad },
      isGood: false,
    },
    {
      name: 'Suppressed',
      value: now.suppressed,
      before: before.suppressed,
      rows: messagesOf('suppressed'),
      isGood: false,
    },
  ]
  const { p50_ms: p50, p95_ms: p95 } = now.time_to_delivery
  return (
    <ul class="figures">
      {figures.map((figure) => (
        <li key={figure.name} class="card">
          <span class="quiet">{figure.name}</span>
          <strong class="num">
            <a href={figure.rows} aria-label={`${figure.name}: ${figure.value}. Show them`}>
              {countText(figure.value)}
            </a>
          </strong>
          {figure.rate && <Rate {...figure.rate} name={figure.name} />}
          <Change figure={figure} />
        </li>
      ))}
      {p50 !== null && p95 !== null && (
        <li class="card">
          <span class="quiet">Time to delivery</span>
          <strong>
            <Measure>{durationText(p50)}</Measure>
          </strong>
          <span class="small quiet">
            <Measure>95%</Measure> within <Measure>{durationText(p95)}</Measure>
          </span>
        </li>
      )}
    </ul>
  )
}

/** The change from the span before. A span before without any mail is no comparison. */
function Change({ figure: { value, before, isGood } }: { figure: Figure }) {
  if (before === 0) return null
  const share = (value - before) / before
  if (Math.abs(share) < 0.005) return <span class="small quiet">no change</span>
  const Icon = share > 0 ? ArrowUp : ArrowDown
  const isBetter = share > 0 === isGood
  const percent = percentText(Math.abs(share), 0)
  return (
    <span
      class={`small change ${isGood ? 'quiet' : isBetter ? 'better' : 'worse'}`}
      title={`${percent} ${share > 0 ? 'more' : 'fewer'} than in the period before`}
    >
      <Icon size={12} aria-hidden />
      <span class="num">{percent}</span>
      <span class="visually-hidden">{share > 0 ? ' more' : ' fewer'}</span> vs. before
    </span>
  )
}
