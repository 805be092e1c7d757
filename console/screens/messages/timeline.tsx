import { useQuery } from '@tanstack/preact-query'
import type { DeliveryAttempt, Engagement, MessageLog } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Code } from '../../ui/code/code.js'
import { Copyable } from '../../ui/code/copy.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { counted, countText } from '../../ui/figures/numbers.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Status } from '../../ui/status.js'
import { durationText, Time } from '../../ui/time.js'
import { meaningOfClass } from './classes.js'
import { nextOf, titleOfAttempt } from './outcome.js'
import { Retry, retryable } from './retry.js'
import { Measure } from '../../ui/figures/measure.js'

/** The history of a message for one recipient: each attempt, and what comes next. */
export function Timeline({ log }: { log: MessageLog }) {
  return (
    <Card
      title={<Copyable text={log.recipient} what="the recipient’s address" />}
      actions={
        <>
          {retryable.includes(log.status) && log.complained_at === null && <Retry log={log} />}
          <Status of={log.status} />
        </>
      }
    >
      <ol class="timeline">
        <li class="neutral">
          <Moment at={log.created_at} title="Accepted" />
        </li>
        {log.attempts.map((attempt, index) => (
          <Attempt key={index} log={log} attempt={attempt} index={index} />
        ))}
        {log.engagement !== null && log.status === 'delivered' && <Engaged {...log.engagement} />}
        {log.complained_at !== null && (
          <li class="bad">
            <Moment at={log.complained_at} title="Complained" />
            <p>The recipient marked the mail as spam, their provider reports.</p>
            <SuppressionLink email={log.recipient} />
          </li>
        )}
        <Next log={log} />
      </ol>
    </Card>
  )
}

const meanings: Readonly<Record<string, string>> = {
  delivered: 'good',
  deferred: 'warn',
  bounced: 'bad',
  failed: 'bad',
}

function Attempt({ log, attempt, index }: { log: MessageLog; attempt: DeliveryAttempt; index: number }) {
  const { outcome, reply, error } = attempt
  const meaning = meaningOfClass(attempt.class)
  return (
    <li class={meanings[outcome] ?? 'neutral'}>
      <Moment at={attempt.at} title={titleOfAttempt(attempt, index)} />
      {reply !== null && (
        <p class="reply mono wrap">
          <strong>
            {reply.code} {reply.enhanced_code ?? ''}
          </strong>{' '}
          {reply.text}
        </p>
      )}
      {error !== null && <p class="wrap">{error}</p>}
      {meaning !== undefined && outcome !== 'delivered' && <p class="quiet">{meaning}</p>}
      <Connection attempt={attempt} />
      {attempt.server !== null && <Conversation logId={log.id} index={index} />}
    </li>
  )
}

/** The connection of an attempt: the servers at both ends, the encryption and the duration. */
function Connection({ attempt }: { attempt: DeliveryAttempt }) {
  const { server, tls, duration_ms: duration, reply, source } = attempt
  const parts = [
    server === null
      ? reply?.host
      : `${server.name}${server.address === server.name ? '' : ` (${server.address})`}`,
    server === null
      ? undefined
      : tls === null
        ? 'not encrypted'
        : `${tls.version}, ${tls.cipher}, ${authenticationText(tls.authentication)}`,
    source === null ? undefined : `from ${source.name} (${source.address})`,
  ].filter((part) => part !== undefined && part !== null)
  if (parts.length === 0 && duration === null) return null
  return (
    <p class="small quiet wrap">
      {parts.join(' · ')}
      {parts.length > 0 && duration !== null && ' · '}
      {duration !== null && <Measure>{durationText(duration)}</Measure>}
    </p>
  )
}

const authentications: Readonly<Record<string, string>> = {
  dane: 'server authenticated by DANE',
  mta_sts: 'server authenticated by MTA-STS',
  certificate: 'server authenticated by its certificate',
  none: 'server not authenticated',
}

function authenticationText(how: string): string {
  return authentications[how] ?? how
}

/** The dialogue of an attempt, loaded when somebody asks for it. */
function Conversation({ logId, index }: { logId: string; index: number }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['message-logs', logId],
    queryFn: () => client.messageLogs.retrieve(logId),
    enabled: open,
  })
  if (!open) {
    return (
      <div>
        <Button kind="plain" onClick={() => setOpen(true)}>
          Show the SMTP conversation
        </Button>
      </div>
    )
  }
  if (error !== null) return <ErrorNotice error={error} />
  if (data === undefined) return <Lines what="the conversation" />
  const text = data.attempts[index]?.conversation
  return typeof text === 'string' ? (
    <Code text={text} what="SMTP conversation" wrapped />
  ) : (
    <Notice>The conversation is no longer available: it is kept for 24 hours after a delivery.</Notice>
  )
}

/** Says that the recipient opened the mail and followed its links, as far as that is known. */
function Engaged({
  opens,
  first_opened_at: openedAt,
  clicks,
  first_clicked_at: clickedAt,
  machine_opens: machineOpens,
  machine_clicks: machineClicks,
}: Engagement) {
  const opened = (
    <li class="neutral">
      <Moment at={openedAt} title={`Opened at least ${timesText(opens)}`} isFirst={opens > 1} />
      <p class="small quiet">Mail programs that block images are not counted.</p>
    </li>
  )
  const clicked = (
    <li class="neutral">
      <Moment at={clickedAt} title={`Clicked ${timesText(clicks)}`} isFirst={clicks > 1} />
    </li>
  )
  // A recipient who sees no images may click before an open is recorded.
  const isClickFirst = openedAt !== null && clickedAt !== null && clickedAt < openedAt
  const machines = [
    machineOpens > 0 && counted(machineOpens, 'load'),
    machineClicks > 0 && counted(machineClicks, 'click'),
  ].filter(Boolean)
  return (
    <>
      {isClickFirst && clicked}
      {opens > 0 && opened}
      {clicks > 0 && !isClickFirst && clicked}
      {opens + clicks === 0 && (
        <li class="off">
          <p class="quiet">No opens or clicks by a person recorded.</p>
        </li>
      )}
      {machines.length > 0 && (
        <li class="off">
          <p class="quiet">By machines: {machines.join(', ')}</p>
        </li>
      )}
    </>
  )
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${countText(count)} times`
}

/** Says what comes after the last attempt. */
function Next({ log }: { log: MessageLog }) {
  const next = nextOf(log)
  if (next === undefined) return null
  const { meaning, title, at, hint, asksWhy } = next
  return (
    <li class={meaning}>
      {at === undefined ? <strong>{title}</strong> : <Moment at={at} title={title} />}
      {hint !== undefined && <p class="small quiet">{hint}</p>}
      {asksWhy === true && <SuppressionLink email={log.recipient} />}
    </li>
  )
}

/** A link to the suppressions of an address, which say whether and why nothing more is sent to it. */
function SuppressionLink({ email }: { email: string }) {
  return (
    <p>
      <a href={pathTo('suppressions', { email })}>Is this address suppressed, and why?</a>
    </p>
  )
}

function Moment({ at, title, isFirst }: { at: string | null; title: string; isFirst?: boolean }) {
  return (
    <div class="row spread">
      <strong>{title}</strong>
      <span class="small quiet">
        {isFirst === true && 'first '}
        <Time at={at} absolute />
      </span>
    </div>
  )
}
