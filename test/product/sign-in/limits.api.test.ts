import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../server/platform/db/ids.js'
import { makeLink } from '../../../server/product/sign-in/links.js'
import { call, type ApiReply } from '../../support/api/api.js'
import { expectOfThisTest } from '../../support/time/instants.js'
import { limitOf } from '../../support/api/rate-limits.js'
import { addTenant } from '../../support/workspace/tenant.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addUser, requestLink, tokensIn, useToken, type TestUser } from '../../support/sign-in/sign-in.js'

/** Sign-ins of a client address, and invitations of a workspace. */

let service: TestService
let db: Knex
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_TRUSTED_PROXIES: '127.0.0.1,::1' },
    rateLimits: { signIns: 10 },
  })
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 1 } })
})
afterAll(async () => {
  await db.destroy()
  await service.stop()
})

/** The token of a new link for a user. No mail is sent here. */
async function tokenOf(user: TestUser): Promise<string> {
  const link = await makeLink(db, user, {
    publicUrl: service.url,
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  return tokensIn(link)[0] ?? ''
}

const from = (ip: string) => ({ 'X-Forwarded-For': ip })

/** Expects the refusal of an address that has made as many as it may, and nothing done. */
function expectSpent(refused: ApiReply, what: string): void {
  expect(refused.status).toBe(429)
  expect(refused.body.error.code).toBe('rate_limited')
  expect(refused.body.error.message.replace(/\d+ seconds/, 'N seconds')).toBe(
    `This address has made its 10 ${what} of 15 minutes. Try again in N seconds.`,
  )
  expectOfThisTest(new Date(Date.now() + Number(refused.headers['retry-after']) * 1000), 900_000)
}

const unknown = 'A'.repeat(43)

test('are 10 in 15 minutes, of whatever kind; then 429, and nothing is done', async () => {
  const one = from('203.0.113.7')
  const begin = (path: string, body?: object) => call(service.url, 'POST', path, { body, headers: one })
  for (let count = 0; count < 4; count += 1) {
    expect((await requestLink(service.url, `n${count}@people.example`, one)).status).toBe(202)
    expect((await begin('/v1/passkey-challenges')).status).toBe(201)
  }
  const nobodys = { email: 'n@nobody.example' }
  expect((await begin('/v1/sign-in-authorizations', nobodys)).status).toBe(404)
  // A body that is not valid counts as well: the service has read it at the same cost.
  const last = await begin('/v1/sign-in-authorizations', {})
  expect([last.status, limitOf(last)]).toMatchObject([422, { policy: 'sign_ins', left: 0, max: 10 }])
  expectSpent(await requestLink(service.url, 'n9@people.example', one), 'sign-ins')
  expectSpent(await begin('/v1/passkey-challenges'), 'sign-ins')
  expectSpent(await begin('/v1/sign-in-authorizations', nobodys), 'sign-ins')
  const { rows } = await service.sql.query<{ n: number }>('select count(*)::int as n from sign_in_mails')
  expect(rows).toEqual([{ n: 4 }])
  expect((await requestLink(service.url, 'n9@people.example', from('203.0.113.8'))).status).toBe(202)
})

test('are counted once: all 10 that an address has begun sign somebody in', async () => {
  const office = from('203.0.113.20')
  const { workspaceId } = await addTenant(service)
  for (let count = 0; count < 10; count += 1) {
    const user = await addUser(service, workspaceId)
    expect((await requestLink(service.url, user.email, office)).status).toBe(202)
    const signedIn = await useToken(service.url, await tokenOf(user), office)
    expect([signedIn.status, limitOf(signedIn)]).toMatchObject([
      201,
      { policy: 'failed_sign_ins', left: 10, max: 10, window: 900 },
    ])
  }
  expectSpent(await requestLink(service.url, 'n9@people.example', office), 'sign-ins')
  // A link that was asked for elsewhere still works.
  const late = await tokenOf(await addUser(service, workspaceId))
  expect((await useToken(service.url, late, office)).status).toBe(201)
})

test('that fail are 10 in 15 minutes; then no token is tried, a right one neither', async () => {
  const one = from('203.0.113.30')
  const token = await tokenOf(await addUser(service, (await addTenant(service)).workspaceId))
  const passkey = {
    challenge_id: toTypeId('pkc', newUuid()),
    credential: {
      ...{ id: unknown, rawId: unknown, type: 'public-key' },
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
    },
  }
  const post = (path: string, body: object) => call(service.url, 'POST', path, { body, headers: one })
  const returned = { browser_key: unknown, query: `code=x&state=${unknown}` }
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, () => useToken(service.url, unknown, one)),
    post('/v1/provider-sessions', returned),
    post('/v1/provider-sessions', returned),
    post('/v1/sessions', { token: 5 }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([...Array<number>(8).fill(401), 422])
  // One that is left is enough for any number of right ones.
  const right = await useToken(service.url, token, one)
  expect([right.status, limitOf(right).left]).toEqual([201, 1])
  expect([401, 409, 422]).toContain((await post('/v1/passkey-sessions', passkey)).status)
  const another = await tokenOf(await addUser(service, (await addTenant(service)).workspaceId))
  expectSpent(await useToken(service.url, another, one), 'failed sign-ins')
  expectSpent(await post('/v1/provider-sessions', returned), 'failed sign-ins')
  expectSpent(await post('/v1/passkey-sessions', passkey), 'failed sign-ins')
  // It was not used up, and links can be asked for.
  expect((await useToken(service.url, another, from('203.0.113.31'))).status).toBe(201)
  expect((await requestLink(service.url, 'n8@people.example', one)).status).toBe(202)
})

test('that fail at once are no more than those that fail in turn', async () => {
  const one = from('203.0.113.40')
  const replies = await Promise.all(Array.from({ length: 40 }, () => useToken(service.url, unknown, one)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('are counted for a network of IPv6 together', async () => {
  for (let count = 0; count < 10; count += 1)
    await requestLink(service.url, `v6@people.example`, from(`2001:db8:0:1::${count}`))
  expect((await requestLink(service.url, 'v6@people.example', from('2001:db8:0:1:ffff::1'))).status).toBe(429)
  expect((await requestLink(service.url, 'v6@people.example', from('2001:db8:0:2::1'))).status).toBe(202)
  for (let count = 0; count < 10; count += 1)
    await useToken(service.url, unknown, from(`2001:db8:0:1::${count}`))
  expect((await useToken(service.url, unknown, from('2001:db8:0:1:ffff::1'))).status).toBe(429)
  expect((await useToken(service.url, unknown, from('2001:db8:0:2::1'))).status).toBe(401)
})

test('are answered alike, whether they send a mail or not', async () => {
  const user = 'ada@people.example'
  await service.sql.query(
    `insert into users (id, workspace_id, email, role) select gen_random_uuid(), id, $1, 'member' from workspaces`,
    [user],
  )
  const shape = async (email: string, ip: string) => {
    const { status, headers, body } = await requestLink(service.url, email, from(ip))
    const { date, ...others } = headers
    // Seconds may pass between the two.
    const ratelimit = headers['ratelimit']?.replace(/t=\d+$/, 't')
    return {
      status,
      headers: { ...others, date: typeof date, ratelimit, 'request-id': typeof headers['request-id'] },
      body: { ...body, email: body.email.length as number },
    }
  }
  const known = await shape(user, '198.51.100.1')
  expect(known.status).toBe(202)
  expect(await shape('eve@people.example', '198.51.100.2')).toEqual(known)
})

test('invitations of a workspace are 100 in an hour; then 429, and nobody is added but without a mail', async () => {
  const [tenant, other] = [await addTenant(service), await addTenant(service)]
  const key = await tenant.session('admin')
  const add = (session: string, more: object = {}) =>
    call(service.url, 'POST', '/v1/users', {
      key: session,
      body: { email: `${newUuid()}@people.example`, role: 'member', ...more },
      headers: { 'Idempotency-Key': newUuid() },
    })
  const users = async () =>
    (await service.sql.query('select 1 from users where workspace_id = $1', [tenant.workspaceId])).rowCount
  const before = await users()
  for (let count = 0; count < 10; count += 1) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => add(key)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
  }
  const refused = await add(key)
  expect(refused.status).toBe(429)
  expect(refused.body.error.code).toBe('rate_limited')
  expect(refused.body.error.message).toMatch(/^This workspace has sent its 100 invitations of the hour\. /)
  expectOfThisTest(new Date(Date.now() + Number(refused.headers['retry-after']) * 1000), 3_600_000)
  expect(await users()).toBe((before ?? 0) + 100)
  const { rows } = await service.sql.query<{ n: number }>(
    'select count(*)::int as n from sign_in_mails where workspace_id = $1',
    [tenant.workspaceId],
  )
  expect(rows).toEqual([{ n: 100 }])
  expect((await add(key, { send_link: false })).status).toBe(201)
  expect((await add(await other.session('admin'))).status).toBe(201)
})
