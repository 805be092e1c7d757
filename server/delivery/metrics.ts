import type { Knex } from 'knex'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Anybody may ask for the metrics, and to count a long queue takes the database a while. */
const rememberedMs = 5_000

export interface DeliveryMetrics {
  count(outcome: string): void
  countLostLeases(leases: number): void
}

/** What the delivery role does, and how much waits. No label names a tenant. */
export function deliveryMetrics(registry: Registry, db: Knex): DeliveryMetrics {
  const outcomes = new Counter({
    name: 'postseal_deliveries_total',
    help: 'Delivery attempts by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const lost = new Counter({
    name: 'postseal_lost_leases_total',
    help: 'Outcomes that came after their lease had run out.',
    registers: [registry],
  })
  let countedAt = 0
  new Gauge({
    name: 'postseal_queue_depth',
    help: 'Deliveries that wait or are being made.',
    registers: [registry],
    async collect() {
      if (Date.now() < countedAt + rememberedMs) return
      countedAt = Date.now()
      try {
        const row = await db('delivery_queue').count<{ count: string }[]>('* as count')
        this.set(Number(row[0]?.count ?? 0))
      } catch {
        // The other metrics matter most while the database is away.
        this.set(NaN)
      }
    },
  })
  return {
    count: (outcome) => outcomes.inc({ outcome }),
    countLostLeases: (leases) => lost.inc(leases),
  }
}
