import type { Knex } from 'knex'
import { Counter, Gauge, type Registry } from 'prom-client'
import { cached } from '../../platform/db/cached.js'
import type { CountedDeliveries } from './allowance.js'
import type { Transport } from './transport.js'
import { gather } from '../../platform/db/statements/statement.js'
import { isHeld } from '../../platform/queue/holds/held.js'

const deliveryQueueStates = ['due', 'waiting', 'leased', 'held'] as const

/** Number of deliveries of all workspaces in each state. */
type DeliveryQueueCount = Readonly<Record<(typeof deliveryQueueStates)[number], number>> & {
  /** Age of the oldest due delivery, in seconds; 0 if none is due. */
  readonly oldestDueSeconds: number
}

const selectCount = gather<
  [],
  { due: string; waiting: string; leased: string; held: string; oldest: string }
>(
  'count_queue',
  `select count(*) filter (where due_at <= now() and not halted) as due,
     count(*) filter (where lease is null and not held and (due_at > now() or halted)) as waiting,
     count(*) filter (where lease is not null and (due_at > now() or halted)) as leased,
     count(*) filter (where held) as held,
     coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now() and not halted)), 0) as oldest
   from (
     select due_at, lease, ${isHeld.delivery_queue} as held, halted_at is not null as halted
     from delivery_queue queue join workspaces on workspaces.id = queue.workspace_id
   ) queue`,
)

const selectHalted = gather<[], { count: string }>(
  'count_halted_workspaces',
  'select count(*) as count from workspaces where halted_at is not null',
)

/** Counts the whole queue, so call it rarely. A delivery that waits because its workspace is halted is not due. */
async function countQueue(db: Knex): Promise<DeliveryQueueCount> {
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

export interface DeliveryMetrics {
  count(outcome: string): void
  countLostLeases(leases: number): void
  /** Sets the function that counts the outcomes that are kept in memory. */
  held(count: () => number): void
  /** Sets the deliveries that the worker has in flight. */
  watch(inFlight: CountedDeliveries): void
}

/** Registers the metrics of the delivery role and its queue. No label names a tenant or a recipient's domain. */
export function deliveryMetrics(
  registry: Registry,
  db: Knex,
  transport: Pick<Transport, 'connections' | 'stopped'>,
): DeliveryMetrics {
  const registers = [registry]
  const outcomes = new Counter({
    name: 'postseal_deliveries_total',
    help: 'Delivery attempts by outcome, and deliveries that were suppressed.',
    labelNames: ['outcome'],
    registers,
  })
  const lost = new Counter({
    name: 'postseal_lost_leases_total',
    help: 'Outcomes that arrived after their lease had expired.',
    registers,
  })
  const counted = cached(() => countQueue(db))
  new Gauge({
    name: 'postseal_queue_depth',
    help: 'Deliveries in the queue: due, waiting for their time or for a halted workspace, leased by a worker, and held since a restore.',
    labelNames: ['state'],
    registers,
    async collect() {
      const count = await counted()
      for (const state of deliveryQueueStates) this.set({ state }, count?.[state] ?? NaN)
    },
  })
  new Gauge({
    name: 'postseal_queue_oldest_due_seconds',
    help: 'How long the oldest due delivery has been due; 0 if none is.',
    registers,
    async collect() {
      this.set((await counted())?.oldestDueSeconds ?? NaN)
    },
  })
  new Gauge({
    name: 'postseal_smtp_connections',
    help: 'SMTP connections of this process that are open, and those of them that are idle.',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, idle } = transport.connections()
      this.set({ state: 'open' }, open)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'postseal_stopped_destinations',
    help: 'Destinations that this process has paused, because they fail or report that they are overloaded.',
    registers,
    collect() {
      this.set(transport.stopped())
    },
  })
  const halted = cached(() => selectHalted(db))
  new Gauge({
    name: 'postseal_halted_workspaces',
    help: 'Workspaces whose sending is halted, by the operator or because of too many bounces or complaints.',
    registers,
    async collect() {
      this.set(Number((await halted())?.[0]?.count ?? NaN))
    },
  })
  let held = () => 0
  new Gauge({
    name: 'postseal_held_outcomes',
    help: 'Delivery outcomes that this process holds because the database cannot store them now.',
    registers,
    collect() {
      this.set(held())
    },
  })
  let watched: CountedDeliveries | undefined
  new Gauge({
    name: 'postseal_deliveries_in_flight',
    help: 'Deliveries in progress in this process, to destinations that answer and to those that have not answered yet.',
    labelNames: ['destination'],
    registers,
    collect() {
      const all = [...(watched?.all() ?? [])]
      const onProbation = all.filter((delivery) => watched?.isOnProbation(delivery)).length
      this.set({ destination: 'proven' }, all.length - onProbation)
      this.set({ destination: 'on_probation' }, onProbation)
    },
  })
  return {
    watch: (inFlight) => {
      watched = inFlight
    },
    count: (outcome) => outcomes.inc({ outcome }),
    countLostLeases: (leases) => lost.inc(leases),
    held: (count) => {
      held = count
    },
  }
}
