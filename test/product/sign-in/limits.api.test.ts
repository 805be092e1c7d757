import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api.js'
import { expectOfThisTest } from '../../support/instants.js'
import { addTenant } from '../../support/tenant.js'
import { startTestService, type TestService } from '../../support/service.js'
import { requestLink, useToken } from '../../support/sign-in.js'

/** Sign-in requests of a client address, and invitations of a workspace. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_TRUSTED_PROXIES: '127.0.0.1,::1' },
    rateLimits: { signIns: 10 },
  })
})
afterAll(() => service.stop())

const from = (ip: string) => ({ 'X-Forwarded-For': ip })

test('are 10 in 15 minutes, links and tokens together; then 429, and nothing is done', async () => {
  const one = from('203.0.113.7')
  for (let count = 0; count < 5; count += 1) {
    expect((await requestLink(service.url, `n${count}@people.example`, one)).status).toBe(202)
    expect((await useToken(service.url, 'A'.repeat(43), one)).status).toBe(401)
  }
  for (const refused of [
    await requestLink(service.url, 'n9@people.example', one),
    await useToken(service.url, 'A'.repeat(43), one),
  ]) {
    expect(refused.status).toBe(429)
    expect(refused.body.error.code).toBe('rate_limited')
    expect(refused.body.error.message).toMatch(
      /^This address has made its 10 sign-in requests of 15 minutes\. Try again in \d+ seconds\.$/,
    )
    expectOfThisTest(new Date(Date.now() + Number(refused.headers['retry-after']) * 1000), 900_000)
  }
  const { rows } = await service.sql.query<{ n: number }>('select count(*)::int as n from sign_in_mails')
  expect(rows).toEqual([{ n: 5 }])
  expect((await requestLink(service.url, 'n9@people.example', from('203.0.113.8'))).status).toBe(202)
})

test('are counted for a network of IPv6 together', async () => {
  for (let count = 0; count < 10; count += 1)
    await requestLink(service.url, `v6@people.example`, from(`2001:db8:0:1::${count}`))
  expect((await requestLink(service.url, 'v6@people.example', from('2001:db8:0:1:ffff::1'))).status).toBe(429)
  expect((await requestLink(service.url, 'v6@people.example', from('2001:db8:0:2::1'))).status).toBe(202)
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
    return {
      status,
      headers: { ...others, date: typeof date, 'request-id': typeof headers['request-id'] },
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
  expect(refused.body.error.message).toMatch(/^This workspace has sent its 100 invitations of an hour\. /)
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
