import type { Knex } from 'knex'
import { fromTypeId, minUuidAt, timeOf, type Uuid, type WorkspaceId } from '../db/ids.js'
import { statement } from '../db/statements/statement.js'
import type { PurgeBatch } from '../scheduler/purge/batch.js'
import { byId, type PurgeTask } from '../scheduler/purge/task.js'

const selectOld = statement<
  [workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number],
  { id: Uuid; message: string | null }
>(
  'select_old_events',
  `select id, data ->> 'message_id' as message from events
   where workspace_id = $1 and id > $2 and id < $3 order by id limit $4`,
)

const deleteEvents = statement<
  [workspaceId: WorkspaceId, first: Uuid, last: Uuid, kept: readonly Uuid[]],
  { count: string }
>(
  'delete_events',
  `with gone as (
     delete from events where workspace_id = $1 and id >= $2 and id <= $3 and id <> all($4::uuid[]) returning 1
   )
   select count(*) as count from gone`,
)

/**
 * Selects undelivered events. Ids of deliveries begin with their event's time, to the millisecond, so the deliveries
 * of a batch are a range of the queue.
 */
const selectUndelivered = statement<[workspaceId: WorkspaceId, from: Uuid, below: Uuid], { id: Uuid }>(
  'select_undelivered_events',
  `select distinct event_id as id from webhook_queue
   where workspace_id = $1 and delivery_id >= $2 and delivery_id < $3`,
)

/** Finds the messages that are kept among these, since they still have a delivery to be made. */
type FindWaiting = (
  trx: Knex,
  workspaceId: WorkspaceId,
  messageIds: readonly Uuid[],
) => Promise<{ id: Uuid }[]>

/** Purges events, except those of a message that is kept, and those that a webhook subscription is still to get. */
export function eventsTask(findWaiting: FindWaiting): PurgeTask {
  const task = byId('events', async (trx, workspaceId, { after, below, max }): Promise<PurgeBatch> => {
    const events = (await selectOld(trx, workspaceId, after, below, max)).map(({ id, message }) => ({
      id,
      message: message === null ? null : fromTypeId('msg', message),
    }))
    const [first, last] = [events[0], events.at(-1)]
    if (first === undefined || last === undefined) return { purged: {}, next: null }
    const messages = new Set(events.flatMap(({ message }) => (message === null ? [] : [message])))
    const waiting = new Set((await findWaiting(trx, workspaceId, [...messages])).map((row) => row.id))
    const undelivered = new Set(
      (await selectUndelivered(trx, workspaceId, ...deliveriesOf(first.id, last.id))).map((row) => row.id),
    )
    const kept = events
      .filter(({ id, message }) => undelivered.has(id) || (message !== null && waiting.has(message)))
      .map(({ id }) => id)
    const [gone] = await deleteEvents(trx, workspaceId, first.id, last.id, kept)
    return { purged: { events: Number(gone?.count ?? 0) }, next: events.length < max ? null : last.id }
  })
  return { ...task, isRecorded: true }
}

/** Returns the range of ids that deliveries of some events have: from one on, and below the other. */
function deliveriesOf(first: Uuid, last: Uuid): [from: Uuid, below: Uuid] {
  return [minUuidAt(timeOf(first)), minUuidAt(new Date(timeOf(last).getTime() + 1))]
}
