import type { Knex } from 'knex'
import type { WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { sameKey } from '../../db/same-key.js'
import { dayMs } from '../../db/retention.js'
import { workspacesWith, type WorkspacesWith, type WorkspaceWithRows } from '../../db/workspaces-with.js'
import { keptFor as keysKeptFor } from '../../http/idempotency/claim.js'

/** What to purge of one workspace in one batch. */
export interface ExpiryScope {
  readonly workspaceId: WorkspaceId
  /** The begin of the workspace's retention. */
  readonly before: Date
  readonly max: number
}

/** A table whose rows expire, with the statement that deletes a batch of them. */
export interface ExpiringTable {
  readonly table: string
  /** Finds the workspaces that have such rows. */
  readonly workspaces: WorkspacesWith<Date>
  /** As in a `PurgeTask` (batch.ts). */
  readonly keptUntil: KeptUntil | undefined
  /** Deletes a batch and returns how many rows have gone. */
  readonly purge: (trx: Knex, scope: ExpiryScope) => Promise<number>
}

/**
 * @param sql a statement that ends with the common table expression `gone`, one row for each deleted row
 */
function expiring<Rest extends readonly unknown[]>(
  table: string,
  workspaces: WorkspacesWith<Date>,
  keptUntil: KeptUntil | undefined,
  name: string,
  sql: string,
  rest: (scope: ExpiryScope) => Rest,
): ExpiringTable {
  const remove = statement<[workspaceId: WorkspaceId, ...Rest], { count: string }>(
    name,
    `${sql} select count(*) as count from gone`,
  )
  return {
    table,
    workspaces,
    keptUntil,
    purge: async (trx, scope) =>
      Number((await remove(trx, scope.workspaceId, ...rest(scope)))[0]?.count ?? 0),
  }
}

type KeptUntil = (found: WorkspaceWithRows<Date>, days: number) => number

const hours = (count: number) => count * 3_600_000

/** Kept until so many milliseconds behind a time, whatever the retention. */
const after =
  (ms: number): KeptUntil =>
  ({ first }) =>
    first.getTime() + ms

/** Twice the time that halting and webhook health look back on. */
const totalsKeptFor = '48 hours'
/**
 * A transaction that began before a subscription was deleted may still add events to it; none takes as long
 * as this.
 */
const settledAfter = '1 hour'

/**
 * A key that is claimed anew at this moment is locked, and passed over. Its time is compared again where it
 * is deleted: it may have been claimed between the two.
 */
const idempotencyKeys = expiring(
  'idempotency_keys',
  workspacesWith('idempotency_keys', 'created_at'),
  after(hours(24)),
  'delete_old_idempotency_keys',
  `with old as materialized (
     select project_id, operation, key from idempotency_keys
     where workspace_id = $1 and created_at < now() - interval '${keysKeptFor}'
     order by created_at limit $2
     for update skip locked
   ), gone as (
     delete from idempotency_keys kept using old
     where kept.workspace_id = $1 and ${sameKey('kept', 'old', ['project_id', 'operation', 'key'])}
       and kept.created_at < now() - interval '${keysKeptFor}'
     returning 1
   )`,
  ({ max }) => [max] as const,
)

/**
 * A row that a worker writes at this moment is locked, and passed over: its address has just bounced again.
 */
const softBounces = expiring(
  'soft_bounces',
  workspacesWith('soft_bounces', 'last_at'),
  ({ first }, days) => first.getTime() + days * dayMs,
  'delete_old_soft_bounces',
  `with gone as (
     delete from soft_bounces
     where workspace_id = $1 and address = any(array(
       select address from soft_bounces
       where workspace_id = $1 and last_at < $2
       order by last_at limit $3
       for update skip locked))
     returning 1
   )`,
  ({ before, max }) => [before, max] as const,
)

/** Totals are found by their subscription, and the old ones of each stand together. */
const webhookTotals = expiring(
  'webhook_totals',
  workspacesWith('webhook_totals', 'webhook_id'),
  undefined,
  'delete_old_webhook_totals',
  `with old as materialized (
     select old.* from webhook_subscriptions subscription
     cross join lateral (
       select webhook_id, hour, counted_by from webhook_totals
       where workspace_id = $1 and webhook_id = subscription.id
         and hour < now() - interval '${totalsKeptFor}'
       order by hour limit $2
     ) old
     where subscription.workspace_id = $1
     limit $2
   ), gone as (
     delete from webhook_totals total using old
     where total.workspace_id = $1 and ${sameKey('total', 'old', ['webhook_id', 'hour', 'counted_by'])}
     returning 1
   )`,
  ({ max }) => [max] as const,
)

/** Deleted subscriptions that have no delivery left, with all that belongs to them. */
const deletedWebhooks = expiring(
  'webhook_subscriptions',
  workspacesWith('webhook_subscriptions', 'id', { where: 'deleted_at is not null' }),
  undefined,
  'delete_empty_webhooks',
  `with empty as (
     select id from webhook_subscriptions subscription
     where workspace_id = $1 and deleted_at < now() - interval '${settledAfter}'
       and not exists (select from webhook_deliveries where workspace_id = $1 and webhook_id = subscription.id)
       and not exists (select from webhook_queue where workspace_id = $1 and webhook_id = subscription.id)
     limit $2
   ), secrets as (
     delete from webhook_secrets where workspace_id = $1 and webhook_id in (select id from empty)
   ), health as (
     delete from webhook_health where workspace_id = $1 and webhook_id in (select id from empty)
   ), totals as (
     delete from webhook_totals where workspace_id = $1 and webhook_id in (select id from empty)
   ), gone as (
     delete from webhook_subscriptions where workspace_id = $1 and id in (select id from empty) returning 1
   )`,
  ({ max }) => [max] as const,
)

/** There are a few for each hour, so all of them go at once. */
const sendingTotals = expiring(
  'sending_totals',
  workspacesWith('sending_totals', 'hour'),
  after(hours(48)),
  'delete_old_sending_totals',
  `with gone as (
     delete from sending_totals
     where workspace_id = $1 and hour < now() - interval '${totalsKeptFor}' returning 1
   )`,
  () => [] as const,
)

/** For how long a link is kept that has ended, so that the audit log tells whose it was when it is tried again. */
const linksKeptFor = '1 day'

/** Sessions, and links to sign in: both are short, and each is found by its end. */
const endedSessions = expiring(
  'sessions',
  workspacesWith('sessions', 'expires_at'),
  after(0),
  'delete_ended_sessions',
  `with gone as (
     delete from sessions where workspace_id = $1 and id = any(array(
       select id from sessions where workspace_id = $1 and expires_at < now() order by expires_at limit $2))
     returning 1
   )`,
  ({ max }) => [max] as const,
)

const endedLinks = expiring(
  'sign_in_links',
  workspacesWith('sign_in_links', 'expires_at'),
  after(dayMs),
  'delete_ended_sign_in_links',
  `with gone as (
     delete from sign_in_links where workspace_id = $1 and token_hash = any(array(
       select token_hash from sign_in_links
       where workspace_id = $1 and expires_at < now() - interval '${linksKeptFor}' order by expires_at limit $2))
     returning 1
   )`,
  ({ max }) => [max] as const,
)

/** The time after a delivery for which what was said in it is kept. */
const conversationsKeptFor = '24 hours'

/**
 * What was said in attempts that delivered: soon nobody asks any more. Of the others it is kept as long as their
 * logs, and goes with them.
 */
const deliveredConversations = expiring(
  'attempt_conversations',
  workspacesWith('attempt_conversations', 'delivered_at', { where: 'delivered_at is not null' }),
  after(hours(24)),
  'delete_delivered_conversations',
  `with old as materialized (
     select log_id, attempt from attempt_conversations
     where workspace_id = $1 and delivered_at < now() - interval '${conversationsKeptFor}'
     order by delivered_at limit $2 for update skip locked
   ), gone as (
     delete from attempt_conversations kept using old
     where kept.workspace_id = $1 and ${sameKey('kept', 'old', ['log_id', 'attempt'])}
     returning 1
   )`,
  ({ max }) => [max] as const,
)

/**
 * Receivers of webhooks with what came to them. One that takes a request at this moment is locked. Only after a while
 * nothing can have been added that this statement does not see.
 */
const endedReceivers = expiring(
  'webhook_receivers',
  workspacesWith('webhook_receivers', 'expires_at'),
  after(hours(1)),
  'delete_ended_webhook_receivers',
  `with ended as (
     select id from webhook_receivers
     where workspace_id = $1 and expires_at < now() - interval '${settledAfter}'
     order by expires_at limit $2
     for update skip locked
   ), requests as (
     delete from webhook_receiver_requests where workspace_id = $1 and receiver_id in (select id from ended)
   ), gone as (
     delete from webhook_receivers where workspace_id = $1 and id in (select id from ended) returning 1
   )`,
  ({ max }) => [max] as const,
)

/** In the order in which they are purged. */
export const expiringTables: readonly ExpiringTable[] = [
  idempotencyKeys,
  softBounces,
  webhookTotals,
  deletedWebhooks,
  endedReceivers,
  sendingTotals,
  endedSessions,
  endedLinks,
  deliveredConversations,
]
