import type { Knex } from 'knex'
import { gather } from '../../../platform/db/statement.js'

export const deliveryQueueStates = ['due', 'waiting', 'leased'] as const

/** How many deliveries of all workspaces are in each state. */
export type DeliveryQueueCount = Readonly<Record<(typeof deliveryQueueStates)[number], number>> & {
  /** 0 where none is due. */
  readonly oldestDueSeconds: number
}

const selectCount = gather<[], { due: string; waiting: string; leased: string; oldest: string }>(
  'count_queue',
  `select count(*) filter (where due_at <= now() and not halted) as due,
     count(*) filter (where lease is null and (due_at > now() or halted)) as waiting,
     count(*) filter (where lease is not null and (due_at > now() or halted)) as leased,
     coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now() and not halted)), 0) as oldest
   from (
     select due_at, lease, halted_at is not null as halted
     from delivery_queue queue join workspaces on workspaces.id = queue.workspace_id
   ) queue`,
)

/** Reads the whole queue, so not to be asked often. What waits for its halted workspace is not due. */
export async function countQueue(db: Knex): Promise<DeliveryQueueCount> {
  const [row] = await selectCount(db)
  if (row === undefined) throw new Error('an aggregate has no row')
  return {
    due: Number(row.due),
    waiting: Number(row.waiting),
    leased: Number(row.leased),
    oldestDueSeconds: Number(row.oldest),
  }
}
