import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { messageFor } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, workspaceScopes, type Tenant } from '../../../support/workspace/tenant.js'

/** A request repeated with another credential: nothing happens twice, and no credential sees another's data. */

let service: TestService
let tenant: Tenant
let workspaceKey: string
let projectKey: string
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  workspaceKey = await tenant.key()
  projectKey = await tenant.key({ project: tenant.liveProject })
})

interface Ask {
  readonly key: string
  readonly idempotencyKey: string
  readonly body?: unknown
}

const ask = (method: string, path: string, { key, idempotencyKey, body }: Ask): Promise<ApiReply> =>
  call(service.url, method, path, { key, body, headers: { 'Idempotency-Key': idempotencyKey } })

/** The two ways to send one message. Each returns the status, the error code if refused, and the message. */
const ways = {
  alone: async ({ key, idempotencyKey, body }: Ask) => {
    const reply = await ask('POST', '/v1/messages', { key, idempotencyKey, body })
    return {
      status: reply.status,
      code: reply.body.error?.code as string | undefined,
      id: reply.body.id as string,
      replayed: reply.headers['idempotent-replayed'] === 'true',
    }
  },
  'in a batch': async ({ key, idempotencyKey, body }: Ask) => {
    const items = [{ idempotency_key: idempotencyKey, message: body }]
    const reply = await call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
    const [item] = reply.body.data as {
      message?: { id: string }
      error?: { status: number; code: string }
      replayed?: boolean
    }[]
    return {
      status: item?.error?.status ?? 202,
      code: item?.error?.code,
      id: item?.message?.id,
      replayed: item?.replayed === true,
    }
  },
}

async function storedMessages(subject: string): Promise<number> {
  const { rows } = await service.sql.query('select 1 from messages where subject = $1', [subject])
  return rows.length
}

describe.each(Object.entries(ways))('a send %s', (_name, send) => {
  test('by the keys of a project and of its workspace, 25 at once, is one message', async () => {
    const idempotencyKey = randomUUID()
    const body = messageFor(tenant.liveProject, { subject: idempotencyKey })
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        send({ key: index % 2 === 0 ? projectKey : workspaceKey, idempotencyKey, body }),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    expect(replies.filter(({ replayed }) => replayed)).toHaveLength(24)
    expect(await storedMessages(idempotencyKey)).toBe(1)
  })

  test('is not repeated for another project of the workspace', async () => {
    const idempotencyKey = randomUUID()
    const [first, second] = await Promise.all(
      [tenant.liveProject, tenant.testProject].map((project) =>
        send({ key: workspaceKey, idempotencyKey, body: messageFor(project) }),
      ),
    )
    expect([first?.replayed, second?.replayed]).toEqual([false, false])
    expect(second?.id).not.toBe(first?.id)
  })

  test.each([
    ['another environment', { restrictions: { environment: 'test' } }, 'environment_not_allowed'],
    ['another sender domain', { restrictions: { senderDomains: ['other.example'] } }, 'sender_not_allowed'],
    ['another address', { restrictions: { ipCidrs: ['203.0.113.0/24'] } }, 'ip_not_allowed'],
    ['reports', { scopes: ['reports:read'] }, 'insufficient_scope'],
  ] as const)('is refused to a key that is held to %s', async (_held, options, code) => {
    const idempotencyKey = randomUUID()
    const body = messageFor(tenant.liveProject)
    expect((await send({ key: workspaceKey, idempotencyKey, body })).status).toBe(202)
    const key = await tenant.key(options)
    if (code === 'ip_not_allowed' || code === 'insufficient_scope') {
      const path = _name === 'alone' ? '/v1/messages' : '/v1/messages/batch'
      const items = [{ idempotency_key: idempotencyKey, message: body }]
      const reply = await ask('POST', path, {
        key,
        idempotencyKey,
        body: _name === 'alone' ? body : { items },
      })
      expect([reply.status, reply.body.error.code]).toEqual([403, code])
    } else {
      expect(await send({ key, idempotencyKey, body })).toMatchObject({ status: 403, code, replayed: false })
    }
  })

  test('is refused to the key of another project', async () => {
    const idempotencyKey = randomUUID()
    const body = messageFor(tenant.liveProject)
    await send({ key: workspaceKey, idempotencyKey, body })
    const key = await tenant.key({ project: tenant.testProject })
    expect(await send({ key, idempotencyKey, body })).toMatchObject({
      status: 403,
      code: 'project_not_allowed',
      replayed: false,
    })
  })

  test('is repeated although the workspace has been halted since, and its recipient suppressed', async () => {
    const own = await addTenant(service)
    const key = await own.key()
    const idempotencyKey = randomUUID()
    const body = messageFor(own.liveProject, { to: [{ email: 'ada@example.com' }] })
    const first = await send({ key, idempotencyKey, body })
    await call(service.url, 'POST', '/v1/compliance/suppressions', {
      key,
      body: { email: 'ada@example.com' },
    })
    await service.sql.query('update workspaces set halted_at = now() where id = $1', [own.workspaceId])
    expect(await send({ key, idempotencyKey: randomUUID(), body })).toMatchObject({ code: 'sending_halted' })
    expect(await send({ key, idempotencyKey, body })).toEqual({ ...first, replayed: true })
  })
})

describe('a mutation that is no send', () => {
  const project = () => ({ name: randomUUID(), environment: 'live' })
  const projectsNamed = async (name: string) =>
    (await service.sql.query('select 1 from projects where name = $1', [name])).rows.length

  test('is refused to a key that is held to another environment', async () => {
    const idempotencyKey = randomUUID()
    const body = project()
    expect((await ask('POST', '/v1/projects', { key: workspaceKey, idempotencyKey, body })).status).toBe(201)
    const key = await tenant.key({ restrictions: { environment: 'test' } })
    const reply = await ask('POST', '/v1/projects', { key, idempotencyKey, body })
    expect([reply.status, reply.body.error.code]).toEqual([403, 'environment_not_allowed'])
    expect(await projectsNamed(body.name)).toBe(1)
  })

  test('is repeated for another key that may do the same, or more', async () => {
    const idempotencyKey = randomUUID()
    const body = project()
    const restrictions = {
      environment: 'live',
      senderDomains: ['shop.example'],
      ipCidrs: ['127.0.0.1'],
    } as const
    const first = await ask('POST', '/v1/projects', {
      key: await tenant.key({ restrictions }),
      idempotencyKey,
      body,
    })
    expect(first.status, first.text).toBe(201)
    for (const options of [{ restrictions }, { restrictions: { ipCidrs: ['127.0.0.0/8'] } }, {}]) {
      const reply = await ask('POST', '/v1/projects', {
        key: await tenant.key(options),
        idempotencyKey,
        body,
      })
      expect([reply.status, reply.body.id]).toEqual([201, first.body.id])
      expect(reply.headers['idempotent-replayed']).toBe('true')
    }
    expect(await projectsNamed(body.name)).toBe(1)
  })

  test.each([
    ['fewer scopes', { scopes: workspaceScopes.slice(0, 2) }],
    ['fewer sender domains', { restrictions: { senderDomains: ['shop.example'] } }],
    ['fewer addresses', { restrictions: { ipCidrs: ['127.0.0.0/8'] } }],
  ] as const)('is a conflict for a key with %s, and happens once', async (_name, options) => {
    const idempotencyKey = randomUUID()
    const body = project()
    await ask('POST', '/v1/projects', { key: workspaceKey, idempotencyKey, body })
    const reply = await ask('POST', '/v1/projects', { key: await tenant.key(options), idempotencyKey, body })
    expect([reply.status, reply.body.error.code]).toEqual([409, 'idempotency_conflict'])
    expect(await projectsNamed(body.name)).toBe(1)
  })

  test.each([
    ['a workspace key', () => workspaceKey, 'wrong_credential_kind'],
    ['the session of an admin', () => tenant.session('admin'), 'insufficient_scope'],
  ])('by an owner, such as issuing a workspace key, is refused to %s', async (_name, credential, code) => {
    const idempotencyKey = randomUUID()
    const body = { kind: 'workspace', name: idempotencyKey, scopes: ['reports:read'] }
    const owner = await tenant.session('owner')
    expect((await ask('POST', '/v1/api-keys', { key: owner, idempotencyKey, body })).status).toBe(201)
    const key = await credential()
    const reply = await ask('POST', '/v1/api-keys', { key, idempotencyKey, body })
    expect([reply.status, reply.body.error.code]).toEqual([403, code])
    const { rows } = await service.sql.query('select 1 from api_keys where name = $1', [idempotencyKey])
    expect(rows).toHaveLength(1)
  })

  test('that prepares its effect is refused to a key of another environment', async () => {
    const name = `${newUuid()}.example`
    const list = await call(service.url, 'POST', '/v1/subscriber-lists', {
      key: workspaceKey,
      body: { project_id: tenant.liveProject, name, from_email: 'news@shop.example' },
    })
    expect(list.status, list.text).toBe(201)
    const path = `/v1/subscriber-lists/${list.body.id as string}/subscriptions`
    const idempotencyKey = randomUUID()
    const body = { email: 'ada@example.com' }
    const first = await ask('POST', path, { key: workspaceKey, idempotencyKey, body })
    expect(first.status, first.text).toBe(202)
    const key = await tenant.key({ restrictions: { environment: 'test' } })
    const reply = await ask('POST', path, { key, idempotencyKey, body })
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
  })

  test('whose body is a file is a conflict for a key of one environment', async () => {
    const idempotencyKey = randomUUID()
    const upload = (key: string) =>
      call(service.url, 'POST', '/v1/suppressions/import', {
        key,
        raw: 'email\r\nada@example.com\r\n',
        headers: { 'Idempotency-Key': idempotencyKey, 'Content-Type': 'text/csv' },
      })
    expect((await upload(workspaceKey)).status).toBe(200)
    const reply = await upload(await tenant.key({ restrictions: { environment: 'test' } }))
    expect([reply.status, reply.body.error.code]).toEqual([409, 'idempotency_conflict'])
  })
})
