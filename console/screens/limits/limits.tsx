import { useQuery } from '@tanstack/preact-query'
import type { SendingStatus, WorkspaceLimits } from 'postseal'
import type { ComponentChildren } from 'preact'
import { client } from '../../api/client.js'
import { sendingStatus } from '../../api/sending.js'
import { pathTo } from '../../state/location.js'
import { heldText } from '../../app/frame/held-bar.js'
import { Screen } from '../../app/screen.js'
import { Card } from '../../ui/card.js'
import { Facts } from '../../ui/facts.js'
import { Rate } from '../../ui/figures/meter.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { countText, percentText } from '../../ui/figures/numbers.js'
import { UsageCards } from './usage.js'
import { useOf, type Use } from './use.js'
import { Measure } from '../../ui/figures/measure.js'

/** Rates from which on the service halts sending, if at least 500 live deliveries were settled. */
const lines = { bounces: 0.05, complaints: 0.003 }
const leastSettled = 500

/** The limits of the workspace, how much of them is used, and whether the workspace may send. */
export default function Limits() {
  const sending = useQuery({
    ...sendingStatus,
    refetchInterval: 30_000,
  })
  const workspace = useQuery({
    queryKey: ['workspace', 'with limits'],
    queryFn: async () => {
      const { data, response } = await client.workspace.retrieve().withResponse()
      return { workspace: data, use: useOf(response.headers) }
    },
    refetchInterval: 10_000,
  })
  return (
    <Screen title="Limits" hint="How much this workspace can send, and what would halt it.">
      <Card title="Sending">
        <Waiting {...sending} what="the sending status">
          {sending.data && <Sending status={sending.data} />}
        </Waiting>
      </Card>
      <UsageCards />
      <Card
        title="Rate limits"
        hint="The operator of the service sets them. Beyond them a request is refused with 429 and says when to come again."
      >
        <Waiting {...workspace} what="the rate limits">
          {workspace.data && <RateLimits limits={workspace.data.workspace.limits} use={workspace.data.use} />}
        </Waiting>
      </Card>
      <Card title="Retention">
        <Waiting {...workspace} what="the retention">
          {workspace.data && (
            <p>
              Messages, their events and webhook deliveries can be read for{' '}
              <strong class="num">{daysText(workspace.data.workspace.retention_days)}</strong>. The owner
              changes that in the <a href={pathTo('settings')}>settings</a>.
            </p>
          )}
        </Waiting>
      </Card>
    </Screen>
  )
}

function daysText(days: number): string {
  return days === 1 ? 'one day' : `${days} days`
}

function Waiting({
  data,
  error,
  refetch,
  what,
  children,
}: {
  data: unknown
  error: unknown
  refetch: () => unknown
  what: string
  children: ComponentChildren
}) {
  if (data !== undefined) return <>{children}</>
  if (error === null) return <Lines what={what} />
  return (
    <ErrorNotice
      error={error}
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
      onRetry={() => void refetch()}
    />
  )
}

function Sending({ status }: { status: SendingStatus }) {
  const { window } = status
  return (
    <div class="stack">
      {status.status === 'halted' ? <Halted status={status} /> : <Status of="active">Active</Status>}
      {status.held != null && (
        <Notice
          kind="warn"
          title={
            <>
              Mail that was queued is held since the restore <Time at={status.held.since} absolute />
            </>
          }
        >
          <p>
            {heldText(status.held)} It may have been sent since the backup, so the operator of the service
            releases or drops it. What is new goes as usual.
          </p>
        </Notice>
      )}
      {status.links_ended_at != null && (
        <p>
          The links in your mail have ended since <Time at={status.links_ended_at} absolute />. Ask whoever
          runs this service why.
        </p>
      )}
      <p class="quiet">
        {window.settled === 0
          ? 'No live mail was settled in the last 24 hours.'
          : `${countText(window.settled)} recipients of live mail were delivered to or refused since `}
        {window.settled > 0 && <Time at={window.since} absolute />}
        {window.settled > 0 && window.settled < leastSettled
          ? `. Below ${leastSettled} nothing is halted by itself.`
          : ''}
      </p>
      <div class="columns">
        <Share name="Bounces" count={window.bounced} share={window.bounce_rate} line={lines.bounces} />
        <Share
          name="Complaints"
          count={window.complained}
          share={window.complaint_rate}
          line={lines.complaints}
          warn={0.001}
        />
      </div>
    </div>
  )
}

function Share({
  name,
  count,
  share,
  line,
  warn = line / 2,
}: {
  name: string
  count: number
  share: number
  line: number
  warn?: number
}) {
  return (
    <div class="stack tight">
      <strong>
        {name} <span class="num">{countText(count)}</span>
      </strong>
      <Rate name={name} share={share} warn={warn} bad={line} />
      <span class="small quiet">
        The second line is <Measure>{percentText(line)}</Measure>: beyond it sending is halted. The first is a
        warning.
      </span>
    </div>
  )
}

const reasons = {
  operator: 'The operator of the service has halted it.',
  bounce_rate: 'More than 5% of the recipients bounced.',
  complaint_rate: 'More than 0.3% of the recipients complained.',
  archived: 'The operator of the service has archived the workspace.',
} as const

const remedies = {
  operator: 'Ask the operator of the service what has to change.',
  bounce_rate:
    'Look where the addresses come from: old lists, typos in a form, sign-ups that nobody confirmed. Leave those out, then ask the operator to resume sending.',
  complaint_rate:
    'Send only to people who asked for it, and make the way out easy to find. Then ask the operator to resume sending.',
  archived: 'Everything can still be read and exported. Ask the operator if it is to send again.',
} as const

function Halted({ status: { reason, note, halted_at } }: { status: SendingStatus }) {
  const known = reason !== null && reason in reasons ? (reason as keyof typeof reasons) : 'operator'
  return (
    <Notice
      kind="bad"
      title={
        <>
          Sending is halted since <Time at={halted_at} absolute />
        </>
      }
    >
      <div class="stack tight">
        <p>
          {reasons[known]} {note}
        </p>
        <p>New mail is refused with 423, and what is queued waits. {remedies[known]}</p>
        {known === 'bounce_rate' && (
          <p>
            <a href={pathTo('messages', { status: 'bounced', time: '24h' })}>Show what bounced</a>
          </p>
        )}
      </div>
    </Notice>
  )
}

function RateLimits({ limits, use }: { limits: WorkspaceLimits; use: Use | undefined }) {
  return (
    <div class="stack">
      <Facts
        of={[
          [
            'Messages',
            <span class="num">{countText(limits.sends_per_minute)} a minute, of the whole workspace</span>,
          ],
          [
            'Other requests',
            <span class="num">{countText(limits.requests_per_minute)} a minute, of each credential</span>,
          ],
          [
            'DNS checks',
            <span class="num">{countText(limits.checks_per_minute)} a minute, of the whole workspace</span>,
          ],
        ]}
      />
      {use && (
        <div class="stack tight">
          <strong>
            Your session has used <span class="num">{countText(use.used)}</span> of{' '}
            <span class="num">{countText(use.of)}</span> requests
          </strong>
          <span
            class="meter"
            role="img"
            aria-label={`Requests of your session: ${countText(use.used)} of ${countText(use.of)}`}
          >
            <i style={{ inlineSize: `${(use.used / use.of) * 100}%` }} />
          </span>
          <p class="small quiet">
            The rest comes back in <span class="num">{use.seconds}</span> s. Each reply says the same of the
            limit that it counts against, in its header <span class="mono">RateLimit</span>. Each program sees
            only its own usage.
          </p>
        </div>
      )}
    </div>
  )
}
