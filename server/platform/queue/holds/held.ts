import type { Knex } from 'knex'
import { gather, serviceStatement } from '../../db/statements/statement.js'

/** SQL: a row of this queue is held. Deliveries of paused campaigns are due at infinity, too, but are not held. */
export const isHeld = {
  delivery_queue: `due_at = 'infinity' and paused_due_at is null`,
  webhook_queue: `due_at = 'infinity'`,
} as const

/** The numbers of held deliveries and webhooks. */
export interface HeldCount {
  readonly deliveries: number
  readonly webhooks: number
}

const selectOpen = serviceStatement<[], { open: boolean }>(
  'select_whether_a_hold_is_open',
  'select exists (select from queue_holds where released_at is null) as open',
)

const countOf = (table: keyof typeof isHeld) =>
  gather<[], { count: string }>(
    `count_held_of_${table}`,
    `select count(*) as count from ${table} where ${isHeld[table]}`,
  )
const countDeliveries = countOf('delivery_queue')
const countWebhooks = countOf('webhook_queue')

/** Counts held rows. It reads the queues only after a held start whose mail was not yet released or dropped. */
export async function countHeld(db: Knex): Promise<HeldCount> {
  const [hold] = await selectOpen(db)
  if (hold?.open !== true) return { deliveries: 0, webhooks: 0 }
  const [deliveries] = await countDeliveries(db)
  const [webhooks] = await countWebhooks(db)
  return { deliveries: Number(deliveries?.count ?? 0), webhooks: Number(webhooks?.count ?? 0) }
}
