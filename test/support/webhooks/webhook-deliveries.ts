import type pg from 'pg'
import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { recordEvents } from '../../../server/platform/events/fan-out.js'
import { noteOwners } from '../../../server/platform/queue/owners.js'
import { call } from '../api/api.js'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'
import { until } from '../time/until.js'

/** Subscriptions and what becomes of their deliveries, as users see them. */

type Schemas = components['schemas']
export type Delivery = Schemas['WebhookDelivery']

/** A service as these helpers need it. */
interface Subscribing {
  readonly url: string
  readonly credentials: Pick<FirstCredentials, 'workspace_key'>
}

/** Webhooks may go to this machine. */
export const toThisMachine = { POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' }

/** A new subscription with its secret; to all events unless told otherwise. */
export async function subscribe(
  service: Subscribing,
  url: string,
  fields: Partial<Schemas['UpsertWebhookRequest']> = {},
  key = service.credentials.workspace_key,
): Promise<{ id: string; secret: string }> {
  const body = { url, events: ['*'], ...fields }
  const reply = await call(service.url, 'PUT', '/v1/webhooks/status', { key, body })
  expect(reply.status, reply.text).toBe(201)
  return { id: reply.body.webhook.id as string, secret: reply.body.secret as string }
}

/** A page of deliveries, newest first. */
export async function deliveries(service: Subscribing, query = ''): Promise<Delivery[]> {
  const path = `/v1/webhooks/status/deliveries?limit=100${query}`
  const reply = await call(service.url, 'GET', path, { key: service.credentials.workspace_key })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as Delivery[]
}

export async function healthOf(
  service: Subscribing,
  subscription: string,
): Promise<Schemas['WebhookHealth']> {
  const reply = await call(service.url, 'GET', '/v1/webhooks/status/health?limit=100', {
    key: service.credentials.workspace_key,
  })
  expect(reply.status, reply.text).toBe(200)
  const all = reply.body.data as Schemas['WebhookHealth'][]
  return all.find(({ webhook_id }) => webhook_id === subscription) as Schemas['WebhookHealth']
}

/** Waits until nothing waits for a subscription any more. */
export function untilAllSent(sql: pg.Pool, subscription: string): Promise<unknown> {
  return until(async () => {
    const { rowCount } = await sql.query('select from webhook_queue where webhook_id = $1 limit 1', [
      fromTypeId('whk', subscription),
    ])
    return rowCount === 0
  }, 'the end of all its deliveries')
}

/** SQL: a UUIDv7 of now. */
const newId = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`

/** Records events of a workspace, in a statement as the service does it, which hands them on. */
export async function recordSome(
  sql: pg.Pool | pg.Client,
  workspaceId: WorkspaceId,
  count: number,
  type = 'message.accepted',
): Promise<void> {
  await sql.query(
    `with ${recordEvents(
      `select ${newId} as id,
         null::uuid as project_id, null::text as environment, $2::text as type,
         jsonb_build_object('number', n) as data
       from generate_series(1, $3::integer) n`,
    )} select`,
    [workspaceId, type, count],
  )
}

/** Queues deliveries of new events for one subscription alone, due for a minute. */
export async function queueFor(
  sql: pg.Pool | pg.Client,
  workspaceId: WorkspaceId,
  subscription: string,
  count: number,
): Promise<void> {
  await sql.query(
    `with event as (
       insert into events (workspace_id, id, type, data)
       select $1, ${newId}, 'message.accepted', '{}' from generate_series(1, $3::integer)
       returning id
     ), delivery as (
       insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type)
       select $1, ${newId}, $2, id, 'message.accepted' from event
       returning id, event_id
     ), noted_owner as (
       ${noteOwners('webhook', 'select $2::uuid as owner_id')}
     )
     insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at)
     select $1, id, $2, event_id, now() - interval '1 minute' from delivery`,
    [workspaceId, fromTypeId('whk', subscription), count],
  )
}
