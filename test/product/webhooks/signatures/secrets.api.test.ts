import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import knex from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { activeSecrets } from '../../../../server/product/webhooks/signatures/secrets.js'
import { SealedError, sealer } from '../../../../server/platform/auth/sealed.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { call } from '../../../support/api/api.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import {
  anyEndpoint,
  failureIn,
  savedIn,
  webhookCalls,
  type WebhookCalls,
} from '../../../support/webhooks/webhooks.js'

/** Signing secrets: shown once, sealed, rotated. */

let service: TestService
let tenant: Tenant
let key: string
let calls: WebhookCalls
let db: ReturnType<typeof knex>
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  tenant = await addTenant(service)
  key = await tenant.key()
  calls = webhookCalls(service.url, key)
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 1 } })
})
afterAll(async () => {
  await db.destroy()
  await service.stop()
})

/** Returns the secrets that sign for a subscription now, as the worker gets them. */
function signing(id: string): Promise<string[]> {
  const key = sealer(loadServiceKey(service.config).derive('webhook'))
  return activeSecrets(db, key, tenant.workspaceId, fromTypeId('whk', id))
}

/** Puts the clock of a subscription's secrets forward. */
function pass(id: string, seconds: number): Promise<unknown> {
  return service.sql.query(
    `update webhook_secrets set expires_at = (expires_at at time zone 'UTC' - make_interval(secs => $2)) at time zone 'UTC'
     where webhook_id = $1`,
    [fromTypeId('whk', id), seconds],
  )
}

/** The subscription after a rotation, and the new secret. */
async function rotated(id: string, body?: Record<string, unknown>) {
  const reply = await calls.rotate(id, body)
  return { ...savedIn(reply), secret: reply.body.secret as string }
}

/** In how many seconds from its making the older of two secrets ends. */
function overlapOf({ secrets }: { secrets: { created_at: string; expires_at: string | null }[] }): number {
  const [newest, older] = secrets
  return (Date.parse(older?.expires_at ?? '') - Date.parse(newest?.created_at ?? '')) / 1000
}

describe('a secret', () => {
  test('is what signs, and each is another', async () => {
    const one = await calls.subscribe()
    const other = await calls.subscribe()
    expect(one.secret).not.toBe(other.secret)
    expect(await signing(one.id)).toEqual([one.secret])
    expect(await signing(other.id)).toEqual([other.secret])
  })

  test('is the same when a rotation is repeated, and nothing is made twice', async () => {
    const { id, secret } = await calls.subscribe()
    const request = { key, body: {}, headers: { 'Idempotency-Key': randomUUID() } }
    const where = `/v1/webhooks/status/${id}/rotate-secret`
    const first = await call(service.url, 'POST', where, request)
    const second = await call(service.url, 'POST', where, request)
    expect(second.body).toEqual(first.body)
    expect(await signing(id)).toEqual([first.body.secret, secret])
  })

  test('is in no list, no table, no file and no log', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { url: anyEndpoint(), events: ['*'] }
    const created = await call(service.url, 'PUT', '/v1/webhooks/status', { key, body, headers })
    const { secret: next } = await rotated(created.body.webhook.id as string)
    const list = await calls.page('limit=100')
    const tables = await service.sql.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    )
    expect(tables.rows.map(({ name }) => name)).toContain('public.webhook_secrets')
    for (const secret of [created.body.secret as string, next]) {
      // The random part alone would be as bad as the whole.
      const random = secret.slice('whsec_'.length)
      expect(list.text).not.toContain(random)
      for (const { name } of tables.rows) {
        const found = await service.sql.query(
          `select 1 from ${name} as t where t::text like any(array[$1, $2, $3])`,
          // As text, as the bytes of it, and as what it stands for.
          [random, ...[Buffer.from(random), Buffer.from(random, 'base64')].map((b) => b.toString('hex'))].map(
            (trace) => `%${trace}%`,
          ),
        )
        expect(found.rows, name).toEqual([])
      }
      expect(service.logs.join('')).not.toContain(random)
      for (const file of readdirSync(service.dataDir, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue
        expect(readFileSync(path.join(file.parentPath, file.name), 'utf8'), file.name).not.toContain(random)
      }
    }
  })

  test('cannot be opened in another subscription’s row', async () => {
    const one = await calls.subscribe()
    const other = await calls.subscribe()
    await service.sql.query(
      `update webhook_secrets set secret = (
         select secret from webhook_secrets where workspace_id = $1 and webhook_id = $2
       ) where workspace_id = $1 and webhook_id = $3`,
      [tenant.workspaceId, fromTypeId('whk', one.id), fromTypeId('whk', other.id)],
    )
    await expect(signing(other.id)).rejects.toThrow(SealedError)
  })
})

describe('rotating', () => {
  test('makes a new one that signs first, and the old one signs on for a day', async () => {
    const { id, secret, webhook } = await calls.subscribe()
    const now = await rotated(id)
    expect(now.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await signing(id)).toEqual([now.secret, secret])
    expect(now.secrets).toEqual([
      { created_at: expect.any(String) as string, expires_at: null },
      { created_at: webhook.secrets[0]?.created_at, expires_at: expect.any(String) as string },
    ])
    expect(Math.abs(overlapOf(now) - 86_400)).toBeLessThan(60)
    expect((await calls.read(id))?.secrets).toEqual(now.secrets)

    await pass(id, 86_400 - 60)
    expect(await signing(id)).toHaveLength(2)
    await pass(id, 60)
    expect(await signing(id)).toEqual([now.secret])
    expect((await calls.read(id))?.secrets).toHaveLength(1)
  })

  test.each([60, 3600, 604_800])('with an overlap of %d seconds ends the old one then', async (seconds) => {
    const { id } = await calls.subscribe()
    const now = await rotated(id, { overlap_seconds: seconds })
    expect(Math.abs(overlapOf(now) - seconds)).toBeLessThan(30)
  })

  test('without an overlap ends the old one at once', async () => {
    const { id } = await calls.subscribe()
    const now = await rotated(id, { overlap_seconds: 0 })
    expect(now.secrets).toHaveLength(1)
    expect(await signing(id)).toEqual([now.secret])
    // Not even its row is left.
    expect(await rowsOf(fromTypeId('whk', id))).toBe(1)
  })

  test('again leaves the older ones their own end', async () => {
    const { id, secret } = await calls.subscribe()
    const second = await rotated(id, { overlap_seconds: 3600 })
    const third = await rotated(id, { overlap_seconds: 60 })
    expect(await signing(id)).toEqual([third.secret, second.secret, secret])
    expect(third.secrets[2]).toEqual(second.secrets[1])
    const fourth = await rotated(id, { overlap_seconds: 0 })
    expect(await signing(id)).toEqual([fourth.secret, second.secret, secret])
    await pass(id, 60)
    expect(await signing(id)).toEqual([fourth.secret, secret])
  })

  test('makes five that sign at most', async () => {
    const { id } = await calls.subscribe()
    for (let count = 2; count <= 5; count++) {
      expect((await rotated(id, { overlap_seconds: 60 * count })).secrets).toHaveLength(count)
    }
    const before = await signing(id)
    expect(failureIn(await calls.rotate(id, {}))).toBe('409 invalid_state')
    // What was refused has ended nothing.
    expect(await signing(id)).toEqual(before)
    expect((await calls.read(id))?.secrets[0]?.expires_at).toBeNull()
    // One that ends at once makes room for its successor, and so does one that has expired.
    expect((await rotated(id, { overlap_seconds: 0 })).secrets).toHaveLength(5)
    await pass(id, 120)
    expect((await rotated(id)).secrets).toHaveLength(5)
    expect(await rowsOf(fromTypeId('whk', id))).toBe(5)
  })

  test('many times at once makes a row of secrets that all sign', async () => {
    const { id, secret } = await calls.subscribe()
    const replies = await Promise.all(Array.from({ length: 8 }, () => calls.rotate(id, {})))
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(4).fill(200),
      ...Array<number>(4).fill(409),
    ])
    const shown = replies.filter(({ status }) => status === 200).map(({ body }) => body.secret as string)
    expect((await signing(id)).sort()).toEqual([secret, ...shown].sort())
    const expiries = (await calls.read(id))?.secrets.map(({ expires_at }) => expires_at !== null)
    expect(expiries).toEqual([false, true, true, true, true])
  })

  test('takes an overlap of a week at most, and a body only if there is something to say', async () => {
    const { id } = await calls.subscribe()
    for (const overlap_seconds of [-1, 604_801, 1.5, '60', null]) {
      expect((await calls.rotate(id, { overlap_seconds })).status).toBe(422)
    }
    expect((await calls.rotate(id, { seconds: 60 })).status).toBe(422)
    expect(await signing(id)).toHaveLength(1)
    expect(overlapOf(await rotated(id, {}))).toBeGreaterThan(86_000)
  })

  test('goes on while the subscription is disabled', async () => {
    const { id } = await calls.subscribe({ enabled: false })
    expect((await rotated(id)).secrets).toHaveLength(2)
  })
})

describe('ending the previous ones', () => {
  test('leaves the newest alone', async () => {
    const { id } = await calls.subscribe()
    const other = await calls.subscribe()
    await rotated(other.id)
    await rotated(id)
    const newest = await rotated(id)
    expect((await calls.revoke(id)).status).toBe(204)
    expect((await calls.read(id))?.secrets).toEqual([newest.secrets[0]])
    expect(await signing(id)).toEqual([newest.secret])
    expect(await signing(other.id)).toHaveLength(2)
  })

  test('changes nothing where there is no other', async () => {
    const { id, secret, webhook } = await calls.subscribe()
    for (let times = 0; times < 2; times++) expect((await calls.revoke(id)).status).toBe(204)
    expect(await calls.read(id)).toEqual(webhook)
    expect(await signing(id)).toEqual([secret])
  })
})

test('secrets of a subscription that there is not, or not any more, are not found', async () => {
  const { id } = await calls.subscribe()
  await calls.remove(id)
  for (const gone of [id, toTypeId('whk', newUuid())]) {
    expect(failureIn(await calls.rotate(gone))).toBe('404 not_found')
    expect(failureIn(await calls.revoke(gone))).toBe('404 not_found')
  }
})

async function rowsOf(subscriptionId: Uuid): Promise<number> {
  const { rows } = await service.sql.query('select 1 from webhook_secrets where webhook_id = $1', [
    subscriptionId,
  ])
  return rows.length
}
