import type { Knex } from 'knex'
import { minUuidAt, timeOf, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { dayMs } from '../../platform/db/retention.js'
import { sameKey } from '../../platform/db/statements/same-key.js'
import { statement } from '../../platform/db/statements/statement.js'
import { workspacesWith, type WorkspaceWithRows } from '../../platform/db/statements/workspaces-with.js'
import type { PurgeBatch } from '../../platform/scheduler/purge/batch.js'
import {
  byId,
  expiring,
  keptForMs,
  type PurgeRange,
  type PurgeStep,
  type PurgeTask,
} from '../../platform/scheduler/purge/task.js'

const selectOld = statement<[workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number], { id: Uuid }>(
  'select_old_webhook_deliveries',
  `select id from webhook_deliveries where workspace_id = $1 and id > $2 and id < $3 order by id limit $4`,
)

/**
 * Deletes the waiting deliveries of a subscription that gets no more events, except those that a worker has leased.
 */
const deleteAbandoned = statement<
  [workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number],
  { id: Uuid }
>(
  'delete_abandoned_webhooks',
  `with going as (
     select delivery_id from webhook_queue queue
     where workspace_id = $1 and delivery_id > $2 and delivery_id < $3
       and not exists (
         select from webhook_subscriptions subscription
         where workspace_id = $1 and subscription.id = queue.webhook_id and enabled and deleted_at is null)
     order by delivery_id limit $4 for update skip locked
   ), gone as (
     delete from webhook_queue where workspace_id = $1 and delivery_id = any(array(select delivery_id from going))
     returning delivery_id
   )
   select delivery_id as id from gone order by delivery_id`,
)

/**
 * Purges a batch of queued deliveries that are older than `below` and whose subscription is disabled or deleted: they
 * would otherwise wait for ever, and keep their history.
 */
const purgeAbandoned: PurgeStep = async (trx, { workspaceId, before }, after, max): Promise<PurgeBatch> => {
  const ids = await deleteAbandoned(trx, workspaceId, after, minUuidAt(before), max)
  return { purged: { webhook_queue: ids.length }, next: ids.length < max ? null : (ids.at(-1)?.id ?? null) }
}

export const abandonedWebhooksTask: PurgeTask = {
  workspaces: workspacesWith('webhook_queue', 'delivery_id'),
  keptUntil: ({ first }: WorkspaceWithRows<Uuid>, days) => timeOf(first).getTime() + days * dayMs,
  purge: purgeAbandoned,
}

const selectQueued = statement<[workspaceId: WorkspaceId, first: Uuid, last: Uuid], { id: Uuid }>(
  'select_queued_webhooks',
  `select delivery_id as id from webhook_queue
   where workspace_id = $1 and delivery_id >= $2 and delivery_id <= $3`,
)

const deleteDeliveries = statement<
  [workspaceId: WorkspaceId, first: Uuid, last: Uuid, kept: readonly Uuid[]],
  { count: string }
>(
  'delete_webhook_deliveries',
  `with gone as (
     delete from webhook_deliveries
     where workspace_id = $1 and id >= $2 and id <= $3 and id <> all($4::uuid[]) returning 1
   )
   select count(*) as count from gone`,
)

/** Purges a batch of the deliveries that are older than `below`, except those that are yet to be sent. */
async function purgeDeliveries(
  trx: Knex,
  workspaceId: WorkspaceId,
  { after, below, max }: PurgeRange,
): Promise<PurgeBatch> {
  const ids = (await selectOld(trx, workspaceId, after, below, max)).map((row) => row.id)
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return { purged: {}, next: null }
  const kept = (await selectQueued(trx, workspaceId, first, last)).map((row) => row.id)
  const [gone] = await deleteDeliveries(trx, workspaceId, first, last, kept)
  const purged = { webhook_deliveries: Number(gone?.count ?? 0) }
  return { purged, next: ids.length < max ? null : last }
}

export const webhookDeliveriesTask = byId('webhook_deliveries', purgeDeliveries)

/** Twice the period that webhook health covers. */
const totalsKeptFor = '48 hours'

/**
 * Time after which no transaction can still add events to a deleted subscription: one that began before the deletion
 * could, but none takes this long.
 */
const settledAfter = '1 hour'

/** Deletes old totals. They are found by subscription, and the old ones of each stand together. */
export const webhookTotalsTask = expiring({
  table: 'webhook_totals',
  workspaces: workspacesWith('webhook_totals', 'webhook_id'),
  name: 'delete_old_webhook_totals',
  sql: `with old as materialized (
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
  rest: (_scope, max) => [max] as const,
})

/**
 * Deletes subscriptions that are marked as deleted and have no delivery left, with everything that belongs to them.
 */
export const deletedWebhooksTask = expiring({
  table: 'webhook_subscriptions',
  workspaces: workspacesWith('webhook_subscriptions', 'id', { where: 'deleted_at is not null' }),
  name: 'delete_empty_webhooks',
  sql: `with empty as (
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
  rest: (_scope, max) => [max] as const,
})

/**
 * Deletes expired receivers with the requests they got. A receiver that is taking a request at this moment is locked.
 * The delay after the expiry ensures that no request was added that this statement does not see.
 */
export const endedReceiversTask = expiring({
  table: 'webhook_receivers',
  workspaces: workspacesWith('webhook_receivers', 'expires_at'),
  keptUntil: keptForMs(3_600_000),
  name: 'delete_ended_webhook_receivers',
  sql: `with ended as (
     select id from webhook_receivers
     where workspace_id = $1 and expires_at < now() - interval '${settledAfter}'
     order by expires_at limit $2
     for update skip locked
   ), requests as (
     delete from webhook_receiver_requests where workspace_id = $1 and receiver_id in (select id from ended)
   ), gone as (
     delete from webhook_receivers where workspace_id = $1 and id in (select id from ended) returning 1
   )`,
  rest: (_scope, max) => [max] as const,
})
