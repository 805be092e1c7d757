import type { Knex } from 'knex'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { cached } from '../../platform/db/cached.js'
import { gather } from '../../platform/db/statements/statement.js'
import { isHeld } from '../../platform/queue/holds/held.js'

export interface WebhookMetrics {
  /**
   * @param durationMs duration of the attempt; undefined if none was made
   */
  count(outcome: string, durationMs: number | undefined): void
  countLostLeases(leases: number): void
  /** Sets the function that says how many deliveries are in flight. */
  inFlight(size: () => number): void
  /** Sets the function that says how many outcomes are kept in memory. */
  held(count: () => number): void
}

/** Registers the count of requests that receivers have answered and not kept. Returns the function that adds one. */
export function receiverMetrics(registry: Registry): () => void {
  const dropped = new Counter({
    name: 'postseal_webhook_receiver_dropped_total',
    help: 'Requests to webhook receivers that were answered and not kept, since there were too many.',
    registers: [registry],
  })
  return () => dropped.inc()
}

/** Registers the metrics of the webhooks role's work and backlog. No label names a tenant or an endpoint. */
export function webhookMetrics(registry: Registry, db: Knex): WebhookMetrics {
  const registers = [registry]
  const attempts = new Counter({
    name: 'postseal_webhook_attempts_total',
    help: 'Attempts to deliver a webhook by what became of the delivery, and deliveries that ended without one.',
    labelNames: ['outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'postseal_webhook_seconds',
    help: 'Time from the beginning of an attempt to the head of the reply, or to its failure.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  })
  const lost = new Counter({
    name: 'postseal_webhook_lost_leases_total',
    help: 'Outcomes of webhooks that came after their lease had run out.',
    registers,
  })
  const counted = cached(() => countWebhookQueue(db))
  new Gauge({
    name: 'postseal_webhook_queue_depth',
    help: 'Webhooks to be delivered: due, waiting for their time or a disabled subscription, leased by a worker, and held since a restore.',
    labelNames: ['state'],
    registers,
    async collect() {
      const count = await counted()
      for (const state of webhookQueueStates) this.set({ state }, count?.[state] ?? NaN)
    },
  })
  new Gauge({
    name: 'postseal_webhook_queue_oldest_due_seconds',
    help: 'For how long the webhook that has been due for longest has been; 0 where none is.',
    registers,
    async collect() {
      this.set((await counted())?.oldestDueSeconds ?? NaN)
    },
  })
  let inFlight = () => 0
  new Gauge({
    name: 'postseal_webhooks_in_flight',
    help: 'Webhooks that this process is sending, or recording.',
    registers,
    collect() {
      this.set(inFlight())
    },
  })
  let held = () => 0
  new Gauge({
    name: 'postseal_webhook_held_outcomes',
    help: 'Outcomes of webhooks that the database cannot store now, held by this process.',
    registers,
    collect() {
      this.set(held())
    },
  })
  return {
    count: (outcome, durationMs) => {
      attempts.inc({ outcome })
      if (durationMs !== undefined) seconds.observe(durationMs / 1000)
    },
    countLostLeases: (leases) => lost.inc(leases),
    inFlight: (size) => {
      inFlight = size
    },
    held: (count) => {
      held = count
    },
  }
}

const webhookQueueStates = ['due', 'waiting', 'leased', 'held'] as const

/** Number of deliveries of all workspaces in each state. */
type WebhookQueueCount = Readonly<Record<(typeof webhookQueueStates)[number], number>> & {
  /** Age of the oldest due delivery; 0 if none is due. */
  readonly oldestDueSeconds: number
}

const selectCount = gather<
  [],
  { due: string; waiting: string; leased: string; held: string; oldest: string }
>(
  'count_webhook_queue',
  `select count(*) filter (where due_at <= now() and active) as due,
     count(*) filter (where lease is null and not held and (due_at > now() or not active)) as waiting,
     count(*) filter (where lease is not null and (due_at > now() or not active)) as leased,
     count(*) filter (where held) as held,
     coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now() and active)), 0) as oldest
   from (
     select due_at, lease, ${isHeld.webhook_queue} as held, enabled and deleted_at is null as active
     from webhook_queue queue
     join webhook_subscriptions subscription
       on subscription.workspace_id = queue.workspace_id and subscription.id = queue.webhook_id
   ) queue`,
)

/**
 * Counts the queue by state. The query reads the whole queue, so it should not run often. Deliveries that wait for a
 * disabled subscription are not due.
 */
async function countWebhookQueue(db: Knex): Promise<WebhookQueueCount> {
  const [row] = await selectCount(db)
  if (row === undefined) throw new Error('an aggregate has no row')
  return {
    due: Number(row.due),
    waiting: Number(row.waiting),
    leased: Number(row.leased),
    held: Number(row.held),
    oldestDueSeconds: Number(row.oldest),
  }
}
