import { useQuery } from '@tanstack/preact-query'
import { RotateCcw, X } from '../../../icons/icons.js'
import type { WebhookDelivery, WebhookSubscription } from 'postseal'
import { NotFoundError } from 'postseal'
import { useEffect, useRef } from 'preact/hooks'
import { useAction } from '../../../api/action.js'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { pathTo } from '../../../state/location.js'
import { Awaited } from '../../../ui/loading/awaited.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Code, Json } from '../../../ui/code/code.js'
import { Copyable } from '../../../ui/code/copy.js'
import { Facts } from '../../../ui/facts.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { Status } from '../../../ui/status.js'
import { durationText, Time } from '../../../ui/time.js'
import { SentRequest, usePayload } from './sent-request.js'
import { isOnItsWay, lookEvery } from '../test-button.js'
import { formatNames, statusOf } from '../words.js'
import { Measure } from '../../../ui/figures/measure.js'

/** One delivery, opened in place: every attempt with its request and its reply, and the payload. */
export function Delivery({
  webhook,
  id,
  onClose,
}: {
  webhook: WebhookSubscription
  id: string
  onClose: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const {
    data: delivery,
    error,
    refetch,
  } = useQuery({
    queryKey: ['webhooks', webhook.id, 'delivery', id],
    queryFn: () => client.webhooks.retrieveDelivery(webhook.id, id),
    refetchInterval: ({ state }) =>
      state.data === undefined ? false : isOnItsWay(state.data) ? lookEvery : 10_000,
  })
  const isThere = delivery !== undefined
  useEffect(() => {
    if (isThere) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [isThere])
  const replay = useAction({
    mutationFn: () => client.webhooks.replayDelivery(webhook.id, id),
    onSuccess: (begun) => {
      // The delivery counts as under way until it has one attempt more than before.
      queries.setQueryData(['webhooks', webhook.id, 'delivery', id], begun)
      setTimeout(() => void queries.invalidateQueries({ queryKey: ['webhooks', webhook.id] }), lookEvery)
    },
  })
  const close = <Button kind="plain" icon={X} label="Close the delivery" onClick={onClose} />
  if (delivery === undefined) {
    return (
      <Card title="Delivery" actions={close}>
        <Awaited what="delivery" lines={5} error={error} onRetry={refetch} />
      </Card>
    )
  }
  const waits = delivery.status === 'pending' && delivery.attempts.length > 0
  return (
    <div ref={frame} class="opened">
      <Card
        title={
          <>
            <span class="mono">{delivery.event_type}</span> <Status of={statusOf(delivery)} />
          </>
        }
        actions={
          <>
            <Button
              icon={RotateCcw}
              needs="admin"
              busy={replay.isPending}
              disabled={!webhook.enabled || delivery.status === 'delivering'}
              title={
                webhook.enabled
                  ? 'Sends the event again, with the same id'
                  : 'The webhook is paused: resume it first'
              }
              onClick={() => replay.mutate()}
            >
              {waits ? 'Try now' : 'Replay'}
            </Button>
            {close}
          </>
        }
      >
        <div class="stack">
          {replay.isError && <ErrorNotice error={replay.error} title="The event was not sent again" />}
          <Facts
            of={[
              ['Id', <Copyable key="id" text={delivery.id} what="the delivery’s id" />],
              [
                'Event',
                <a key="event" class="mono" href={pathTo(`events/${delivery.event_id}`)}>
                  {delivery.event_id}
                </a>,
              ],
              ['Created', <Time key="created" at={delivery.created_at} absolute />],
              [
                'Next attempt',
                delivery.next_attempt_at === null ? undefined : (
                  <Time key="next" at={delivery.next_attempt_at} absolute />
                ),
              ],
            ]}
          />
          <h3>Attempts</h3>
          <Attempts url={webhook.url} delivery={delivery} />
          <Payload eventId={delivery.event_id} format={webhook.format} />
        </div>
      </Card>
    </div>
  )
}

function Attempts({ url, delivery }: { url: string; delivery: WebhookDelivery }) {
  const { attempts, event_id: eventId } = delivery
  if (attempts.length === 0) return <p class="quiet">No attempts yet.</p>
  return (
    <ol class="timeline">
      {attempts.toReversed().map((attempt, index) => (
        <li key={attempt.at} class={attempt.error === null ? 'good' : 'bad'}>
          <p>
            <strong>
              {attempt.status === null ? 'No reply' : <span class="num">{`Replied ${attempt.status}`}</span>}
            </strong>{' '}
            <span class="quiet">
              attempt {attempts.length - index}, after <Measure>{durationText(attempt.duration_ms)}</Measure>,{' '}
              <Time at={attempt.at} absolute />
            </span>
          </p>
          {attempt.error !== null && (
            <p>
              {attempt.error.message} <span class="quiet mono small">{attempt.error.code}</span>
            </p>
          )}
          {attempt.response_body !== null && attempt.response_body !== '' && (
            <Code
              text={attempt.response_body}
              what={`the reply to attempt ${attempts.length - index}`}
              wrapped
            />
          )}
          {attempt.request_headers !== null && (
            <SentRequest
              url={url}
              eventId={eventId}
              headers={attempt.request_headers}
              what={`attempt ${attempts.length - index}`}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

/** The payload that each attempt sends, in the service's own format. */
function Payload({ eventId, format }: { eventId: string; format: WebhookSubscription['format'] }) {
  const { data: event, error } = usePayload(eventId)
  return (
    <div class="stack tight">
      <h3>Payload</h3>
      {event !== undefined && (
        <>
          <Json value={event} what="the payload" />
          <p class="small quiet">
            {format === 'postseal'
              ? 'Shown indented. The service sends canonical JSON (RFC 8785) on one line.'
              : `This is the event itself. The service sends it in the format of ${formatNames[format] ?? format}.`}
          </p>
        </>
      )}
      {error instanceof NotFoundError && (
        <Notice>The event is no longer stored, so it cannot be sent again.</Notice>
      )}
      {error !== null && !(error instanceof NotFoundError) && (
        <ErrorNotice error={error} title="The payload could not be loaded" />
      )}
      {event === undefined && error === null && <Lines what="the payload" />}
    </div>
  )
}
