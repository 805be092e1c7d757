import knex, { type Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromTypeId, newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { statement } from '../../../server/platform/db/statements/statement.js'
import { insertSecret } from '../../../server/product/webhooks/signatures/secrets.js'
import { recordEvents } from '../../../server/platform/events/fan-out.js'
import { sealer } from '../../../server/platform/auth/sealed.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'

/** Subscriptions, and events that wait for them until they are let go. */
export interface Backlog {
  readonly workspaceId: WorkspaceId
  /** Adds a subscription to one type of event. It is disabled. */
  subscribe(url: string, type: string): Promise<Uuid>
  /** Records as many events of a type as have happened while the subscriptions were disabled in the next moment. */
  fill(subscription: Uuid, type: string, events: number): Promise<void>
  enable(subscription: Uuid, enabled?: boolean): Promise<void>
  /**
   * Waits until what came of each is recorded.
   *
   * @throws Error where one was not delivered
   */
  settled(subscription: Uuid): Promise<void>
  /** Counts the attempts in a row that have failed. */
  failures(subscription: Uuid): Promise<number>
  close(): Promise<void>
}

/**
 * Events as a delivery leaves them, handed on by the statement's part that the service has for it. Only the recipient
 * differs.
 */
const record = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, type: string, first: number, events: number],
  { recorded: string }
>(
  'bench_record_events',
  `with ${recordEvents(`
     select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' ||
         substr(md5($3::text || n), 1, 3) || '8' || substr(md5($3::text || n), 4, 15))::uuid as id,
       $2::uuid as project_id, 'live' as environment, $3::text as type,
       jsonb_build_object('message_id', 'msg_01kbf3yq0ge8gvk2c5m7x9t3ea', 'log_id', 'log_01kbf3yq0he2rr6d8a1f4w5zqb',
         'recipient', 'customer' || n || '@mail.example', 'category', 'receipt', 'attempt', 1, 'error', null,
         'reply', jsonb_build_object('code', 250, 'enhanced_code', '2.0.0', 'text', 'OK: queued as 4bX7kT2vQz',
           'host', 'mx.mail.example:25')) as data
     from generate_series($4::int, $4::int + $5::int - 1) n`)}
   select count(*) as recorded from recorded_events`,
)
const together = 10_000

/** @param secretKey the service's POSTSEAL_SECRET_KEY, which seals what signs */
export async function openBacklog(
  databaseUrl: string,
  credentials: FirstCredentials,
  secretKey: string,
): Promise<Backlog> {
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 1, max: 1 } })
  const workspace_id = fromTypeId('ws', credentials.workspace_id)
  const projectId = fromTypeId('prj', credentials.project_id)
  const seal = sealer(loadServiceKey({ secretKey, dataDir: '' }).derive('webhook'))
  let order = 0

  const enable = async (on: Knex, id: Uuid, enabled: boolean) => {
    await on('webhook_subscriptions')
      .where({ workspace_id, id })
      .update({ enabled, ...(enabled ? enabledFields : disabledFields()) })
  }
  return {
    workspaceId: workspace_id,
    subscribe: async (url, type) => {
      const id = newUuid()
      await db('webhook_subscriptions').insert({
        workspace_id,
        id,
        url,
        events: [type],
        enabled: false,
        ...disabledFields(),
      })
      await insertSecret(db, seal, workspace_id, id)
      return id
    },
    fill: async (subscription, type, events) => {
      for (let left = events; left > 0; left -= together) {
        const count = Math.min(left, together)
        // It gets what happens while it is enabled, and nobody sees that it is.
        await db.transaction(async (trx) => {
          await enable(trx, subscription, true)
          await record(trx, workspace_id, projectId, type, order, count)
          await enable(trx, subscription, false)
        })
        order += count
      }
      // As autovacuum has done in a service that has run a while.
      await db.raw('analyze')
    },
    enable: (subscription, enabled = true) => enable(db, subscription, enabled),
    settled: async (webhook_id) => {
      for (;;) {
        const waiting = await db('webhook_queue').where({ workspace_id, webhook_id }).limit(1)
        if (waiting.length === 0) break
        await sleep(20)
      }
      const lost = await db('webhook_deliveries')
        .where({ workspace_id, webhook_id })
        .whereRaw('(ended_at is null or gave_up is not null)')
        .select('id')
        .limit(1)
      if (lost.length > 0) throw new Error('a webhook was not delivered')
    },
    failures: async (webhook_id) => {
      const [row] = await db('webhook_health')
        .where({ workspace_id, webhook_id })
        .select<{ consecutive_failures: number }[]>('consecutive_failures')
      return row?.consecutive_failures ?? 0
    },
    close: () => db.destroy(),
  }
}

const enabledFields = { disabled_reason: null, disabled_at: null }
const disabledFields = () => ({ disabled_reason: 'requested', disabled_at: new Date() })
