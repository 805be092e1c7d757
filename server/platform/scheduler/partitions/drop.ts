import type { Knex } from 'knex'
import { advisoryLocks } from '../../db/transaction/advisory-locks.js'
import { minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { gather, serviceStatement, statement, type Run } from '../../db/statements/statement.js'
import { readingMs } from '../../db/connection/time-limits.js'
import { inTransaction } from '../../db/transaction/transaction.js'
import { dayMs } from '../../db/retention.js'
import { recordPurge } from '../record-purge.js'
import {
  historyTables,
  idsOf,
  longestRetention,
  readDivisions,
  type HistoryTable,
  type Partition,
} from './state.js'

/**
 * Drops the partitions of the history that no workspace may read any more: in an instant, whatever they hold, and
 * nothing is left to vacuum. A partition stays while one of its messages, or of those before, is yet to be delivered,
 * or one of its events to be sent to a webhook; the purge then deletes its other rows.
 */

/**
 * Milliseconds for which a partition stays longer, since readers go by a retention that they have remembered for some
 * seconds.
 */
const graceMs = 60_000

/**
 * The max time by which a log's id may be behind its message's, in milliseconds. A log is made with its message, and
 * has a greater id: by far less than this.
 */
const logsBehindMs = 3600_000

/** Workspaces that one statement finds. */
const atOnce = 500

type Owner = (typeof historyTables)[number]['owner']

const owners: readonly Owner[] = ['message_logs', 'messages', 'webhook_deliveries', 'events']

/** SQL: the first row of a workspace in a partition, of which $1 is the first id and $2 the end. */
const firstIn = (owner: Owner, where = 'true', order = 'workspace_id, id') => `
  from workspaces workspace cross join lateral (
    select id from ${owner}
    where workspace_id = workspace.id and id >= $1 and id < $2 and ${where} order by ${order} limit 1
  ) found`

/** Selects a workspace that has rows in a partition and keeps them for longer than some days. */
const selectKeeping = statementsOf((owner) =>
  gather<[from: Uuid, below: Uuid, days: number], { id: WorkspaceId }>(
    `select_keeping_${owner}`,
    `select workspace.id ${firstIn(owner)} where workspace.retention_days > $3 limit 1`,
  ),
)

const selectWithRows = statementsOf((owner) =>
  gather<[from: Uuid, below: Uuid, after: Uuid, max: number], { id: WorkspaceId }>(
    `select_having_${owner}`,
    `select workspace.id ${firstIn(owner)} where workspace.id > $3 order by workspace.id limit $4`,
  ),
)

function statementsOf<T>(make: (owner: Owner) => T): Record<Owner, T> {
  return Object.fromEntries(owners.map((owner) => [owner, make(owner)])) as Record<Owner, T>
}

const selectUndelivered = gather<[below: Uuid], { id: WorkspaceId }>(
  'select_undelivered_before',
  `select workspace.id from workspaces workspace cross join lateral (
     select log_id from delivery_queue where workspace_id = workspace.id and log_id < $1 order by workspace_id, log_id limit 1
   ) found limit 1`,
)

const selectUnsent = gather<[below: Uuid], { id: WorkspaceId }>(
  'select_webhooks_unsent_before',
  `select workspace.id from workspaces workspace cross join lateral (
     select delivery_id from webhook_queue
     where workspace_id = workspace.id and delivery_id < $1 order by workspace_id, delivery_id limit 1
   ) found limit 1`,
)

const selectWithCampaigns = gather<[from: Uuid, below: Uuid, after: Uuid, max: number], { id: WorkspaceId }>(
  'select_having_logs_of_campaigns',
  `select workspace.id ${firstIn('message_logs', 'campaign_id is not null', 'workspace_id, campaign_id')}
   where workspace.id > $3 order by workspace.id limit $4`,
)

/** Counts the outcomes of logs of campaigns before the logs go, as the purge does when it deletes them. */
const countLogsOfCampaigns = statement<
  [workspaceId: WorkspaceId, from: Uuid, below: Uuid],
  { count: string }
>(
  'count_dropped_logs_of_campaigns',
  `with counted as (
     insert into campaign_purged_logs as total (workspace_id, campaign_id, status, destination, count)
     select $1::uuid, gone.*
     from (
       select campaign_id, status, coalesce(destination, ''), count(*) from message_logs
       where workspace_id = $1 and id >= $2 and id < $3 and campaign_id is not null group by 1, 2, 3
     ) gone
     cross join lateral (select from campaigns where workspace_id = $1 and id = gone.campaign_id limit 1) campaign
     on conflict (workspace_id, campaign_id, status, destination) do update
     set count = total.count + excluded.count
     returning 1
   )
   select count(*) as count from counted`,
)

const tryLock = serviceStatement<[number], { mine: boolean }>(
  'try_lock_dropping',
  'select pg_try_advisory_xact_lock($1) as mine',
)

/** Waits for a batch of the purge, which is short. Beside one, a row could be counted twice. */
const waitForPurge = serviceStatement<[number]>('wait_for_purge', 'select pg_advisory_xact_lock($1)')

/**
 * Citus: makes the following statements change all machines one after the other, so that they may follow one that
 * changed a single machine.
 */
const oneAfterTheOther = serviceStatement<[]>(
  'change_machines_in_turn',
  `select set_config('citus.multi_shard_modify_mode', 'sequential', true)`,
)

const drop = serviceStatement<[table: string, part: string]>(
  'drop_history_partition',
  'select drop_history_partition($1, $2)',
)

/** A partition that was dropped. */
export interface Dropped {
  readonly table: HistoryTable
  readonly partition: Partition
}

/** Drops the partitions that can go. */
export async function dropPartitions(db: Knex, now: Date, report: (dropped: Dropped) => void): Promise<void> {
  const longest = await longestRetention(db)
  const divisions = new Map((await readDivisions(db)).map((division) => [division.table, division]))
  for (const { table, owner } of historyTables) {
    for (const partition of divisions.get(table)?.partitions ?? []) {
      if (!(await isOver(db, owner, partition, { longest, now }))) break
      if (table === 'messages' || table === 'events')
        for await (const id of workspacesIn(db, selectWithRows[table], partition))
          await inTransaction(db, ({ sql }) => recordPurge(sql, id))
      if (!(await dropOne(db, table, partition))) return
      report({ table, partition })
    }
  }
}

/**
 * Tells whether nobody may read the rows of a partition any more, and none of them is still to be sent.
 *
 */
async function isOver(
  db: Knex,
  owner: Owner,
  partition: Partition,
  {
    longest,
    now,
  }: {
    /** The longest retention of any workspace in days. */
    readonly longest: number
    readonly now: Date
  },
): Promise<boolean> {
  const days = Math.floor((now.getTime() - partition.to.getTime() - graceMs) / dayMs)
  if (days < 1) return false
  const [from, below] = idsOf(partition)
  if ((await selectKeeping[owner](db, from ?? nilUuid, below, days)).length > 0) return false
  // An empty partition may still get rows: a webhook's delivery has the time of its event.
  const isEmpty = (await selectWithRows[owner](db, from ?? nilUuid, below, nilUuid, 1)).length === 0
  if (isEmpty && days < longest) return false
  const logsBelow = minUuidAt(new Date(partition.to.getTime() + logsBehindMs))
  if (owner !== 'webhook_deliveries' && (await selectUndelivered(db, logsBelow)).length > 0) return false
  if (owner === 'message_logs' || owner === 'messages') return true
  return (await selectUnsent(db, below)).length === 0
}

async function* workspacesIn(
  db: Knex,
  select: Run<[from: Uuid, below: Uuid, after: Uuid, max: number], { id: WorkspaceId }>,
  partition: Partition,
): AsyncGenerator<WorkspaceId> {
  const [from, below] = idsOf(partition)
  let after: Uuid | undefined = nilUuid
  while (after !== undefined) {
    const found: { id: WorkspaceId }[] = await select(db, from ?? nilUuid, below, after, atOnce)
    for (const { id } of found) yield id
    after = found.length < atOnce ? undefined : found.at(-1)?.id
  }
}

/**
 * Drops one partition.
 *
 * @returns false if another process is at it
 */
async function dropOne(db: Knex, table: HistoryTable, partition: Partition): Promise<boolean> {
  const [from, below] = idsOf(partition)
  return inTransaction(
    db,
    async ({ sql }) => {
      if ((await tryLock(sql, advisoryLocks.partitions))[0]?.mine !== true) return false
      await waitForPurge(sql, advisoryLocks.purge)
      await oneAfterTheOther(sql)
      if (table === 'message_logs')
        for await (const id of workspacesIn(sql, selectWithCampaigns, partition))
          await countLogsOfCampaigns(sql, id, from ?? nilUuid, below)
      await drop(sql, table, partition.part)
      return true
    },
    { maxMs: readingMs },
  )
}
