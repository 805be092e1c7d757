import type { Knex } from 'knex'
import { defaultWebhooks } from '../../server/platform/config/defaults.js'
import {
  fromTypeId,
  newUuid,
  timeOf,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../server/platform/db/ids.js'
import { canonicalBody } from '../../server/product/webhooks/formats/postseal/body.js'
import { webhookOutcomeOf } from '../../server/product/webhooks/outcome.js'
import { judgeWebhook } from '../../server/product/webhooks/policy.js'
import { claimWebhooks, type ClaimedWebhook } from '../../server/product/webhooks/queue/claim.js'
import { recordWebhooks, type WebhookOutcome } from '../../server/product/webhooks/queue/record.js'
import { headerOf } from '../../server/product/webhooks/send/request.js'
import type { SendResult } from '../../server/product/webhooks/send/webhook.js'
import type { Agenda } from './agenda.js'
import type { Api } from './api.js'
import { goToInDatabase } from './clock.js'
import type { Mailroom } from './mailroom.js'
import type { Random } from './random.js'
import { unavailable, type Receiver } from './receiver.js'

/** A subscription of the demo. */
export interface Endpoint {
  readonly id: Uuid
  readonly url: string
  readonly secret: string
  /** Since when it fails, in milliseconds since 1970. */
  readonly failsFrom: number
}

export interface WebhookOptions {
  readonly db: Knex
  readonly workspaceId: WorkspaceId
  readonly random: Random
  readonly agenda: Agenda
  readonly mailroom: Mailroom
}

/** The number of webhooks that one statement records. */
const together = 500

/** Subscribes the two endpoints of the receiver, of which one fails from a time on. */
export async function subscribe(api: Api, receiver: Receiver, failsFrom: number): Promise<Endpoint[]> {
  const add = async (url: string, description: string, events: readonly string[], from: number) => {
    const { webhook, secret } = await api.call<{ webhook: { id: string }; secret: string }>(
      'PUT',
      '/webhooks/status',
      {
        url,
        description,
        events,
      },
    )
    return { id: fromTypeId('whk', webhook.id), url, secret, failsFrom: from }
  }
  const settled = ['message.delivered', 'message.bounced', 'message.failed']
  return [
    await add(receiver.healthyUrl, 'Order service', settled, Infinity),
    await add(
      receiver.failingUrl,
      'CRM',
      ['message.bounced', 'message.complained', 'suppression.added'],
      failsFrom,
    ),
  ]
}

/** Makes the deliveries that are due at endpoints, as they go. */
export class DemoWebhooks {
  readonly #lease = newUuid()
  readonly #options: WebhookOptions

  constructor(options: WebhookOptions) {
    this.#options = options
  }

  /** @param at in milliseconds since 1970; the database's time is set to it */
  async deliver(endpoint: Endpoint, at: number): Promise<void> {
    const { db, workspaceId } = this.#options
    const claim = {
      ...{ workspaceId, subscriptionId: endpoint.id, url: endpoint.url, max: together },
      ...{ manualOnly: false, lease: this.#lease, leaseSeconds: 60 },
    }
    for (;;) {
      const claimed = await claimWebhooks(db, claim)
      if (claimed.length === 0) return
      const outcomes = claimed
        .map((delivery) => this.#outcomeOf(delivery, endpoint, at))
        .sort((one, other) => one.attempt.at.localeCompare(other.attempt.at))
      const { disableAfterSeconds } = defaultWebhooks
      await recordWebhooks(db, workspaceId, outcomes, { lease: this.#lease, disableAfterSeconds })
      if (claimed.length < together) return
    }
  }

  #outcomeOf(delivery: ClaimedWebhook, endpoint: Endpoint, now: number): WebhookOutcome {
    const { random, agenda, mailroom, db } = this.#options
    const { event, attempts } = delivery
    if (event === null) throw new Error('an event of the demo is not there')
    // The first attempt follows the event; later ones are made when they are due, which is now.
    const at = attempts === 0 ? Math.min(timeOf(event.id).getTime() + random.between(30, 400), now) : now
    const fails = at >= endpoint.failsFrom
    const { url, secret } = endpoint
    const outgoing = {
      ...{ url, secrets: [secret] },
      ...{ deliveryId: delivery.deliveryId, eventId: toTypeId('evt', event.id), body: canonicalBody(event) },
    }
    const result: SendResult = {
      at: new Date(at),
      header: headerOf(new URL(url), outgoing, new Date(at)),
      status: fails ? unavailable.status : 200,
      durationMs: random.between(20, fails ? 90 : 260) * (random.happens(0.03) ? 8 : 1),
      error: fails ? { code: 'refused', message: `The endpoint answered ${unavailable.status}.` } : null,
      responseBody: fails ? unavailable.body : '{"ok":true}',
      retryAfterSeconds: null,
    }
    const facts = { result, attempts, eventType: event.type }
    const verdict = judgeWebhook(facts, defaultWebhooks, () => random.next())
    if (verdict.outcome !== 'retry') return webhookOutcomeOf(delivery, result, verdict)
    // An attempt that came before what is written now may be due again already.
    const due = Math.max(at + verdict.afterSeconds * 1000, now + 1)
    agenda.add(due, async () => {
      await mailroom.flush(due)
      await goToInDatabase(db, due)
      await this.deliver(endpoint, due)
    })
    return webhookOutcomeOf(delivery, result, { outcome: 'retry', afterSeconds: (due - now) / 1000 })
  }
}
