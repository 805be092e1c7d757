import { useQuery } from '@tanstack/preact-query'
import type { Campaign, CampaignStats } from 'postseal'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Rate } from '../../../ui/figures/meter.js'
import { countText, percentText } from '../../../ui/figures/numbers.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Plot } from '../../../ui/figures/plot.js'
import { timeText } from '../../../ui/figures/plot-times.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { Status } from '../../../ui/status.js'
import { wordsOf } from '../../../ui/meaning.js'
import { Table, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { Engagement } from './engagement.js'
import { hoursOf } from './hours.js'
import { reasonOfMany } from '../words.js'
import { Measure } from '../../../ui/figures/measure.js'

/** Maximum age of the figures, in milliseconds, while the campaign is being sent and no event arrives. */
const refreshMs = 15_000

/** Seconds of an hour. */
const hour = 3_600

/** Bounce rate from which on a campaign is paused; half of it already deserves attention. */
const bounceLine = 0.05
/**
 * Complaint rates that Gmail and Yahoo ask for: complaints stay below the first; from the second on, the campaign is
 * paused.
 */
const complaintLines = { good: 0.001, bad: 0.003 }

const statuses = [
  'delivered',
  'bounced',
  'deferred',
  'queued',
  'pending',
  'skipped',
  'failed',
  'cancelled',
] as const satisfies readonly (keyof CampaignStats['by_status'])[]

/** The outcomes of a campaign's recipients. */
export default function Figures({ campaign }: { campaign: Campaign }) {
  const { id, status, project_id } = campaign
  const { data, error, refetch } = useQuery({
    queryKey: ['campaigns', id, 'stats'],
    queryFn: () => client.campaigns.retrieveStats(id),
    refetchInterval: status === 'sending' ? refreshMs : false,
  })
  if (data === undefined) {
    if (error === null) return <Lines what="the figures" count={6} />
    return (
      <ErrorNotice error={error} title="The figures could not be loaded" onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      <div class="row spread">
        <span class="small quiet">
          As of <Time at={data.as_of} />
        </span>
        <LinkButton href={pathTo('messages', { project: project_id, q: `campaign:${id}` })}>
          All messages
        </LinkButton>
      </div>
      <ByStatus stats={data} id={id} />
      <Reasons stats={data} id={id} />
      <OverTime stats={data} />
      <Engagement stats={data} projectId={project_id} />
      <Destinations stats={data} />
    </>
  )
}

function ByStatus({ stats: { by_status: counts, ...stats }, id }: { stats: CampaignStats; id: string }) {
  const settled = counts.delivered + counts.bounced
  const shareOf = (count: number) => (settled === 0 ? 0 : count / settled)
  return (
    <ul class="figures">
      {statuses
        .filter((name) => counts[name] > 0 || name === 'delivered' || name === 'bounced')
        .map((name) => (
          <li key={name} class="card">
            <Status of={name} />
            <strong class="num">
              <a
                href={pathTo(`campaigns/${id}`, { part: 'recipients', status: name })}
                aria-label={`${wordsOf(name)}: ${counts[name]}. Show these recipients`}
              >
                {countText(counts[name])}
              </a>
            </strong>
            {name === 'bounced' ? (
              <Rate share={shareOf(counts.bounced)} warn={bounceLine / 2} bad={bounceLine} name="Bounced" />
            ) : (
              <span class="small quiet">
                {stats.recipients > 0 && <Measure>{percentText(counts[name] / stats.recipients, 1)}</Measure>}
              </span>
            )}
          </li>
        ))}
      <li class="card">
        <Status of="complained" />
        <strong class="num">{countText(stats.complained)}</strong>
        <Rate
          share={shareOf(stats.complained)}
          warn={complaintLines.good}
          bad={complaintLines.bad}
          name="Complained"
        />
      </li>
      <li class="card">
        <Status of="unsubscribed" />
        <strong class="num">{countText(stats.unsubscribed)}</strong>
        <span class="small quiet">
          <Measure>{percentText(shareOf(stats.unsubscribed), 1)}</Measure>
        </span>
      </li>
    </ul>
  )
}

/** The reasons why recipients got no mail. */
function Reasons({ stats: { by_reason }, id }: { stats: CampaignStats; id: string }) {
  if (by_reason.length === 0) return null
  return (
    <Card title="Recipients without mail" bare>
      <Table
        caption="Recipients without mail"
        columns={[
          {
            head: 'Reason',
            kind: 'main',
            cell: ({ reason, count }) => reasonSentence(reason, count),
          },
          { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
          { head: 'Recipients', kind: 'number', cell: ({ count }) => countText(count) },
        ]}
        rows={by_reason}
        keyOf={({ status, reason }) => `${status} ${reason}`}
        href={({ status }) => pathTo(`campaigns/${id}`, { part: 'recipients', status })}
        empty={null}
      />
    </Card>
  )
}

function reasonSentence(reason: string, count: number): string {
  const text = reasonOfMany(reason, count)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A plot of the outcomes by hour. */
function OverTime({ stats: { over_time } }: { stats: CampaignStats }) {
  const hours = hoursOf(
    over_time,
    ({ delivered, bounced, failed, complained, unsubscribed }) =>
      delivered + bounced + failed + complained + unsubscribed,
  )
  if (hours === undefined) {
    return (
      <Card title="Over time">
        <p class="quiet">No outcomes yet.</p>
      </Card>
    )
  }
  const { times, valuesOf, cut } = hours
  const [first] = times
  if (times.length === 1 && first !== undefined) {
    return (
      <Card title="Over time">
        <p>All outcomes came within the hour from {timeText(first, hour, undefined, true)}.</p>
      </Card>
    )
  }
  return (
    <Card title="Over time" hint="Outcomes per hour.">
      <Plot
        label="Outcomes over time"
        kind="stacked"
        times={times}
        series={[
          { name: 'Delivered', meaning: 'good', values: valuesOf(({ delivered }) => delivered) },
          {
            name: 'Bounced or failed',
            meaning: 'bad',
            values: valuesOf(({ bounced, failed }) => bounced + failed),
          },
          { name: 'Complained', meaning: 'warn', values: valuesOf(({ complained }) => complained) },
          { name: 'Unsubscribed', meaning: 'off', values: valuesOf(({ unsubscribed }) => unsubscribed) },
        ]}
      />
      {cut !== undefined && <p class="small quiet">{cut}</p>}
    </Card>
  )
}

type Destination = CampaignStats['by_destination'][number]

const destinationColumns: readonly Column<Destination>[] = [
  { head: 'Destination', kind: 'main', cell: ({ destination }) => destination ?? 'All others' },
  { head: 'Messages', kind: 'number', cell: ({ count }) => countText(count) },
  { head: 'Delivered', kind: 'number', cell: ({ by_status }) => countText(by_status.delivered) },
  { head: 'Bounced', kind: 'number', cell: ({ by_status }) => countText(by_status.bounced) },
  { head: 'Deferred', kind: 'number', cell: ({ by_status }) => countText(by_status.deferred) },
  { head: 'Queued', kind: 'number', cell: ({ by_status }) => countText(by_status.queued) },
  { head: 'Failed', kind: 'number', cell: ({ by_status }) => countText(by_status.failed) },
]

function Destinations({ stats: { by_destination } }: { stats: CampaignStats }) {
  return (
    <Card title="By destination" hint="Recipient domains, largest first." bare>
      <Table
        caption="Destinations"
        columns={destinationColumns}
        rows={by_destination}
        keyOf={({ destination }) => String(destination)}
        empty={<Empty title="No mail yet">The recipients’ domains appear here once mail is queued.</Empty>}
      />
    </Card>
  )
}
