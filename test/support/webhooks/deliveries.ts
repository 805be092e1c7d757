import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId, minUuidAt, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { deliveryId } from './handed-on.js'

export type Delivery = components['schemas']['WebhookDelivery']
export type Status = Delivery['status']

/** Fields of a delivery to insert; by default it is of a new event, waits and is due. */
export interface DeliveryFields {
  /** When its event happened. */
  readonly at?: Date
  readonly type?: Delivery['event_type']
  /** In the outside form. */
  readonly project?: string
  readonly environment?: 'live' | 'test'
  readonly status?: Status
  readonly attempts?: Delivery['attempts']
  /** Attempts of this round of the schedule. */
  readonly round?: number
  /** An event that others have been handed as well. */
  readonly event?: Uuid
  /** From now until it is due or, where it is being sent, until its lease ends. */
  readonly dueInSeconds?: number
  /** Shows a lease that has ended, of a worker that died with it. */
  readonly lease?: Uuid
}

export interface InsertedDelivery {
  readonly id: Uuid
  readonly event: Uuid
}

/** A UUIDv7 of a time. */
export function uuidAt(time: Date): Uuid {
  return minUuidAt(time).slice(0, 24) + randomUUID().slice(24)
}

/** Writes a delivery past the service, with its event and what it is in the queue. */
export async function insertDelivery(
  sql: pg.Pool | pg.Client,
  workspaceId: WorkspaceId,
  subscriptionId: Uuid,
  fields: DeliveryFields = {},
): Promise<InsertedDelivery> {
  const event = fields.event ?? uuidAt(fields.at ?? new Date())
  const id = deliveryId({ id: event }, { id: subscriptionId })
  const { type = 'message.delivered', status = 'pending', attempts = [] } = fields
  const project = fields.project === undefined ? null : fromTypeId('prj', fields.project)
  const environment = fields.environment ?? null
  const waits = status === 'pending' || status === 'delivering'
  await sql.query(
    `insert into events (workspace_id, id, project_id, environment, type, data)
     values ($1, $2, $3, $4, $5, '{}') on conflict do nothing`,
    [workspaceId, event, project, environment, type],
  )
  await sql.query(
    `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, project_id, environment,
       attempts, ended_at, gave_up)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when not $9 then now() end, $10)`,
    [
      workspaceId,
      id,
      subscriptionId,
      event,
      type,
      project,
      environment,
      JSON.stringify(attempts),
      waits,
      status === 'failed' || status === 'dead_letter' ? status : null,
    ],
  )
  if (waits) {
    const lease = fields.lease ?? (status === 'delivering' ? randomUUID() : null)
    const dueIn = fields.dueInSeconds ?? (status === 'delivering' ? 60 : 0)
    await sql.query(
      `insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at, lease, attempts)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7)`,
      [workspaceId, id, subscriptionId, event, dueIn, lease, fields.round ?? 0],
    )
  }
  return { id, event }
}
