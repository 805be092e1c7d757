import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { EventRow } from '../../../platform/events/present-event.js'
import type { WebhookFormat } from '../../../platform/events/webhook-formats.js'

/** A delivery that this worker has claimed. */
export interface ClaimedWebhook {
  readonly workspaceId: WorkspaceId
  readonly deliveryId: Uuid
  readonly subscriptionId: Uuid
  readonly url: string
  readonly format: WebhookFormat
  /** Attempts before this one, in this round of the schedule. */
  readonly attempts: number
  /** Null if the event is no longer retained. */
  readonly event: EventRow | null
  /** Trace that the delivery belongs to (W3C Trace Context). */
  readonly traceparent?: string
}

/** Subscription and number of deliveries to claim, and the lease to claim them under. */
export interface WebhookClaim {
  readonly workspaceId: WorkspaceId
  readonly subscriptionId: Uuid
  /** URL of the subscription; nothing is claimed if it has changed. */
  readonly url: string
  readonly max: number
  /** True to claim only manual deliveries (tests and replays). */
  readonly manualOnly: boolean
  /** The worker's own id, which must match when it records the outcomes. */
  readonly lease: Uuid
  readonly leaseSeconds: number
}

type ClaimRow = Pick<EventRow, 'project_id' | 'environment' | 'data'> & {
  readonly delivery_id: Uuid
  readonly event_id: Uuid
  readonly attempts: number
  readonly traceparent: string | null
  readonly format: WebhookFormat
  /** Null if the event is gone. */
  readonly type: EventRow['type'] | null
}

/**
 * SQL: selects due deliveries, the longest due first. Rows that another worker is claiming are skipped, not waited
 * for.
 */
const due = (manual: boolean, max: string) => `
     select delivery_id from webhook_queue
     where workspace_id = $1 and webhook_id = $2 and manual = ${manual} and due_at <= now()
     order by due_at limit ${max} for update skip locked`

/** Claims rows. The end of the lease is the new due time: if a worker dies, its deliveries become due again. */
const claimRows = statement<
  [
    workspaceId: WorkspaceId,
    subscriptionId: Uuid,
    url: string,
    max: number,
    manualOnly: boolean,
    lease: Uuid,
    leaseSeconds: number,
  ],
  ClaimRow
>(
  'claim_webhooks',
  `with subscription as materialized (
     select format from webhook_subscriptions
     where workspace_id = $1 and id = $2 and url = $3 and enabled and deleted_at is null
   ), capacity as (
     select case when exists (select from subscription) then $4::integer else 0 end as max
   ), manual as materialized (${due(true, '(select max from capacity)')}
   ), others as materialized (${due(
     false,
     `(select case when $5::boolean then 0 else max - (select count(*) from manual) end from capacity)`,
   )}
   ), claimed as (
     update webhook_queue set due_at = now() + make_interval(secs => $7), lease = $6
     where workspace_id = $1 and delivery_id = any(array(
       select delivery_id from manual union all select delivery_id from others
     ))
     returning delivery_id, event_id, attempts, traceparent
   )
   select claimed.*, (select format from subscription), event.project_id, event.environment, event.type, event.data
   from claimed left join lateral (
     select * from events where workspace_id = $1 and id = claimed.event_id limit 1
   ) event on true`,
)

/** Claims due deliveries of one subscription under a lease: manual ones before the others. */
export async function claimWebhooks(db: Knex, claim: WebhookClaim): Promise<ClaimedWebhook[]> {
  const { workspaceId, subscriptionId, url, max, manualOnly, lease, leaseSeconds } = claim
  const rows = await claimRows(db, workspaceId, subscriptionId, url, max, manualOnly, lease, leaseSeconds)
  return rows.map((row) => ({
    workspaceId,
    deliveryId: row.delivery_id,
    subscriptionId,
    url,
    format: row.format,
    attempts: row.attempts,
    ...(row.traceparent !== null && { traceparent: row.traceparent }),
    event: eventOf(workspaceId, row),
  }))
}

/** Builds an event from a row, property by property: to spread the rest of the row took ten times as long. */
function eventOf(workspaceId: WorkspaceId, row: ClaimRow): EventRow | null {
  const { event_id: id, project_id, environment, type, data } = row
  if (type === null) return null
  return { id, workspace_id: workspaceId, project_id, environment, type, data }
}
