import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { WebhookConfig } from '../config/numbers.js'
import { toTypeId, type Uuid } from '../db/ids.js'
import type { Destinations } from '../pacing/destinations.js'
import { SealedError, type Sealer } from '../workspace/sealed.js'
import type { Hands } from './hands.js'
import { endpointOf } from './pace.js'
import { claimWebhooks, type Claimed } from './queue/claim.js'
import { dueSubscriptions, type DueSubscription } from './queue/due.js'
import { releaseWebhooks } from './queue/release.js'
import { activeSecrets } from './secrets.js'
import type { Turns } from './turns.js'

/** How many of a worker's hands one workspace can fill: slow endpoints hold them for seconds, and others wait. */
const mostOfWorkspace = 1 / 2

/** A subscription whose secrets cannot be opened is left alone for so long: it takes an operator to mend that. */
const unreadableMs = 60_000

/** What one round has shown. */
export interface Seen {
  /** Whether to go on at once: something is due, and there is a hand and room for it. */
  readonly more: boolean
  /** Whether something is due that could not go now. */
  readonly waiting: boolean
}

export interface ClaimingOptions {
  readonly db: Knex
  readonly sealer: Sealer
  readonly hands: Hands
  readonly paces: Destinations
  readonly turns: Turns
  readonly lease: Uuid
  readonly config: WebhookConfig
  readonly log: Logger
  readonly isStopping: () => boolean
}

/** A subscription of the last look that still has something due. */
interface Turn extends DueSubscription {
  /** Read when it has its first turn. */
  secrets?: readonly string[]
}

/**
 * Claims due webhooks in turns over the subscriptions, of each no more than its endpoint has room for, and puts them into
 * the worker's hands. Of an endpoint that rests, only what somebody has asked for is claimed, one by one; its backlog is
 * not touched.
 *
 * What a look has shown is worked off before the next look, which comes after pollMs at the latest.
 *
 * @returns a round; its argument says whether to look whatever there still is to work off
 */
export function claiming(options: ClaimingOptions): (anew: boolean) => Promise<Seen> {
  const { db, sealer, hands, paces, turns: waiting, lease, config, log, isStopping } = options
  const { concurrency, leaseSeconds, pollMs } = config
  let turns: Turn[] = []
  let lookedAt = -Infinity
  const unreadableUntil = new Map<Uuid, number>()

  async function look(): Promise<void> {
    lookedAt = performance.now()
    for (const [id, until] of unreadableUntil) if (until <= lookedAt) unreadableUntil.delete(id)
    const due = await dueSubscriptions(db)
    const readable = due.filter(({ id }) => !unreadableUntil.has(id))
    turns = beginningWith(turns[0], readable)
  }

  /** Undefined where nothing can be signed. */
  async function secretsOf(turn: Turn): Promise<readonly string[] | undefined> {
    try {
      turn.secrets ??= await activeSecrets(db, sealer, turn.workspaceId, turn.id)
    } catch (error) {
      if (!(error instanceof SealedError)) throw error
      unreadableUntil.set(turn.id, performance.now() + unreadableMs)
      log.error(
        { err: error, subscription_id: toTypeId('whk', turn.id) },
        'the secrets of a webhook could not be opened, so its deliveries wait',
      )
      return undefined
    }
    // It was deleted a moment ago.
    return turn.secrets.length === 0 ? undefined : turn.secrets
  }

  /** How many may be claimed now, and whether of those that were asked for alone. */
  function allowed(turn: Turn): { most: number; askedOnly: boolean } {
    const { workspaceId, id, url } = turn
    const endpoint = endpointOf(id, url)
    const room = waiting.room(endpoint)
    const askedOnly = room < 1
    const byEndpoint = askedOnly ? Number(turn.asked && paces.mayBegin(endpoint)) : room
    const free = concurrency - hands.size
    const most = Math.min(
      byEndpoint,
      // Half of what is free, so that the next one finds a hand in this round.
      Math.ceil(free / 2),
      Math.ceil(concurrency * mostOfWorkspace) - hands.heldOf(workspaceId),
    )
    return { most: Math.max(0, most), askedOnly }
  }

  async function claim(
    turn: Turn,
    most: number,
    askedOnly: boolean,
  ): Promise<readonly Claimed[] | undefined> {
    const secrets = await secretsOf(turn)
    if (secrets === undefined) return undefined
    const { workspaceId, id, url } = turn
    const wanted = { workspaceId, subscriptionId: id, url, most, askedOnly, lease, leaseSeconds }
    const claimed = await claimWebhooks(db, wanted)
    if (isStopping()) {
      const ids = claimed.map(({ deliveryId }) => deliveryId)
      await releaseWebhooks(db, workspaceId, ids, lease)
    } else for (const delivery of claimed) hands.begin(delivery, secrets)
    return claimed
  }

  /** @returns what is left of its turn: undefined where nothing is due any more */
  async function serve(turn: Turn): Promise<Turn | undefined> {
    const { most, askedOnly } = allowed(turn)
    if (most === 0) return turn
    const claimed = await claim(turn, most, askedOnly)
    if (claimed === undefined) return undefined
    if (claimed.length === most) return turn
    return askedOnly && turn.others ? { ...turn, asked: false } : undefined
  }

  return async (anew) => {
    if (anew || turns.length === 0 || performance.now() - lookedAt >= pollMs) await look()
    const round = turns
    turns = []
    // Whoever has had a turn comes after those that wait for theirs.
    for (let turn = round.shift(); turn !== undefined; turn = round.shift()) {
      if (hands.size >= concurrency || isStopping()) {
        turns = [turn, ...round, ...turns]
        break
      }
      const left = await serve(turn)
      if (left !== undefined) turns.push(left)
    }
    return { more: turns.some((turn) => allowed(turn).most > 0), waiting: turns.length > 0 }
  }
}

/** The same subscriptions, which come sorted, from the given one on. */
function beginningWith(first: DueSubscription | undefined, sorted: readonly DueSubscription[]): Turn[] {
  if (first === undefined) return [...sorted]
  const key = ({ workspaceId, id }: DueSubscription) => `${workspaceId} ${id}`
  const before = sorted.filter((one) => key(one) < key(first))
  return [...sorted.slice(before.length), ...before]
}
