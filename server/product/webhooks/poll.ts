import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { WebhookConfig } from '../../platform/config/defaults.js'
import type { RetriedWrites } from '../../platform/db/batching/retried-writes.js'
import { toTypeId, type Uuid } from '../../platform/db/ids.js'
import type { InFlight } from '../../platform/queue/limiter/in-flight.js'
import type { LeaseOwner } from '../../platform/queue/leases/owner.js'
import type { StrayLeases } from '../../platform/queue/leases/stray-leases.js'
import type { Turns } from '../../platform/queue/turns.js'
import { startingAfter } from '../../../base/concurrency/round-robin.js'
import type { PollResult } from '../../platform/queue/worker-loop.js'
import type { WebhookJob } from './deliver.js'
import { endpointOf, type EndpointGate } from './endpoint-gate.js'
import { formats } from './formats/formats.js'
import { noSubjects, subjectsOf, type Subjects } from './formats/subjects.js'
import { claimWebhooks, type ClaimedWebhook } from './queue/claim.js'
import { DueSubscriptions, keyOf, type DueSubscription } from './queue/due.js'
import { releaseWebhooks } from './queue/release.js'
import type { ReadableSecrets } from './signatures/readable-secrets.js'

/**
 * Share of a worker's concurrency that one workspace can fill: slow endpoints fill it for seconds while others wait.
 */
export const maxOfWorkspace = 1 / 2
/**
 * Share of the concurrency that one workspace may have beyond `maxOfWorkspace`, for deliveries that were sent and are
 * being recorded. They wait for no endpoint; without this share a quick endpoint would wait for their recording.
 */
const maxUnrecorded = 1 / 4

export interface WebhookPollOptions {
  readonly db: Knex
  readonly secrets: ReadableSecrets
  readonly inFlight: Pick<InFlight<WebhookJob>, 'begin' | 'countOf' | 'size'>
  readonly strays: Pick<StrayLeases, 'claim'>
  readonly turns: Turns
  readonly gate: EndpointGate
  readonly owner: LeaseOwner
  readonly config: Pick<WebhookConfig, 'concurrency' | 'leaseSeconds' | 'pollMs'>
  readonly retried: RetriedWrites<Uuid>
  readonly log: Logger
}

/** A subscription that had something due at the last query. */
interface Pending extends DueSubscription {
  /** Secrets that sign for the subscription; undefined until they are read. */
  readonly secrets?: readonly string[]
}

/**
 * Makes the poll of the webhook queue. The poll claims due webhooks and begins them, round robin over the
 * subscriptions, for each no more than its endpoint has capacity for. For an endpoint whose circuit is open, only
 * manual deliveries (tests and replays) are claimed, one by one; its backlog is not touched. While outcomes of a
 * workspace are being retried, nothing of that workspace is claimed. A workspace whose claims fail or hang keeps
 * nobody else waiting (platform/queue/turns.ts).
 *
 * The poll works off the subscriptions that a query has returned before it queries again: after pollMs at the latest,
 * or when the worker is woken.
 */
export function webhookPoll(
  options: WebhookPollOptions,
): (isStopping: () => boolean, woken: boolean) => Promise<PollResult> {
  const { db, secrets, inFlight, strays, turns, gate, owner, config, retried, log } = options
  const { concurrency, leaseSeconds, pollMs } = config
  const due = new DueSubscriptions(db)
  /** Pending subscriptions, sorted by workspace and id. */
  let pending: readonly Pending[] = []
  let lastServed = ''
  let askedAt = -Infinity

  async function askForDue(): Promise<void> {
    askedAt = performance.now()
    const found = await due.find(lastServed)
    pending = found.filter(({ id }) => secrets.worthTrying(id))
  }

  /** Returns how many deliveries of a subscription may be claimed now, and whether only manual ones. */
  function allowed(one: Pending): { max: number; manualOnly: boolean } {
    if (retried.isRetrying(one.workspaceId) || !turns.isFree(one.workspaceId))
      return { max: 0, manualOnly: false }
    const endpoint = endpointOf(one.id, one.url)
    const free = gate.free(endpoint)
    const manualOnly = free < 1
    const unrecorded = Math.min(retried.unwrittenOf(one.workspaceId), Math.floor(concurrency * maxUnrecorded))
    const max = Math.min(
      manualOnly ? Number(one.manual && gate.limiter.mayBegin(endpoint)) : free,
      // A subscription gets half of the free capacity, so that the next one finds some in this round.
      Math.ceil((concurrency - inFlight.size) / 2),
      Math.ceil(concurrency * maxOfWorkspace) + unrecorded - inFlight.countOf(one.workspaceId),
    )
    return { max: Math.max(0, max), manualOnly }
  }

  /**
   * Claims and begins due deliveries of a subscription.
   *
   * @returns the subscription with what is still pending; undefined if nothing is due any more or nothing can be
   *   signed
   */
  async function serve(
    one: Pending,
    max: number,
    manualOnly: boolean,
    isStopping: () => boolean,
  ): Promise<Pending | undefined> {
    const { workspaceId, id, url } = one
    const term = owner.term()
    const lease = owner.id
    const wanted = { workspaceId, subscriptionId: id, url, max, manualOnly, lease, leaseSeconds }
    // Both run together, since an event on an idle system waits for both.
    const [signs, claim] = await Promise.allSettled([
      one.secrets ?? secrets.of(workspaceId, id),
      claimWebhooks(db, wanted),
    ])
    if (claim.status === 'rejected') throw claim.reason
    const claimed = claim.value
    const own = signs.status === 'fulfilled' ? signs.value : undefined
    if (own === undefined || isStopping()) {
      const ids = claimed.map(({ deliveryId }) => deliveryId)
      if (ids.length > 0) await releaseWebhooks(db, workspaceId, ids, lease)
      if (signs.status === 'rejected') throw signs.reason
      return undefined
    }
    const subjects = await subjectsOfClaimed(claimed)
    for (const delivery of claimed) inFlight.begin({ ...delivery, secrets: own, subjects }, term)
    if (claimed.length === max) return { ...one, secrets: own }
    return manualOnly && one.others ? { ...one, secrets: own, manual: false } : undefined
  }

  /** Looks up what the events of a subscription's deliveries are about, if the subscription's format needs it. */
  async function subjectsOfClaimed(claimed: readonly ClaimedWebhook[]): Promise<Subjects> {
    const [first] = claimed
    if (first === undefined) return noSubjects
    const events = claimed.flatMap(({ event }) => event ?? [])
    return subjectsOf(db, first.workspaceId, events, formats[first.format].needs)
  }

  function logFailure({ workspaceId, id }: Pending, error: unknown): void {
    const fields = { workspace_id: toTypeId('ws', workspaceId), webhook_id: toTypeId('whk', id) }
    log.error(
      { err: error, ...fields },
      'due webhooks of a workspace could not be claimed; the other workspaces are served',
    )
  }

  return async (isStopping, woken) => {
    if (!owner.isInTime) return { more: false, waiting: true }
    if (woken || pending.length === 0 || performance.now() - askedAt >= pollMs) await askForDue()
    for (const one of startingAfter(lastServed, pending, keyOf)) {
      if (inFlight.size >= concurrency || isStopping()) break
      const { max, manualOnly } = allowed(one)
      if (max === 0) continue
      lastServed = keyOf(one)
      const left = await turns.take(
        one.workspaceId,
        () => strays.claim(() => serve(one, max, manualOnly, isStopping)),
        (error) => logFailure(one, error),
      )
      pending = pending.flatMap((each) => (each !== one ? each : left === undefined ? [] : left))
    }
    return { more: pending.some((one) => allowed(one).max > 0), waiting: pending.length > 0 }
  }
}
