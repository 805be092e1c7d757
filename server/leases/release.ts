import type { Knex } from 'knex'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import { waitingSubscriptions } from '../webhooks/queue/waiting.js'

/**
 * Releases the leases of a dead process: what they held is due at once. No index has the leases. They end
 * within the length of the dead process's longest one, so only what falls due in that time is read.
 */

/** Leases that one transaction releases. A process has some hundreds. */
const releasedTogether = 1000

type Params = [owner: Uuid, leaseSeconds: number, max: number]

/**
 * SQL: the common table expression `owner`, a row if the process is still held for dead. If it takes its row
 * back, it waits for this transaction, and the next one releases nothing.
 */
const owner = `owner as materialized (
     select id from lease_owners where id = $1 and expired for share
   )`

/** SQL: whether a row's lease is the dead process's and may still run. */
const isHeld = `lease = $1 and due_at > now() and due_at <= now() + make_interval(secs => $2)`

/** SQL: the end of all three statements. */
const free = (table: string, id: string) => `
   freed as (
     update ${table} set due_at = now(), lease = null
     where workspace_id = any(array(select distinct workspace_id from held))
       and ${id} = any(array(select ${id} from held)) and lease = $1
     returning 1
   )
   select count(*)::integer as count from freed`

/** Rows that are being recorded are skipped: they need no release. */
const releases = {
  deliveries: {
    name: 'release_leases_of_deliveries',
    text: `with ${owner}, held as (
     select queue.workspace_id, queue.log_id
     from owner cross join workspaces cross join (values (false), (true)) class (bulk)
     cross join lateral (
       select workspace_id, log_id from delivery_queue
       where workspace_id = workspaces.id and bulk = class.bulk and ${isHeld}
       for update skip locked
     ) queue
     limit $3
   ), ${free('delivery_queue', 'log_id')}`,
  },
  webhooks: {
    name: 'release_leases_of_webhooks',
    text: `with ${waitingSubscriptions}, ${owner}, held as (
     select queue.workspace_id, queue.delivery_id
     from owner cross join waiting cross join (values (false), (true)) class (asked)
     cross join lateral (
       select workspace_id, delivery_id from webhook_queue
       where workspace_id = waiting.workspace_id and subscription_id = waiting.subscription_id
         and asked = class.asked and ${isHeld}
       for update skip locked
     ) queue
     limit $3
   ), ${free('webhook_queue', 'delivery_id')}`,
  },
  deletions: {
    name: 'release_leases_of_deletions',
    text: `with ${owner}, held as (
     select workspace_id, id from deletions where exists (select from owner) and ${isHeld}
     limit $3 for update skip locked
   ), ${free('deletions', 'id')}`,
  },
} as const

const statements = Object.values(releases).map(({ name, text }) =>
  statement<Params, { count: number }>(name, text),
)

/**
 * Releases the leases of a process that is held for dead, in batches. Several processes may do it at once.
 *
 * @param isStopping whether to stop before the next batch
 * @returns how many leases it has released
 */
export async function releaseLeases(
  db: Knex,
  owner: Uuid,
  leaseSeconds: number,
  isStopping: () => boolean,
): Promise<number> {
  let sum = 0
  for (const release of statements) {
    let count: number
    do {
      if (isStopping()) return sum
      count = (await release(db, owner, leaseSeconds, releasedTogether))[0]?.count ?? 0
      sum += count
    } while (count === releasedTogether)
  }
  return sum
}

/**
 * Releases all leases of a database that no other process uses, as it starts. They are those of a process
 * that was killed.
 */
export async function releaseAllLeases(db: Knex): Promise<void> {
  for (const table of ['delivery_queue', 'webhook_queue', 'deletions']) {
    await db(table).whereNotNull('lease').where('due_at', '>', db.fn.now()).update({ due_at: db.fn.now() })
    await db(table).whereNotNull('lease').update({ lease: null })
  }
}
