import { ownWorkspace } from '../db/statements/own-workspace.js'
import { noteOwners } from '../queue/owners.js'
import { inFormat } from './webhook-formats.js'

/**
 * Queues events for the subscriptions that want them, in the statement that records the events: so each event is
 * there with its deliveries or not at all, whatever crashes, and nothing has to be read again to find out which
 * events were handed on.
 *
 * A subscription gets the events of statements that began after it was saved.
 */

/**
 * Returns SQL of the id of an event's delivery to a subscription, a UUIDv7 of the event's time. The id follows from
 * the two, so that a second delivery of the same event to the same subscription cannot be stored, and deliveries are
 * found by the event.
 *
 * @param eventId SQL of the event's id, as a uuid
 * @param subscriptionId SQL of the subscription's
 */
export function deliveryIdOf(eventId: string, subscriptionId: string): string {
  // RFC 9562, section 5.7: 48 bits of time, then all but version and variant is free.
  const digest = `encode(sha256(uuid_send(${eventId}) || uuid_send(${subscriptionId})), 'hex')`
  return `(select (left(${eventId}::text, 13) || '-7' || left(h, 3) || '-8' || substr(h, 4, 3) || '-' || substr(h, 7, 12))::uuid
    from ${digest} as h)`
}

/**
 * Returns SQL of common table expressions that record events of workspace $1 and queue their deliveries.
 * `recorded_events` holds the recorded events, `wanted_event` a row for each delivery. Nothing else in the service
 * inserts events.
 *
 * @param rows SQL that selects id, project_id, environment, type and data
 * @param traces SQL that selects event_id and traceparent, for events that are a part of a trace
 */
export function recordEvents(rows: string, traces?: string): string {
  const trace = traces === undefined ? '' : `left join (${traces}) trace on trace.event_id = event.id`
  return `recording as materialized (
     select pg_current_xact_id()::text::bigint + ahead as recorded_in from event_order
   ), recorded_events as (
     insert into events as recorded (workspace_id, id, project_id, environment, type, data, recorded_in)
     select own.workspace_id, id, project_id, environment, type, data, recorded_in
     from ${ownWorkspace} cross join recording cross join (${rows}) new_event
     returning id, project_id, environment, type
   ), wanted_event as (
     select event.*, subscription.id as webhook_id, ${deliveryIdOf('event.id', 'subscription.id')} as delivery_id
     from recorded_events event
     join webhook_subscriptions subscription on subscription.workspace_id = $1
       and subscription.enabled and subscription.deleted_at is null
       and (subscription.project_id is null or subscription.project_id = event.project_id)
       and (subscription.environment is null or subscription.environment = event.environment)
       and (event.type = any(subscription.events) or '*' = any(subscription.events))
       and ${inFormat('subscription.format', 'event.type')}
     where event.type <> 'webhook.test'
   ), new_webhook_delivery as (
     insert into webhook_deliveries
       (workspace_id, id, webhook_id, event_id, event_type, project_id, environment)
     select own.workspace_id, delivery_id, webhook_id, id, type, project_id, environment
     from ${ownWorkspace} cross join wanted_event
   ), queued_webhook as (
     insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at, traceparent)
     select own.workspace_id, delivery_id, webhook_id, id, now(), ${traces === undefined ? 'null' : 'traceparent'}
     from ${ownWorkspace} cross join wanted_event event ${trace}
   ), noted_subscription as (
     ${noteOwners('webhook', 'select distinct webhook_id as owner_id from wanted_event')}
   )`
}
