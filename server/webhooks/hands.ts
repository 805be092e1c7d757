import type { Logger } from 'pino'
import type { WebhookConfig } from '../config/defaults.js'
import { WritesEndedError } from '../db/held-writes.js'
import { toTypeId, type Uuid } from '../db/ids.js'
import type { LeaseTerm } from '../leases/owner.js'
import type { EndpointQueues } from './endpoint-queues.js'
import type { EventRow } from '../events/present-event.js'
import { eventGoneOutcome, webhookOutcomeOf } from './outcome.js'
import { endpointOf } from './pace.js'
import { judgeWebhook, saysGone, signOf } from './policy.js'
import type { ClaimedWebhook } from './queue/claim.js'
import type { WebhookOutcome } from './queue/record.js'
import type { SendResult, WebhookSender } from './send/webhook.js'
import { canonicalBody } from './sign/canonical-body.js'

/**
 * The deliveries that a worker has in hand:
 *
 *   begin() --> waiting --its turn--> on its way --a result--> ended --recorded--> gone
 *                       --none will come--> given back --> gone
 *
 * A turn comes at once or in a moment (endpoint-queues.ts), and the lease lasts longer than that and sending can take.
 */
export interface Hands {
  readonly size: number
  /** How many are of this workspace. */
  heldOf(workspaceId: Uuid): number
  /** @param term the owner's term when its claim began */
  begin(delivery: ClaimedWebhook, secrets: readonly string[], term: LeaseTerm): void
  /** Gives back what waits, and resolves when all hands are empty. */
  ended(): Promise<void>
  /** Records no more breaks: whoever breaks the connections now is this side. */
  abandon(): void
}

export interface HandsOptions {
  readonly sender: WebhookSender
  readonly queues: EndpointQueues
  readonly config: WebhookConfig
  readonly log: Logger
  readonly record: (workspaceId: Uuid, outcome: WebhookOutcome) => Promise<void>
  /** Makes a delivery due again that was not begun. */
  readonly giveBack: (workspaceId: Uuid, deliveryId: Uuid) => Promise<void>
  /** Called whenever a hand is free, or its endpoint has room. */
  readonly onFree: () => void
}

export function openHands(options: HandsOptions): Hands {
  const { sender, queues, config, log, record, giveBack, onFree } = options
  const inHand = new Map<Uuid, Promise<void>>()
  const byWorkspace = new Map<Uuid, number>()
  let abandoned = false

  async function send(
    delivery: ClaimedWebhook,
    event: EventRow,
    secrets: readonly string[],
  ): Promise<SendResult> {
    const { subscriptionId, deliveryId, url } = delivery
    let result: SendResult | undefined
    try {
      result = await sender.send({ url, deliveryId, body: canonicalBody(event), secrets })
      return result
    } finally {
      const endpoint = endpointOf(subscriptionId, url)
      if (result !== undefined && saysGone(result)) queues.leave(endpoint)
      queues.end(endpoint, result === undefined ? 'failure' : signOf(result), result?.durationMs ?? 0)
      onFree()
    }
  }

  /** Undefined where nothing came of it that is to be recorded. */
  async function outcomeFor(
    delivery: ClaimedWebhook,
    secrets: readonly string[],
    term: LeaseTerm,
  ): Promise<WebhookOutcome | undefined> {
    const { event, attempts } = delivery
    if (event === null) return eventGoneOutcome(delivery)
    if (!(await mayBegin(endpointOf(delivery.subscriptionId, delivery.url), term))) {
      await giveBack(delivery.workspaceId, delivery.deliveryId)
      return undefined
    }
    const result = await send(delivery, event, secrets)
    if (abandoned && result.status === null) return undefined
    return webhookOutcomeOf(
      delivery,
      result,
      judgeWebhook({ result, attempts, eventType: event.type }, config),
    )
  }

  /** Waits for room at the endpoint, and until this process may send. */
  async function mayBegin(endpoint: string, term: LeaseTerm): Promise<boolean> {
    if (!(await queues.take(endpoint))) return false
    if (await term.mayBegin()) return true
    queues.giveUp(endpoint)
    return false
  }

  async function deliver(
    delivery: ClaimedWebhook,
    secrets: readonly string[],
    term: LeaseTerm,
  ): Promise<void> {
    try {
      const outcome = await outcomeFor(delivery, secrets, term)
      if (outcome !== undefined) await record(delivery.workspaceId, outcome)
    } catch (error) {
      // The worker's stop counts these.
      if (error instanceof WritesEndedError) return
      // Not recorded, so not done: the lease runs out and the delivery is made again.
      log.error(
        { err: error, delivery_id: toTypeId('whd', delivery.deliveryId) },
        'a webhook could not be sent or recorded',
      )
    }
  }

  function count(workspaceId: Uuid, change: 1 | -1): void {
    const held = (byWorkspace.get(workspaceId) ?? 0) + change
    if (held === 0) byWorkspace.delete(workspaceId)
    else byWorkspace.set(workspaceId, held)
  }

  return {
    get size() {
      return inHand.size
    },
    heldOf: (workspaceId) => byWorkspace.get(workspaceId) ?? 0,
    begin: (delivery, secrets, term) => {
      const { workspaceId, deliveryId } = delivery
      // Its lease ran out while it is being made here, as when the database was away for long. To claim it has renewed
      // the lease; to make it again would send it twice.
      if (inHand.has(deliveryId)) return
      count(workspaceId, 1)
      const done = deliver(delivery, secrets, term).finally(() => {
        count(workspaceId, -1)
        inHand.delete(deliveryId)
        onFree()
      })
      inHand.set(deliveryId, done)
    },
    ended: async () => {
      queues.clear()
      await Promise.all(inHand.values())
    },
    abandon: () => {
      abandoned = true
    },
  }
}
