import type { Knex } from 'knex'
import type { WebhookConfig } from '../config/defaults.js'
import type { HeldWrites } from '../db/held-writes.js'
import type { Uuid } from '../db/ids.js'
import type { LeaseOwner } from '../leases/owner.js'
import type { Destinations } from '../pacing/destinations.js'
import type { EndpointQueues } from './endpoint-queues.js'
import type { Hands } from './hands.js'
import { endpointOf } from './pace.js'
import { claimWebhooks } from './queue/claim.js'
import { dueSubscriptions } from './queue/due.js'
import { releaseWebhooks } from './queue/release.js'
import type { ReadableSecrets } from './readable-secrets.js'
import { Rounds, type Turn } from './rounds.js'

/** How many of a worker's hands one workspace can fill: slow endpoints hold them for seconds, and others wait. */
const maxOfWorkspace = 1 / 2

/** What one round has shown. */
export interface Seen {
  /** Whether to go on at once: something is due, and there is a hand and room for it. */
  readonly more: boolean
  /** Whether something is due that could not go now. */
  readonly waiting: boolean
}

export interface ClaimingOptions {
  readonly db: Knex
  readonly secrets: ReadableSecrets
  readonly hands: Hands
  readonly paces: Destinations
  readonly queues: EndpointQueues
  readonly owner: LeaseOwner
  readonly config: Pick<WebhookConfig, 'concurrency' | 'leaseSeconds' | 'pollMs'>
  readonly held: HeldWrites<Uuid>
  readonly isStopping: () => boolean
}

/**
 * Claims due webhooks in turns over the subscriptions, of each no more than its endpoint has room for, and puts them into
 * the worker's hands. Of an endpoint that rests, only what somebody has asked for is claimed, one by one; its backlog is
 * not touched. While outcomes of a workspace are held in memory, nothing of it is claimed.
 *
 * What a look has shown is worked off before the next look, which comes after pollMs at the latest.
 *
 * @returns a round; its argument says whether to look whatever there still is to work off
 */
export function claiming(options: ClaimingOptions): (anew: boolean) => Promise<Seen> {
  const { db, secrets, hands, paces, queues, owner, config, held, isStopping } = options
  const { concurrency, leaseSeconds, pollMs } = config
  const rounds = new Rounds()
  let lookedAt = -Infinity

  async function look(): Promise<void> {
    lookedAt = performance.now()
    const due = await dueSubscriptions(db)
    rounds.renew(due.filter(({ id }) => secrets.worthTrying(id)))
  }

  /** How many may be claimed now, and whether of those that were asked for alone. */
  function allowed(turn: Turn): { max: number; askedOnly: boolean } {
    if (held.isHeld(turn.workspaceId)) return { max: 0, askedOnly: false }
    const endpoint = endpointOf(turn.id, turn.url)
    const room = queues.room(endpoint)
    const askedOnly = room < 1
    const max = Math.min(
      askedOnly ? Number(turn.asked && paces.mayBegin(endpoint)) : room,
      // Half of what is free, so that the next one finds a hand in this round.
      Math.ceil((concurrency - hands.size) / 2),
      Math.ceil(concurrency * maxOfWorkspace) - hands.heldOf(turn.workspaceId),
    )
    return { max: Math.max(0, max), askedOnly }
  }

  /** @returns what is left of its turn: undefined where nothing is due any more, or nothing can be signed */
  async function serve(turn: Turn, max: number, askedOnly: boolean): Promise<Turn | undefined> {
    const { workspaceId, id, url } = turn
    const own = turn.secrets ?? (await secrets.of(workspaceId, id))
    if (own === undefined) return undefined
    const term = owner.term()
    const lease = owner.id
    const wanted = { workspaceId, subscriptionId: id, url, max, askedOnly, lease, leaseSeconds }
    const claimed = await claimWebhooks(db, wanted)
    if (isStopping()) {
      const ids = claimed.map(({ deliveryId }) => deliveryId)
      await releaseWebhooks(db, workspaceId, ids, lease)
      return undefined
    }
    for (const delivery of claimed) hands.begin(delivery, own, term)
    if (claimed.length === max) return { ...turn, secrets: own }
    return askedOnly && turn.others ? { ...turn, secrets: own, asked: false } : undefined
  }

  return async (anew) => {
    if (!owner.isInTime) return { more: false, waiting: true }
    if (anew || rounds.size === 0 || performance.now() - lookedAt >= pollMs) await look()
    for (const turn of rounds.round()) {
      if (hands.size >= concurrency || isStopping()) break
      const { max, askedOnly } = allowed(turn)
      if (max > 0) rounds.serve(turn, await serve(turn, max, askedOnly))
    }
    return { more: rounds.some((turn) => allowed(turn).max > 0), waiting: rounds.size > 0 }
  }
}
