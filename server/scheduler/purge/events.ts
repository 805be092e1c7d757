import type { Knex } from 'knex'
import { fromTypeId, type Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { Batch } from './batch.js'
import { selectWaiting } from './waiting.js'

const selectOld = statement<
  [workspaceId: Uuid, after: Uuid, below: Uuid, most: number],
  { id: Uuid; message: string | null }
>(
  'select_old_events',
  `select id, data ->> 'message_id' as message from events
   where workspace_id = $1 and id > $2 and id < $3 order by id limit $4`,
)

const deleteEvents = statement<
  [workspaceId: Uuid, first: Uuid, last: Uuid, kept: readonly Uuid[]],
  { count: string }
>(
  'delete_events',
  `with gone as (
     delete from events where workspace_id = $1 and id >= $2 and id <= $3 and id <> all($4::uuid[]) returning 1
   )
   select count(*) as count from gone`,
)

/** Purges a batch of the events that are older than `below`, but for those of a message that is kept. */
export async function purgeEvents(
  trx: Knex,
  workspaceId: Uuid,
  after: Uuid,
  below: Uuid,
  most: number,
): Promise<Batch<Uuid>> {
  const events = (await selectOld(trx, workspaceId, after, below, most)).map(({ id, message }) => ({
    id,
    message: message === null ? null : fromTypeId('msg', message),
  }))
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return { purged: {}, next: null }
  const messages = new Set(events.flatMap(({ message }) => (message === null ? [] : [message])))
  const waiting = new Set((await selectWaiting(trx, workspaceId, [...messages])).map((row) => row.id))
  const kept = events.filter(({ message }) => message !== null && waiting.has(message)).map(({ id }) => id)
  const [gone] = await deleteEvents(trx, workspaceId, first.id, last.id, kept)
  return { purged: { events: Number(gone?.count ?? 0) }, next: events.length < most ? null : last.id }
}
