import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../support/api/api.js'
import { untilWaiting } from '../../support/database/lock-waits.js'
import { messageFor } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { firstTenant, type Tenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'
import { addPeople, userCalls, type People, type Person } from '../../support/workspace/users.js'

/**
 * Tests that a change by one process holds in the other one within 5 seconds, and that of two changes at once one is
 * refused.
 */

let here: TestService
let there: TestService
let tenant: Tenant
let admin: string
beforeAll(async () => {
  const env = { POSTSEAL_ROLES: 'api' }
  here = await startTestService({ env })
  there = await startTestService({ beside: here, env })
  tenant = firstTenant(here)
  admin = await tenant.session('admin')
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

const patch = (path: string, body: object, key = admin) =>
  call(here.url, 'PATCH', `/v1/${path}`, { key, body })

// Each waits for what the other process remembers, so they wait together.
describe.concurrent('a change', () => {
  test('a project is archived and taken back', async () => {
    const key = await tenant.key()
    const project = await tenant.project()
    const statusAt = async ({ url }: TestService) =>
      (await call(url, 'POST', '/v1/messages', { key, body: messageFor(project) })).status
    expect([await statusAt(here), await statusAt(there)]).toEqual([202, 202])
    for (const [archived, status] of [
      [true, 409],
      [false, 202],
    ] as const) {
      expect((await patch(`projects/${project}`, { archived })).status).toBe(200)
      expect(await statusAt(here)).toBe(status)
      await until(async () => (await statusAt(there)) === status, `${status}`)
    }
  })

  test('a key is narrowed', async () => {
    const fields = {
      kind: 'project',
      name: 'x',
      project_id: tenant.liveProject,
      scopes: ['reports:read', 'contacts:*'],
    }
    const { body } = await call(here.url, 'POST', '/v1/api-keys', { key: admin, body: fields })
    const statusAt = async ({ url }: TestService) =>
      (await call(url, 'GET', '/v1/messages', { key: body.secret as string })).status
    expect([await statusAt(here), await statusAt(there)]).toEqual([200, 200])
    await patch(`api-keys/${body.api_key.id}`, { scopes: ['contacts:*'] })
    expect(await statusAt(here)).toBe(403)
    await until(async () => (await statusAt(there)) === 403, 'the key to be narrowed')
  })

  test('the retention gets shorter', async () => {
    const key = await tenant.key()
    const daysAt = async ({ url }: TestService) => {
      const { body } = await call(url, 'GET', '/v1/events', { key })
      return Math.round((Date.now() - Date.parse(body.window.since as string)) / 86_400_000)
    }
    expect([await daysAt(here), await daysAt(there)]).toEqual([30, 30])
    await patch('workspace', { retention_days: 7 }, await tenant.session('owner'))
    expect(await daysAt(here)).toBe(7)
    await until(async () => (await daysAt(there)) === 7, 'the retention')
  })

  test('a user gets another role, and is removed', async () => {
    const people = await addPeople(here)
    const [owner, user] = [await people.person('owner'), await people.person('admin')]
    const asOwner = userCalls(here.url, owner.token)
    // Allowed to an admin only.
    const statusAt = async ({ url }: TestService) =>
      (await call(url, 'GET', '/v1/api-keys', { key: user.token })).status
    expect([await statusAt(here), await statusAt(there)]).toEqual([200, 200])
    expect((await asOwner.update(user.id, { role: 'member' })).status).toBe(200)
    expect(await statusAt(here)).toBe(403)
    await until(async () => (await statusAt(there)) === 403, 'the role')
    expect((await asOwner.remove(user.id)).status).toBe(204)
    expect(await statusAt(here)).toBe(401)
    await until(async () => (await statusAt(there)) === 401, 'the end of the session')
  })
})

describe('of two owners', () => {
  let people: People
  let ada: Person
  let eva: Person
  const owners = async () => {
    const { rows } = await here.sql.query(`select 1 from users where workspace_id = $1 and role = 'owner'`, [
      people.workspaceId,
    ])
    return rows.length
  }

  /** Has two changes wait for each other at the lock of the workspace, one in each process. */
  const atOnce = async (first: () => Promise<ApiReply>, second: () => Promise<ApiReply>) => {
    const blocker = await here.sql.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select from workspaces where id = $1 for no key update', [people.workspaceId])
      const both = Promise.all([first(), second()])
      await untilWaiting(here.sql, 'both to wait', 2)
      await blocker.query('commit')
      return await both
    } finally {
      blocker.release()
    }
  }

  test.each<[string, (by: ReturnType<typeof userCalls>, of: Person) => Promise<ApiReply>]>([
    ['remove each other', (by, of) => by.remove(of.id)],
    ['demote each other', (by, of) => by.update(of.id, { role: 'member' })],
  ])('who %s one is left', async (_name, change) => {
    people = await addPeople(here)
    ;[ada, eva] = [await people.person('owner'), await people.person('owner')]
    const byAda = userCalls(here.url, ada.token)
    const byEva = userCalls(there.url, eva.token)
    // Both are known as owners in their process.
    expect([(await byAda.list()).status, (await byEva.list()).status]).toEqual([200, 200])
    const replies = await atOnce(
      () => change(byAda, eva),
      () => change(byEva, ada),
    )
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(replies.map(({ status }) => status)).toContain(403)
    expect(await owners()).toBe(1)
  })

  test('who leave at the same time one is left', async () => {
    people = await addPeople(here)
    ;[ada, eva] = [await people.person('owner'), await people.person('owner')]
    const replies = await atOnce(
      () => userCalls(here.url, ada.token).remove(ada.id),
      () => userCalls(there.url, eva.token).update(eva.id, { role: 'admin' }),
    )
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(replies.map(({ body }) => body?.error?.code as string)).toContain('invalid_state')
    expect(await owners()).toBe(1)
  })

  test('one who is none any more adds nobody, though the other process does not know', async () => {
    people = await addPeople(here)
    ;[ada, eva] = [await people.person('owner'), await people.person('owner')]
    const byEva = userCalls(there.url, eva.token)
    expect((await byEva.list()).status).toBe(200)
    await userCalls(here.url, ada.token).update(eva.id, { role: 'admin' })
    const reply = await byEva.create({ email: 'again@shop.example', role: 'owner' })
    expect([reply.status, reply.body.error.code]).toEqual([403, 'insufficient_scope'])
    await here.sql.query('delete from users where id = $1', [fromTypeId('usr', eva.id)])
    expect((await byEva.create({ email: 'b@shop.example', role: 'member' })).status).toBeGreaterThan(400)
  })
})
