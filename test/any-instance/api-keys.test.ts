import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../support/api/api.js'
import { workspaceKeyFields, type KeyFields } from '../support/workspace/api-keys.js'
import { hasSession, sessionOf, useInstance } from '../support/instance/instance.js'
import { keyFields } from '../support/instance/prepare.js'
import { messageFor } from '../support/messages/messages.js'
import { until } from '../support/time/until.js'
import { failureIn } from '../support/webhooks/webhooks.js'

/** Keys are issued, narrowed, listed and revoked. */

const at = useInstance()

/** A request for a key of the test project that reads, with what is told otherwise. */
function create(as: string, fields: KeyFields, headers: Record<string, string> = {}): Promise<ApiReply> {
  const body = { kind: 'project', project_id: at.project, scopes: ['reports:read'], ...keyFields(at.run) }
  const all = Object.entries({ ...body, ...fields }).filter(([, value]) => value !== undefined)
  return call(at.url, 'POST', '/v1/api-keys', { key: as, body: Object.fromEntries(all), headers })
}

const reads = (key: string) => call(at.url, 'GET', '/v1/messages', { key })
const revoke = (id: string, as = at.workspaceKey, headers: Record<string, string> = {}) =>
  call(at.url, 'DELETE', `/v1/api-keys/${id}`, { key: as, headers })

test('a key is shown once and to who repeats the request, works, is listed without its secret, and ends when it is revoked', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const name = `${at.run} to be revoked`
  const { restrictions } = keyFields(at.run)
  const first = await create(at.workspaceKey, { name, restrictions }, headers)
  expect(first.status, first.text).toBe(201)
  const { secret, api_key: shown } = first.body
  expect(secret).toMatch(/^pk_test_/)
  expect(shown.hint).toBe(`pk_test_…${(secret as string).slice(-4)}`)
  const again = await create(at.workspaceKey, { name, restrictions }, headers)
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await reads(secret as string)).status).toBe(200)

  interface Listed {
    readonly id: string
    readonly last_used_at: string | null
  }
  const listed = async () => {
    const { body, text } = await call(at.url, 'GET', '/v1/api-keys?limit=100', { key: at.workspaceKey })
    expect(text).not.toContain(secret)
    return (body.data as Listed[]).find(({ id }) => id === shown.id)
  }
  const used = await until(async () => {
    const key = await listed()
    return key?.last_used_at !== null && key
  }, 'its use to be written')
  expect(shown.last_used_at).toBeNull()
  expect(used).toEqual({ ...shown, last_used_at: expect.any(String) as string })

  expect((await revoke(shown.id as string)).status).toBe(204)
  const revoked = await listed()
  expect(revoked).toEqual({ ...used, revoked_at: expect.any(String) as string })
  expect((await revoke(shown.id as string)).status).toBe(204)
  expect(await listed()).toEqual(revoked)
  // Another process of the service may remember it for a few seconds.
  await until(async () => (await reads(secret as string)).status === 401, 'the key to be refused')
  expect(failureIn(await reads(secret as string))).toBe('401 invalid_credentials')
})

test('a key sends for the domains that it is held to, until it ends', async () => {
  const issue = async (fields: object) => {
    const restrictions = { ...keyFields(at.run).restrictions, ...fields }
    const reply = await create(at.workspaceKey, { scopes: ['messages:send'], restrictions })
    expect(reply.status, reply.text).toBe(201)
    return reply.body as { secret: string; api_key: { restrictions: object } }
  }
  const { secret, api_key } = await issue({ sender_domains: ['Shop.Example'] })
  expect(api_key.restrictions).toMatchObject({ sender_domains: ['shop.example'], ip_cidrs: [] })
  const sends = (from_email: string) =>
    call(at.url, 'POST', '/v1/messages', { key: secret, body: messageFor(at.project, { from_email }) })
  expect((await sends('a@SHOP.example')).status).toBe(202)
  for (const other of ['a@eu.shop.example', 'a@myshop.example', 'a@shop.example.com']) {
    expect(failureIn(await sends(other)), other).toBe('403 sender_not_allowed')
  }
  // It was given nothing to read with.
  expect(failureIn(await reads(secret))).toBe('403 insufficient_scope')
})

test('a key of other addresses is refused', async () => {
  const restrictions = { ...keyFields(at.run).restrictions, ip_cidrs: ['192.0.2.1'] }
  const { body } = await create(at.workspaceKey, { restrictions })
  expect(failureIn(await reads(body.secret as string))).toBe('403 ip_not_allowed')
})

test('a key that has expired says so', async () => {
  // By the service's clock, which need not be ours.
  const { body: before } = await create(at.workspaceKey, {})
  const expires_at = new Date(Date.parse(before.api_key.created_at as string) + 800).toISOString()
  const { body, text } = await create(at.workspaceKey, { restrictions: { expires_at } })
  const key = body.secret as string
  expect(key, text).toMatch(/^pk_test_/)
  await until(async () => (await reads(key)).status !== 200, 'its end')
  expect(failureIn(await reads(key))).toBe('401 expired_credentials')
})

test('a workspace key issues no workspace key', async () => {
  const reply = await create(at.workspaceKey, workspaceKeyFields(['reports:read']))
  expect(failureIn(reply)).toBe('403 wrong_credential_kind')
})

test.runIf(hasSession)('an owner issues and revokes workspace keys', async () => {
  const { body } = await create(sessionOf(at), workspaceKeyFields(['reports:read']))
  expect(body.secret).toMatch(/^wk_/)
  expect(body.api_key).toMatchObject({ kind: 'workspace', project_id: null, scopes: ['reports:read'] })
  expect((await reads(body.secret as string)).status).toBe(200)
  const id = body.api_key.id as string
  // A workspace key does not even see it.
  expect(failureIn(await revoke(id))).toBe('404 not_found')
  expect((await revoke(id, sessionOf(at))).status).toBe(204)
})

describe.runIf(hasSession)('refused whoever asks', () => {
  const inPast = new Date(Date.now() - 1000).toISOString()
  const cases: [name: string, fields: KeyFields, path: string, code: string][] = [
    ['a project key without a project', { project_id: undefined }, '/body/project_id', 'required'],
    [
      'a workspace key with a project',
      { kind: 'workspace', scopes: ['reports:read'] },
      '/body/project_id',
      'not_allowed',
    ],
    [
      'a project that does not exist',
      { project_id: 'prj_01kbf3x5vce1v8h0ja5z9w2kxm' },
      '/body/project_id',
      'unknown',
    ],
    ['a project key with domains:*', { scopes: ['reports:read', 'domains:*'] }, '/body/scopes/1', 'scope'],
    ['a project key with webhooks:*', { scopes: ['webhooks:*'] }, '/body/scopes/0', 'scope'],
    [
      'a project key with suppressions:*',
      { scopes: ['suppressions:*'], privileged: true },
      '/body/scopes/0',
      'scope',
    ],
    [
      'suppressions:* without privileged',
      workspaceKeyFields(['suppressions:*']),
      '/body/scopes/0',
      'privileged',
    ],
    [
      'suppressions:* with privileged false',
      { ...workspaceKeyFields(['suppressions:*']), privileged: false },
      '/body/scopes/0',
      'privileged',
    ],
    ['no scope', { scopes: [] }, '/body/scopes', 'minItems'],
    ['an unknown scope', { scopes: ['everything'] }, '/body/scopes/0', 'enum'],
    ['an unknown kind', { kind: 'root' }, '/body/kind', 'enum'],
    ['an empty name', { name: '' }, '/body/name', 'minLength'],
    [
      'the other environment than the project’s',
      { restrictions: { environment: 'live' } },
      '/body/restrictions/environment',
      'environment',
    ],
    [
      'an expiry in the past',
      { restrictions: { expires_at: inPast } },
      '/body/restrictions/expires_at',
      'past',
    ],
    [
      'an expiry that is no time',
      { restrictions: { expires_at: '2099-12-31T23:59:60Z' } },
      '/body/restrictions/expires_at',
      'time',
    ],
    ...[
      '10',
      '10.1',
      '0177.0.0.1',
      '0x7f.1',
      '10.0.0.0/33',
      '10.0.0.0/',
      'fe80::1%eth0',
      '::ffff:10.0.0.1',
      '::/129',
      'localhost',
      '10.0.0.0/8,::1',
    ].map((range): [string, KeyFields, string, string] => [
      `the range ${range}`,
      { restrictions: { ip_cidrs: ['192.0.2.1', range] } },
      '/body/restrictions/ip_cidrs/1',
      'cidr',
    ]),
    ...[
      'shop',
      '.example',
      'shop..example',
      '-shop.example',
      'a@shop.example',
      '*.shop.example',
      'shop example.de',
      'shop.example.',
      'mün_chen.example',
    ].map((domain): [string, KeyFields, string, string] => [
      `the sender domain ${domain}`,
      { restrictions: { sender_domains: ['ok.example', domain] } },
      '/body/restrictions/sender_domains/1',
      'domain',
    ]),
  ]
  test.each(cases)('%s', async (_name, fields, place, code) => {
    const reply = await create(sessionOf(at), fields)
    expect(reply.status, reply.text).toBe(422)
    expect(reply.body.error.details).toMatchObject([{ path: place, code }])
  })
})
