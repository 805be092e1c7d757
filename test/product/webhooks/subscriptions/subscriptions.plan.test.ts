import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { selectPage } from '../../../../server/platform/http/lists/pagination.js'
import {
  removePreviousSecrets,
  rotateWebhookSecret,
} from '../../../../server/product/webhooks/signatures/secrets.js'
import {
  deleteSubscription,
  forgetFailures,
  lockWebhookSubscription,
  visibleSubscriptions,
  type WebhookSubscriptionRow,
} from '../../../../server/product/webhooks/subscriptions/webhook-rows.js'
import { presentWebhookSubscriptions } from '../../../../server/product/webhooks/subscriptions/present.js'
import { saveSubscription, type SaveRequest } from '../../../../server/product/webhooks/subscriptions/save.js'
import type { WorkspaceKeyPrincipal } from '../../../../server/platform/auth/principal.js'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { capture, findings } from '../../../support/database/explain.js'

/** A request about subscriptions costs as much as its workspace has, not as much as all workspaces have. */

const perWorkspace = 90
const secretsOfEach = 3

let database: ConnectedDatabase
let db: Knex
let id: Uuid
let principal: WorkspaceKeyPrincipal

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await db.raw(`insert into workspaces (id, name) select gen_random_uuid(), 'A' from generate_series(1, 300)`)
  await db.raw(
    `insert into webhook_subscriptions (workspace_id, id, url, events, enabled, disabled_reason, disabled_at)
     select id, gen_random_uuid(), 'https://shop.example/' || n, array['*'], false, 'failing', now()
     from workspaces cross join generate_series(1, ${perWorkspace}) n`,
  )
  await db.raw(
    `insert into webhook_secrets (workspace_id, webhook_id, id, secret, expires_at)
     select workspace_id, id, gen_random_uuid(), '', case when n > 1 then now() + n * interval '1 hour' end
     from webhook_subscriptions cross join generate_series(1, ${secretsOfEach}) n`,
  )
  await db.raw('insert into webhook_health select workspace_id, id, 70 from webhook_subscriptions')
  await db.raw('analyze')
  const [one] = (await db('webhook_subscriptions').where('url', 'https://shop.example/7').limit(1)) as [
    { workspace_id: WorkspaceId; id: Uuid },
  ]
  id = one.id
  const restrictions = { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null }
  principal = {
    kind: 'workspaceKey',
    workspaceId: one.workspace_id,
    keyId: newUuid(),
    scopes: ['webhooks:*'],
    restrictions,
  }
})
afterAll(() => database.drop())

/** Returns the statements of some work that cost too much, each with its cost, once the work was taken back. */
async function costs(work: (trx: Knex.Transaction) => Promise<unknown>): Promise<unknown[]> {
  const sent = await capture(db, async () => {
    const trx = await db.transaction()
    try {
      await work(trx)
    } finally {
      await trx.rollback()
    }
  })
  expect(sent.length).toBeGreaterThan(1)
  const found: unknown[] = []
  for (const statement of sent) {
    const cost = await findings(db, statement, perWorkspace * secretsOfEach)
    if (cost.length > 0) found.push({ sql: statement.sql, cost })
  }
  return found
}

type Work = (trx: Knex.Transaction) => Promise<unknown>

const save =
  (request: SaveRequest): Work =>
  (trx) =>
    saveSubscription(trx, principal, request, true)

const locked =
  (work: (trx: Knex.Transaction, row: WebhookSubscriptionRow) => Promise<unknown>): Work =>
  async (trx) =>
    work(trx, await lockWebhookSubscription(trx, principal, id))

const keys = sealer(Buffer.alloc(32))

const requests: Record<string, Work> = {
  'a list': async (trx) => {
    const { rows } = await selectPage<WebhookSubscriptionRow>(visibleSubscriptions(trx, principal), 'id', {
      limit: 100,
    })
    // In this format, the newest secrets are read as well.
    const signed = rows.map((row) => ({ ...row, format: 'sendgrid' as const }))
    const { workspaceId } = principal
    expect(await presentWebhookSubscriptions(trx, keys, workspaceId, signed)).toHaveLength(perWorkspace)
  },
  'a new one': save({ url: 'https://shop.example/new' }),
  'a known address': save({ url: 'https://shop.example/7' }),
  'another address': (trx) => save({ id: toTypeId('whk', id), url: 'https://shop.example/new' })(trx),
  'failures that are forgotten': locked((trx, row) => forgetFailures(trx, row.workspace_id, row.id)),
  'one that is deleted': locked(deleteSubscription),
  'a rotation': locked((trx, row) => rotateWebhookSecret(trx, keys, row, 60)),
  'the end of a rotation': locked((trx, row) => removePreviousSecrets(trx, row.workspace_id, row.id)),
}

test.each(Object.entries(requests))('%s', async (_, work) => {
  expect(await costs(work)).toEqual([])
})
