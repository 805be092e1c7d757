import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { anyEndpoint, subscribe } from '../../../support/webhooks/webhooks.js'

/**
 * Tests that an operation which shows a secret shows it again for ten minutes to a client that repeats the request,
 * as the first reply may have been lost.
 */

let service: TestService
let tenant: Tenant
let key: string
let owner: string
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  owner = await tenant.session('owner')
})

const hooks = '/v1/webhooks/status'
type Ask = (credential: string, idempotencyKey: string) => Promise<ApiReply>

/** A request that makes a secret, as often as it is asked for with a key of its own. */
const makers: Record<string, () => Promise<Ask>> = {
  createApiKey: async () => {
    const body = {
      kind: 'project',
      name: randomUUID(),
      project_id: tenant.liveProject,
      scopes: ['reports:read'],
    }
    return asking('POST', '/v1/api-keys', body)
  },
  upsertWebhook: async () => asking('PUT', hooks, { url: anyEndpoint(), events: ['*'] }),
  updateWebhook: async () => asking('PATCH', hooks, { url: anyEndpoint() }),
  rotateWebhookSecret: async () => {
    const { id } = await subscribe(service.url, key)
    return asking('POST', `${hooks}/${id}/rotate-secret`, {})
  },
}

function asking(method: string, path: string, body: object): Ask {
  return (credential, idempotencyKey) =>
    call(service.url, method, path, {
      key: credential,
      body,
      headers: { 'Idempotency-Key': idempotencyKey },
    })
}

const stored = async (idempotencyKey: string) => {
  const { rows } = await service.sql.query<{ row: string }>(
    'select k::text as row from idempotency_keys k where workspace_id = $1 and key = $2',
    [tenant.workspaceId, idempotencyKey],
  )
  return rows.map(({ row }) => row).join()
}
const pass = (idempotencyKey: string, seconds: number) =>
  service.sql.query(
    `update idempotency_keys set created_at = (created_at at time zone 'UTC' - make_interval(secs => $3)) at time zone 'UTC'
     where workspace_id = $1 and key = $2`,
    [tenant.workspaceId, idempotencyKey, seconds],
  )
const isReplay = ({ headers }: ApiReply) => headers['idempotent-replayed'] === 'true'

describe.each(Object.entries(makers))('%s', (operation, maker) => {
  test('repeated within ten minutes has the same secret, which the record holds sealed; later null', async () => {
    const ask = await maker()
    const name = randomUUID()
    const first = await ask(key, name)
    const secret = first.body.secret as string
    expect(secret, first.text).toMatch(/^(pk_live|whsec)_/)
    expect(first.body.secret_withheld).toBeNull()

    const again = await ask(key, name)
    expect([again.status, again.body, isReplay(again)]).toEqual([first.status, first.body, true])
    if (operation === 'createApiKey') {
      expect(
        (await call(service.url, 'GET', '/v1/messages', { key: again.body.secret as string })).status,
      ).toBe(200)
    }
    const row = await stored(name)
    for (const trace of [secret, Buffer.from(secret).toString('hex')]) expect(row).not.toContain(trace)

    await pass(name, 570)
    expect((await ask(key, name)).body.secret).toBe(secret)
    await pass(name, 31)
    const late = await ask(key, name)
    expect([late.status, late.body, isReplay(late)]).toEqual([
      first.status,
      { ...first.body, secret: null, secret_withheld: 'shown_before' },
      true,
    ])
  })

  test('shows the secret to nobody who may do less, nor in another workspace', async () => {
    const ask = await maker()
    const name = randomUUID()
    const secret = (await ask(key, name)).body.secret as string
    const stranger = await (await addTenant(service)).key()
    const others = [
      await tenant.key({ restrictions: { senderDomains: ['shop.example'] } }),
      await tenant.key({ restrictions: { environment: 'test' } }),
      await tenant.key({ scopes: ['reports:read'] }),
      owner,
      stranger,
    ]
    for (const other of others) {
      const reply = await ask(other, name)
      expect(isReplay(reply)).toBe(false)
      expect(reply.text).not.toContain(secret)
    }
    // One that may do all of it does get it.
    expect((await ask(await tenant.key(), name)).body.secret).toBe(secret)
  })
})

test('a record that no key of the service opens has no secret, and is no failure', async () => {
  const ask = asking('PUT', hooks, { url: anyEndpoint(), events: ['*'] })
  const [one, other] = [randomUUID(), randomUUID()]
  const first = await ask(key, one)
  await asking('PUT', hooks, { url: anyEndpoint(), events: ['*'] })(key, other)
  // Moved to another record, it is as good as damaged.
  await service.sql.query(
    `update idempotency_keys set sealed_secret = (
       select sealed_secret from idempotency_keys where workspace_id = $1 and key = $3)
     where workspace_id = $1 and key = $2`,
    [tenant.workspaceId, one, other],
  )
  expect((await ask(key, one)).body).toEqual({ ...first.body, secret: null, secret_withheld: 'shown_before' })
})

test.each(['PUT', 'PATCH'])(
  '%s of a webhook that makes no secret says so, repeated late as well',
  async (method) => {
    const body = { url: anyEndpoint(), events: ['*'] }
    await asking('PUT', hooks, body)(key, randomUUID())
    const ask = asking(method, hooks, body)
    const name = randomUUID()
    const first = await ask(key, name)
    expect([first.status, first.body.secret, first.body.secret_withheld]).toEqual([200, null, 'none_made'])
    await pass(name, 601)
    const late = await ask(key, name)
    expect([late.body, isReplay(late)]).toEqual([first.body, true])
  },
)
