import { randomUUID } from 'node:crypto'
import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifiedDomains, type VerifiedDomains } from '../../../../server/product/domains/verified-domains.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { messageFor } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Tests that live projects send only from verified domains of their workspace, if these are required. */

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'true' } })
  tenant = await addTenant(service)
  key = await tenant.key()
  await add('shop.example', 'verified')
  await add('eu.deep.example', 'verified')
  await add('old.example', 'degraded')
  await add('new.example', 'pending')
  await add('wrong.example', 'failed')
  await add('xn--mller-kva.example', 'verified')
  await add('theirs.example', 'verified', await addTenant(service))
})
afterAll(() => service.stop())

async function add(name: string, state: string, of = tenant): Promise<void> {
  await service.sql.query('insert into domains (workspace_id, id, name, status) values ($1, $2, $3, $4)', [
    of.workspaceId,
    randomUUID(),
    name,
    state,
  ])
}

const from = (fromEmail: string, project = tenant.liveProject, as = key): Promise<ApiReply> =>
  call(service.url, 'POST', '/v1/messages', { key: as, body: messageFor(project, { from_email: fromEmail }) })

test.each([
  ['verified', 'a@shop.example'],
  ['verified, in capitals', 'a@SHOP.Example'],
  ['degraded', 'a@old.example'],
  ['verified, by its A-labels', 'a@xn--mller-kva.example'],
  ['verified, in its own script', 'a@müller.example'],
])('a live project sends from a domain that is %s', async (_name, address) => {
  const reply = await from(address)
  expect(reply.status, reply.text).toBe(202)
})

const unknown = 'Verify the domain, or send from a verified one.'

test.each([
  ['unknown', 'a@nowhere.example', 'nowhere.example', unknown],
  ['a subdomain of a verified one', 'a@eu.shop.example', 'eu.shop.example', unknown],
  ['the parent of a verified one', 'a@deep.example', 'deep.example', unknown],
  ['one that ends alike', 'a@myshop.example', 'myshop.example', unknown],
  ['pending', 'a@new.example', 'new.example', 'It is pending: publish its DNS records'],
  [
    'failed',
    'a@wrong.example',
    'wrong.example',
    'The domain has failed: a required DNS record was missing for 24 hours',
  ],
  ['verified for another workspace', 'a@theirs.example', 'theirs.example', unknown],
])('and not from one that is %s', async (_name, address, domain, advice) => {
  const reply = await from(address)
  expect(reply.status, reply.text).toBe(422)
  expect(reply.body.error.code).toBe('sender_domain_not_verified')
  expect(reply.body.error.message).toContain(`${domain} is not a verified domain`)
  expect(reply.body.error.message).toContain(advice)
})

test('a list asks nobody to confirm from a domain that is not verified', async () => {
  const fields = { project_id: tenant.liveProject, name: 'News', from_email: 'a@new.example' }
  const { body: list } = await call(service.url, 'POST', '/v1/subscriber-lists', { key, body: fields })
  const ask = () =>
    call(service.url, 'POST', `/v1/subscriber-lists/${list.id}/subscriptions`, {
      key,
      body: { email: 'ada@example.com' },
    })
  const refused = await ask()
  expect([refused.status, refused.body.error.code]).toEqual([422, 'sender_domain_not_verified'])
  const verified = { from_email: 'a@shop.example' }
  await call(service.url, 'PATCH', `/v1/subscriber-lists/${list.id}`, { key, body: verified })
  expect((await ask()).body.outcome).toBe('requested')
})

test('in a batch each item has its own sender', async () => {
  const items = ['a@shop.example', 'a@nowhere.example'].map((fromEmail) => ({
    idempotency_key: fromEmail,
    message: messageFor(tenant.liveProject, { from_email: fromEmail }),
  }))
  const { body } = await call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
  expect(body).toMatchObject({ accepted: 1, rejected: 1 })
  expect(body.data[1].error).toMatchObject({ status: 422, code: 'sender_domain_not_verified' })
})

test('a test project sends from any', async () => {
  expect((await from('a@nowhere.example', tenant.testProject)).status).toBe(202)
})

describe('what a key may not do is said before what the domain lacks', () => {
  const codeOf = async (reply: Promise<ApiReply>) => (await reply).body.error.code as string

  test('for the project, the environment and the domains of the key', async () => {
    const stranger = await addTenant(service)
    expect(await codeOf(from('a@nowhere.example', stranger.liveProject))).toBe('project_not_allowed')
    const testOnly = await tenant.key({ restrictions: { environment: 'test' } })
    expect(await codeOf(from('a@nowhere.example', tenant.liveProject, testOnly))).toBe(
      'environment_not_allowed',
    )
    const oneDomain = await tenant.key({ restrictions: { senderDomains: ['shop.example'] } })
    expect(await codeOf(from('a@nowhere.example', tenant.liveProject, oneDomain))).toBe('sender_not_allowed')
    // The key's own list does not make a domain verified.
    const unverified = await tenant.key({ restrictions: { senderDomains: ['nowhere.example'] } })
    expect(await codeOf(from('a@nowhere.example', tenant.liveProject, unverified))).toBe(
      'sender_domain_not_verified',
    )
  })
})

test('a domain that becomes verified is known at once', async () => {
  const address = 'a@later.example'
  await add('later.example', 'pending')
  expect((await from(address)).status).toBe(422)
  await service.sql.query("update domains set status = 'verified' where name = 'later.example'")
  expect((await from(address)).status).toBe(202)
})

describe('what is known of a domain', () => {
  const ask = async (work: (states: VerifiedDomains, db: Knex) => Promise<void>, cachedMs?: number) => {
    const db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 2 } })
    try {
      await work(verifiedDomains(db, cachedMs), db)
    } finally {
      await db.destroy()
    }
  }
  const statusIn = (states: VerifiedDomains, name: string) => states.statusOf(tenant.workspaceId, name)

  test('is forgotten again', () =>
    ask(async (states) => {
      await add('brief.example', 'verified')
      expect(await statusIn(states, 'brief.example')).toBe('verified')
      await service.sql.query("delete from domains where name = 'brief.example'")
      await until(async () => (await statusIn(states, 'brief.example')) === undefined, 'it to be forgotten')
    }, 20))

  test('is asked for once by all who ask at the same time, and not again while it may be sent from', () =>
    ask(async (states, db) => {
      let asked = 0
      db.on('query', () => asked++)
      const many = (name: string) => Promise.all(Array.from({ length: 50 }, () => statusIn(states, name)))
      expect(new Set(await many('nowhere.example'))).toEqual(new Set([undefined]))
      expect(asked).toBe(1)
      expect(new Set(await many('shop.example'))).toEqual(new Set(['verified']))
      expect(await statusIn(states, 'shop.example')).toBe('verified')
      expect(asked).toBe(2)
    }))
})

test('a service that delivers to its sink does not ask for it', async () => {
  const sinking = await startTestService({ beside: service })
  try {
    const body = messageFor(tenant.liveProject, { from_email: 'a@nowhere.example' })
    expect((await call(sinking.url, 'POST', '/v1/messages', { key, body })).status).toBe(202)
  } finally {
    await sinking.stop()
  }
})
