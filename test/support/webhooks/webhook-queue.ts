import knex, { type Knex } from 'knex'
import pg from 'pg'
import { newUuid, newWorkspaceId, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import {
  claimWebhooks,
  type WebhookClaim,
  type ClaimedWebhook,
} from '../../../server/product/webhooks/queue/claim.js'
import { createMigratedDatabase } from '../database/database.js'
import { insertSubscription, type SubscriptionFields } from './subscriptions.js'
import { recordSome } from './webhook-deliveries.js'

/** A database with a workspace and no service, for what works on the queue of webhooks. */
export interface WebhookQueue {
  readonly db: Knex
  readonly sql: pg.Pool
  readonly workspaceId: WorkspaceId
  subscription(fields?: SubscriptionFields): Promise<Subscription>
  /** Events for all subscriptions. */
  events(count: number): Promise<void>
  /** Claims under a lease of its own, everything that is due unless told otherwise. */
  claim(subscription: Subscription, more?: Partial<WebhookClaim>): Promise<ClaimedWebhook[]>
  /** Returns the subscription's rows in the queue. */
  rows(subscription: Subscription): Promise<QueueRow[]>
  close(): Promise<void>
}

export interface Subscription {
  readonly id: Uuid
  readonly url: string
}

interface QueueRow {
  delivery_id: Uuid
  due: boolean
  lease: Uuid | null
  attempts: number
  asked: boolean
  /** From now on. */
  due_in: number
}

export async function openWebhookQueue(): Promise<WebhookQueue> {
  const database = await createMigratedDatabase()
  const db = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 8 } })
  const sql = new pg.Pool({ connectionString: database.url, max: 4 })
  const workspaceId = newWorkspaceId()
  await sql.query('insert into workspaces (id, name) values ($1, $2)', [workspaceId, 'A'])
  return {
    db,
    sql,
    workspaceId,
    subscription: async (fields = {}) => {
      const url = fields.url ?? `https://hooks.example/${newUuid()}`
      return { id: await insertSubscription(sql, workspaceId, { ...fields, url }), url }
    },
    events: (count) => recordSome(sql, workspaceId, count),
    claim: ({ id, url }, more = {}) =>
      claimWebhooks(db, {
        workspaceId,
        subscriptionId: id,
        url,
        max: 1000,
        manualOnly: false,
        lease: newUuid(),
        leaseSeconds: 60,
        ...more,
      }),
    rows: async ({ id }) => {
      const { rows } = await sql.query<QueueRow>(
        `select *, due_at <= now() as due, extract(epoch from due_at - now())::float8 as due_in
         from webhook_queue where webhook_id = $1 order by delivery_id`,
        [id],
      )
      return rows
    },
    close: async () => {
      await db.destroy()
      await sql.end()
      await database.drop()
    },
  }
}
