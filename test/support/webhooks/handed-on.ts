import { createHash } from 'node:crypto'
import type pg from 'pg'
import { uuidBytes } from '../../../base/text/uuid-bytes.js'
import type { Uuid, WorkspaceId } from '../../../server/platform/db/ids.js'

/**
 * The log of events against the deliveries of webhooks: what the rules make of the one, worked out here, and what is in
 * the other. It fits where no subscription was changed since the first event.
 */
export interface HandedOn {
  readonly events: number
  /** A line for each delivery there has to be, sorted. */
  readonly wanted: readonly string[]
  /** A line for each that there is. */
  readonly deliveries: readonly string[]
  /** Delivery ids in the queue. */
  readonly queued: readonly string[]
}

interface EventRow {
  workspace_id: WorkspaceId
  id: Uuid
  project_id: Uuid | null
  environment: string | null
  type: string
}
interface SubscriptionRow extends EventRow {
  events: string[]
  active: boolean
}
interface Tables {
  events: EventRow[]
  webhook_subscriptions: SubscriptionRow[]
  webhook_deliveries: DeliveryRow[]
  webhook_queue: { delivery_id: Uuid; webhook_id: Uuid; event_id: Uuid }[]
}
interface DeliveryRow extends Omit<EventRow, 'type'> {
  webhook_id: Uuid
  event_id: Uuid
  event_type: string
}

/**
 * Reads all that a workspace has of it at one moment, so that it fits whatever goes on meanwhile.
 *
 * @param workspaceId whose events; of all workspaces where it is not given
 */
export async function handedOn(sql: pg.Pool | pg.Client, workspaceId?: WorkspaceId): Promise<HandedOn> {
  if (workspaceId !== undefined) return handedOnBy(sql, workspaceId)
  const { rows } = await sql.query<{ id: WorkspaceId }>('select id from workspaces')
  const each: HandedOn[] = []
  for (const { id } of rows) each.push(await handedOnBy(sql, id))
  return {
    events: each.reduce((sum, { events }) => sum + events, 0),
    wanted: each.flatMap(({ wanted }) => wanted).sort(),
    deliveries: each.flatMap(({ deliveries }) => deliveries).sort(),
    queued: each.flatMap(({ queued }) => queued).sort(),
  }
}

async function handedOnBy(sql: pg.Pool | pg.Client, workspaceId: WorkspaceId): Promise<HandedOn> {
  const rowsOf = (table: string, columns: string) =>
    `(select coalesce(json_agg(row), '[]') from (
       select ${columns} from ${table} where workspace_id = $1) row) as ${table}`
  const { rows } = await sql.query<Tables>(
    `select ${rowsOf('events', 'workspace_id, id, project_id, environment, type')},
       ${rowsOf('webhook_subscriptions', '*, enabled and deleted_at is null as active')},
       ${rowsOf('webhook_deliveries', '*')},
       ${rowsOf('webhook_queue', 'delivery_id, webhook_id, event_id')}`,
    [workspaceId],
  )
  const [tables] = rows
  if (tables === undefined) throw new Error('no row')
  const {
    events,
    webhook_subscriptions: subscriptions,
    webhook_deliveries: found,
    webhook_queue: queue,
  } = tables
  const wanted = events.flatMap((event) =>
    subscriptions
      .filter((subscription) => wants(subscription, event))
      .map((subscription) =>
        lineOf(event, {
          event: event.id,
          type: event.type,
          subscription: subscription.id,
          delivery: deliveryId(event, subscription),
        }),
      ),
  )
  const lines = found.map((row) =>
    lineOf(row, {
      event: row.event_id,
      type: row.event_type,
      subscription: row.webhook_id,
      delivery: row.id,
    }),
  )
  const known = new Map(found.map((row) => [row.id, row]))
  for (const row of queue) {
    const delivery = known.get(row.delivery_id)
    if (delivery?.webhook_id !== row.webhook_id || delivery.event_id !== row.event_id)
      throw new Error(`the queue has ${row.delivery_id} otherwise than the history`)
  }
  return {
    events: events.length,
    wanted: wanted.sort(),
    deliveries: lines.sort(),
    queued: queue.map(({ delivery_id }) => delivery_id).sort(),
  }
}

function wants(subscription: SubscriptionRow, event: EventRow): boolean {
  return (
    subscription.workspace_id === event.workspace_id &&
    subscription.active &&
    event.type !== 'webhook.test' &&
    [null, event.project_id].includes(subscription.project_id) &&
    [null, event.environment].includes(subscription.environment) &&
    subscription.events.some((type) => type === '*' || type === event.type)
  )
}

/** A UUIDv7: the event's time, then the digest of both ids. */
export function deliveryId(event: { id: Uuid }, subscription: { id: Uuid }): Uuid {
  const digest = createHash('sha256').update(uuidBytes(event.id, subscription.id)).digest('hex')
  const free = (from: number, to: number) => digest.slice(from, to)
  return `${event.id.slice(0, 13)}-7${free(0, 3)}-8${free(3, 6)}-${free(6, 18)}`
}

function lineOf(
  { workspace_id, project_id, environment }: Omit<EventRow, 'type' | 'id'>,
  {
    event,
    type,
    subscription,
    delivery,
  }: { readonly event: Uuid; readonly type: string; readonly subscription: Uuid; readonly delivery: Uuid },
): string {
  return [workspace_id, subscription, event, type, project_id, environment, delivery].join(' ')
}
