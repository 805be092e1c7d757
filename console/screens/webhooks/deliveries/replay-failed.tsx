import { useQuery } from '@tanstack/preact-query'
import type { WebhookSubscription } from 'postseal'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { Button } from '../../../ui/controls/button.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { ErrorNotice, messageOf, Notice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { absoluteText, readersZone } from '../../../ui/time.js'
import { replayAll, type Progress } from './replay-all.js'

const hour = 3_600_000
const spans = [
  ['1', 'The last hour', hour],
  ['24', 'The last 24 hours', 24 * hour],
  ['168', 'The last 7 days', 168 * hour],
] as const

/**
 * Returns a time an hour earlier, because the first delivery that failed may have been waiting for its turn for long.
 */
function beforeOf(failingSince: string): string {
  return new Date(new Date(failingSince).getTime() - hour).toISOString()
}

/** Maximum number of deliveries that are replayed in one run. */
const most = 5_000

/**
 * Replays the deliveries that have failed since a time. Deliveries that wait for their next attempt are left alone:
 * the service sends them anyway.
 */
export function ReplayFailed({
  webhook,
  failingSince,
  onClose,
}: {
  webhook: WebhookSubscription
  failingSince: string | null
  onClose: () => void
}) {
  const [since, setSince] = useState(() =>
    failingSince === null ? new Date(Date.now() - 24 * hour).toISOString() : beforeOf(failingSince),
  )
  const found = useQuery({
    queryKey: ['webhooks', webhook.id, 'failed', since],
    queryFn: ({ signal }) => failedSince(webhook.id, since, signal),
    // Replayed deliveries no longer count as failed, so the list is loaded again only on request.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [progress, setProgress] = useState<Progress>()
  const [running, setRunning] = useState(false)
  const ending = useRef<AbortController>()
  useEffect(() => () => ending.current?.abort(), [])
  const ids = found.data ?? []
  const run = async () => {
    const controller = new AbortController()
    ending.current = controller
    setRunning(true)
    setProgress({ replayed: 0, refused: 0 })
    await replayAll(
      ids,
      (id) => client.webhooks.replayDelivery(webhook.id, id),
      controller.signal,
      setProgress,
    )
    setRunning(false)
    void queries.invalidateQueries({ queryKey: ['webhooks', webhook.id, 'deliveries'] })
  }
  return (
    <Dialog title="Replay failed deliveries" onClose={onClose}>
      <div class="stack">
        <p>
          Sends events again whose deliveries failed permanently, with the same ids. Deliveries that wait for
          their next attempt and test events are left out.
        </p>
        {progress === undefined ? (
          <>
            <Since value={since} failingSince={failingSince} onChange={setSince} />
            {!webhook.enabled && (
              <Notice kind="warn">The webhook is paused. Resume it to replay deliveries.</Notice>
            )}
            {found.error !== null && (
              <ErrorNotice
                error={found.error}
                title="The failed deliveries could not be loaded"
                onRetry={() => void found.refetch()}
              />
            )}
            {found.isFetching && found.data === undefined && <Lines what="the failed deliveries" count={1} />}
            {found.data !== undefined && <p role="status">{foundText(ids.length)}</p>}
          </>
        ) : (
          <ProgressNotice progress={progress} of={ids.length} running={running} />
        )}
        <div class="row">
          {progress === undefined && (
            <Button
              kind="main"
              needs="admin"
              disabled={ids.length === 0 || !webhook.enabled}
              onClick={() => void run()}
            >
              {ids.length > 1 ? `Replay ${ids.length} deliveries` : 'Replay'}
            </Button>
          )}
          {running ? (
            <Button danger onClick={() => ending.current?.abort()}>
              Stop
            </Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/**
 * Loads the ids of the deliveries that have failed for good since a time, the oldest first, so that they are sent in
 * their order.
 */
async function failedSince(webhookId: string, since: string, signal: AbortSignal): Promise<string[]> {
  const found: { id: string; at: string }[] = []
  for (const status of ['failed', 'dead_letter'] as const) {
    const all = client.webhooks.listDeliveries(
      { webhook_id: webhookId, status, since, limit: 100 },
      { signal },
    )
    for await (const { id, created_at, event_type } of all) {
      if (event_type !== 'webhook.test') found.push({ id, at: created_at })
      if (found.length === most) break
    }
  }
  found.sort((one, other) => one.at.localeCompare(other.at))
  return found.slice(0, most).map(({ id }) => id)
}

function foundText(count: number): string {
  if (count === 0) return 'Nothing has failed permanently since then.'
  if (count === most) return `The first ${most} are replayed. Repeat this for the others.`
  return count === 1 ? 'One delivery failed permanently.' : `${count} deliveries failed permanently.`
}

function Since({
  value,
  failingSince,
  onChange,
}: {
  value: string
  failingSince: string | null
  onChange: (since: string) => void
}) {
  const id = useId()
  const [chosen, choose] = useState(failingSince === null ? '24' : 'failing')
  const pick = (name: string) => {
    choose(name)
    const length = spans.find(([span]) => span === name)?.[2]
    if (length !== undefined) onChange(new Date(Date.now() - length).toISOString())
    else if (name === 'failing' && failingSince !== null) onChange(beforeOf(failingSince))
  }
  const local = new Date(new Date(value).getTime() - new Date(value).getTimezoneOffset() * 60_000)
  return (
    <div class="columns">
      <div class="field">
        <label for={`${id}-span`}>Created in</label>
        <select id={`${id}-span`} value={chosen} onChange={(event) => pick(event.currentTarget.value)}>
          {failingSince !== null && (
            <option value="failing">{`Since the failures began: ${absoluteText(new Date(beforeOf(failingSince)))}`}</option>
          )}
          {spans.map(([span, label]) => (
            <option key={span} value={span}>
              {label}
            </option>
          ))}
          <option value="own">Since a custom time</option>
        </select>
      </div>
      {chosen === 'own' && (
        <div class="field">
          <label for={`${id}-time`}>Since</label>
          <input
            id={`${id}-time`}
            type="datetime-local"
            value={local.toISOString().slice(0, 16)}
            onChange={(event) => {
              const at = new Date(event.currentTarget.value)
              if (!Number.isNaN(at.getTime())) onChange(at.toISOString())
            }}
          />
          <span class="hint">In your time zone, {readersZone}.</span>
        </div>
      )}
    </div>
  )
}

function ProgressNotice({
  progress: { replayed, refused, error },
  of,
  running,
}: {
  progress: Progress
  of: number
  running: boolean
}) {
  const done = replayed + refused
  const title = running
    ? `${done} of ${of}…`
    : done < of
      ? `Stopped after ${done} of ${of}`
      : `${replayed} of ${of} are being sent again`
  return (
    <div class="stack tight">
      <progress value={done} max={of} aria-label="Replayed" />
      <Notice kind={refused > 0 ? 'warn' : running ? 'info' : 'good'} title={title}>
        {refused > 0 && (
          <>
            {refused === 1 ? 'One was refused' : `${refused} were refused`}, the last with: {messageOf(error)}
          </>
        )}
      </Notice>
    </div>
  )
}
