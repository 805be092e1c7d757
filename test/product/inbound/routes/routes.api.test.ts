import { beforeAll, describe, expect, test } from 'vitest'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { replyAddresses } from '../../../../server/product/delivery/bounce/reply-address.js'
import { maxStoredBytes } from '../../../../server/product/inbound/messages/inbound-message-rows.js'
import {
  inboundRouteCalls,
  newInboundDomain,
  type InboundRouteCalls,
} from '../../../support/inbound/inbound-routes.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { refusalOf } from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Routes of inbound mail: made, read, changed and deleted, and which of them an address belongs to. */

let service: TestService
let tenant: Tenant
let other: Tenant
let admin: InboundRouteCalls
let member: InboundRouteCalls
let stranger: InboundRouteCalls

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  other = await addTenant(service)
  const callsOf = async (whose: Tenant, role: 'admin' | 'member') =>
    inboundRouteCalls(service.url, await whose.session(role), whose.liveProject)
  admin = await callsOf(tenant, 'admin')
  member = await callsOf(tenant, 'member')
  stranger = await callsOf(other, 'admin')
})

const unknown = () => toTypeId('inr', newUuid())

describe('a route', () => {
  test('is made and read', async () => {
    const domain = newInboundDomain()
    const made = await admin.create({
      name: ' Support\u202e  desk ',
      recipient: `Support+*@${domain.toUpperCase()}`,
      block: ['Ada@Example.COM', '@Spam.Example', 'ada@example.com', '@bücher.example'],
      automatic: 'drop',
      require_dmarc: true,
      enabled: false,
      retain_days: 7,
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: made.body.id,
      project_id: tenant.liveProject,
      environment: 'live',
      name: 'Support desk',
      recipient: `support+*@${domain}`,
      enabled: false,
      automatic: 'drop',
      require_dmarc: true,
      block: ['ada@example.com', '@spam.example', '@xn--bcher-kva.example'],
      retain_days: 7,
      created_at: made.body.created_at,
      updated_at: made.body.created_at,
    })
    expect((await member.get(made.body.id)).body).toEqual(made.body)
  })

  test('takes mail as most want it where nothing else is said', async () => {
    const { body } = await admin.create({ recipient: `*@${newInboundDomain()}` })
    expect(body).toMatchObject({
      enabled: true,
      automatic: 'keep',
      require_dmarc: false,
      block: [],
      retain_days: null,
    })
  })

  test('is changed in what is named, and stays as it is in the rest', async () => {
    const id = await admin.made(undefined, { block: ['a@example.com'], retain_days: 7 })
    const { body: before } = await admin.get(id)
    const { body: renamed } = await admin.update(id, { name: 'Desk', enabled: false })
    expect(renamed).toEqual({ ...before, name: 'Desk', enabled: false, updated_at: renamed.updated_at })
    expect(Date.parse(renamed.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
    const changes = { automatic: 'deliver', require_dmarc: true, block: ['@Shop.Example'], retain_days: null }
    const { body: changed } = await admin.update(id, changes)
    expect(changed).toEqual({
      ...renamed,
      ...changes,
      block: ['@shop.example'],
      updated_at: changed.updated_at,
    })
    expect((await member.get(id)).body).toEqual(changed)
  })

  test('that was deleted is gone, and its recipient free', async () => {
    const recipient = `a@${newInboundDomain()}`
    const id = await admin.made(recipient)
    expect((await admin.remove(id)).status).toBe(204)
    expect(refusalOf(await admin.get(id))).toEqual([404, 'not_found'])
    expect(refusalOf(await admin.remove(id))).toEqual([404, 'not_found'])
    await admin.made(recipient)
  })

  test('of nobody, or of another workspace, is not there', async () => {
    const theirs = await stranger.made()
    for (const id of [unknown(), theirs]) {
      expect(refusalOf(await admin.get(id))).toEqual([404, 'not_found'])
      expect(refusalOf(await admin.update(id, { name: 'Mine' }))).toEqual([404, 'not_found'])
      expect(refusalOf(await admin.remove(id))).toEqual([404, 'not_found'])
    }
    expect((await stranger.get(theirs)).status).toBe(200)
  })

  test.each([
    ['name', { name: '\u202e ' }, '/body/name', 'empty'],
    ['asterisk within', { recipient: 'a*b@in.example' }, '/body/recipient', 'recipient'],
    ['nothing before the plus', { recipient: '+*@in.example' }, '/body/recipient', 'recipient'],
    ['no domain', { recipient: 'a@localhost' }, '/body/recipient', 'recipient'],
    ['pattern of domains', { recipient: 'a@*.example' }, '/body/recipient', 'recipient'],
    ['domain without an @', { block: ['a@b.example', 'spam.example'] }, '/body/block/1', 'sender'],
    ['label alone', { block: ['@example'] }, '/body/block/0', 'sender'],
    ['two in one', { block: ['@a@b.example'] }, '/body/block/0', 'sender'],
    ['project', { project_id: toTypeId('prj', newUuid()) }, '/body/project_id', 'unknown'],
  ])('is refused for what the schema does not see: %s', async (_what, fields, path, code) => {
    const recipient = `a@${newInboundDomain()}`
    expect(refusalOf(await admin.create({ recipient, ...fields }))).toEqual([
      422,
      'validation_failed',
      path,
      code,
    ])
  })

  test('is not changed by mistakes either', async () => {
    const id = await admin.made()
    expect(refusalOf(await admin.update(id, { name: ' ' }))).toEqual([
      422,
      'validation_failed',
      '/body/name',
      'empty',
    ])
    expect(refusalOf(await admin.update(id, { block: ['x'] }))[0]).toBe(422)
    expect(refusalOf(await admin.update(id, { recipient: 'b@in.example' }))[0]).toBe(422)
    expect((await admin.get(id)).body).toMatchObject({ name: 'Support', block: [] })
  })

  test('is of a project of its own workspace', async () => {
    const recipient = `a@${newInboundDomain()}`
    expect(refusalOf(await admin.create({ recipient, project_id: other.liveProject }))).toEqual([
      422,
      'validation_failed',
      '/body/project_id',
      'unknown',
    ])
  })

  test('stays while a published version of an automation is started by it', async () => {
    const id = await admin.made()
    const automation = newUuid()
    const values = [tenant.workspaceId, automation, fromTypeId('prj', tenant.liveProject)]
    await service.sql.query(
      `insert into automations (workspace_id, id, project_id, environment, name, status, latest_version)
       values ($1, $2, $3, 'live', 'Answer', 'active', 1)`,
      values,
    )
    await service.sql.query(
      `insert into automation_triggers (workspace_id, automation_id, project_id, kind, name)
       values ($1, $2, $3, 'inbound', $4)`,
      [...values, id],
    )
    const refused = await admin.remove(id)
    expect(refusalOf(refused)).toEqual([409, 'invalid_state'])
    expect(refused.text).toContain(`Answer (${toTypeId('aut', automation)})`)
    await service.sql.query('delete from automation_triggers where workspace_id = $1', [tenant.workspaceId])
    expect((await admin.remove(id)).status).toBe(204)
  })
})

describe('the recipient', () => {
  const taken = [422, 'validation_failed', '/body/recipient', 'taken']

  test('is of one route, in whatever case', async () => {
    const domain = newInboundDomain()
    await admin.made(`a+*@${domain}`)
    expect(refusalOf(await admin.create({ recipient: `A+*@${domain.toUpperCase()}` }))).toEqual(taken)
    // A more specific one is another.
    await admin.made(`a+b@${domain}`)
  })

  test('is at a domain of one workspace, until that has no route there', async () => {
    const domain = newInboundDomain()
    const ids = [await stranger.made(`a@${domain}`), await stranger.made(`b@${domain}`)]
    const refused = await admin.create({ recipient: `c@${domain}` })
    expect(refusalOf(refused)).toEqual(taken)
    expect(refused.text).not.toContain(other.workspaceId)
    await stranger.remove(ids[0] ?? '')
    expect(refusalOf(await admin.create({ recipient: `c@${domain}` }))).toEqual(taken)
    await stranger.remove(ids[1] ?? '')
    await admin.made(`c@${domain}`)
    expect(refusalOf(await stranger.create({ recipient: `a@${domain}` }))).toEqual(taken)
    // Another domain is another's, though it is below.
    await stranger.made(`a@sub.${domain}`)
  })

  test('is taken once by all who want it at the same time', async () => {
    const domain = newInboundDomain()
    const own = await Promise.all(Array.from({ length: 4 }, () => admin.create({ recipient: `a@${domain}` })))
    expect(own.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
    const contested = newInboundDomain()
    const replies = await Promise.all(
      [admin, stranger, admin, stranger].map((calls, index) =>
        calls.create({ recipient: `${index}@${contested}` }),
      ),
    )
    // The first one takes the domain, and the second of the same workspace is at home there.
    expect(replies.map(({ status }) => status)).toEqual(
      replies[0]?.status === 201 ? [201, 422, 201, 422] : [422, 201, 422, 201],
    )
  })

  test('that is added while the last other one is deleted keeps the domain', async () => {
    const domain = newInboundDomain()
    const id = await admin.made(`a@${domain}`)
    const [, created] = await Promise.all([admin.remove(id), admin.create({ recipient: `b@${domain}` })])
    expect(created.status).toBe(201)
    expect((await member.test(`b@${domain}`)).body).toMatchObject({ accepted: true })
  })

  test('is at most one of 500 of a workspace', async () => {
    const full = await addTenant(service)
    const calls = inboundRouteCalls(service.url, await full.session('admin'), full.liveProject)
    const domain = newInboundDomain()
    const last = await calls.made(`last@${domain}`)
    await service.sql.query(
      `insert into inbound_routes
       select workspace_id, gen_random_uuid(), project_id, environment, name, n || '@' || domain, domain, enabled, automatic,
         require_dmarc, block, retain_days, updated_at
       from inbound_routes cross join generate_series(1, 499) n where workspace_id = $1`,
      [full.workspaceId],
    )
    expect(refusalOf(await calls.create({ recipient: `more@${domain}` }))).toEqual([
      422,
      'validation_failed',
      '/body/recipient',
      'too_many',
    ])
    await calls.remove(last)
    await calls.made(`more@${domain}`)
  })
})

describe('the list', () => {
  test('has the routes of the workspace, newest first, page by page and by project', async () => {
    const lister = await addTenant(service)
    const session = await lister.session('admin')
    const calls = inboundRouteCalls(service.url, session, lister.liveProject)
    const inTest = inboundRouteCalls(service.url, session, lister.testProject)
    const domain = newInboundDomain()
    const ids = [
      await calls.made(`a@${domain}`),
      await inTest.made(`b@${domain}`),
      await calls.made(`c@${domain}`),
    ].toReversed()
    const idsOf = (reply: { body: any }) => reply.body.data.map(({ id }: { id: string }) => id)
    const first = await calls.page('?limit=2')
    expect([idsOf(first), first.body.has_more]).toEqual([ids.slice(0, 2), true])
    const second = await calls.page(`?limit=2&cursor=${first.body.next_cursor}`)
    expect([idsOf(second), second.body.has_more]).toEqual([ids.slice(2), false])
    const ofTest = await calls.page(`?project_id=${lister.testProject}`)
    expect(idsOf(ofTest)).toEqual([ids[1]])
    expect(ofTest.body.data[0]).toMatchObject({ environment: 'test', recipient: `b@${domain}` })
    expect(idsOf(await calls.page(`?project_id=${tenant.liveProject}`))).toEqual([])
  })
})

describe('the test of an address', () => {
  test('says which route takes it, and what the receiver answers', async () => {
    const domain = newInboundDomain()
    const id = await admin.made(`support+*@${domain}`, { name: 'Plus', block: ['@spam.example'] })
    const route = { id, name: 'Plus', recipient: `support+*@${domain}` }
    expect((await member.test(`Support+Order-7@${domain}`, 'ada@example.com')).body).toEqual({
      recipient: `support+order-7@${domain}`,
      accepted: true,
      reason: 'accepted',
      reply: '250 2.1.5 Accepted',
      route,
    })
    expect((await member.test(`support+x@${domain}`, 'Eve@Mail.SPAM.example')).body).toMatchObject({
      accepted: false,
      reason: 'sender_blocked',
      reply: expect.stringMatching(/^550 5\.7\.1 /),
      route,
    })
    await admin.update(id, { enabled: false })
    expect((await member.test(`support+x@${domain}`)).body).toMatchObject({
      accepted: false,
      reason: 'route_disabled',
      reply: expect.stringMatching(/^550 5\.2\.1 /),
      route,
    })
    // It does not fall through to a less specific one.
    await admin.made(`*@${domain}`)
    expect((await member.test(`support+x@${domain}`)).body).toMatchObject({ reason: 'route_disabled' })
    expect((await member.test(`support@${domain}`)).body).toMatchObject({ reason: 'accepted' })
  })

  test('knows the addresses that replies go to, of its own routes', async () => {
    const domain = newInboundDomain()
    const id = await admin.made(`sales@${domain}`)
    const replies = replyAddresses(loadServiceKey(service.config).derive('subscription'))
    const address = replies.addressOf({ messageId: newUuid(), routeId: fromTypeId('inr', id), domain })
    expect((await member.test(address.toUpperCase())).body).toMatchObject({
      accepted: true,
      route: { id, recipient: `sales@${domain}` },
    })
    expect((await stranger.test(address)).body).toMatchObject({ reason: 'no_route', route: null })
    const altered = address.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@'))
    expect((await member.test(altered)).body).toMatchObject({ reason: 'no_route' })
  })

  test('says nothing of the routes of others', async () => {
    const domain = newInboundDomain()
    await stranger.made(`*@${domain}`)
    const nothing = {
      accepted: false,
      reason: 'no_route',
      reply: '550 5.1.1 No such address here',
      route: null,
    }
    expect((await member.test(`a@${domain}`)).body).toEqual({ recipient: `a@${domain}`, ...nothing })
    expect((await member.test('a@nobody.example')).body).toEqual({
      recipient: 'a@nobody.example',
      ...nothing,
    })
  })

  test('says that the workspace keeps as much as it may', async () => {
    const full = await addTenant(service)
    const calls = inboundRouteCalls(service.url, await full.session('admin'), full.liveProject)
    const domain = newInboundDomain()
    await calls.made(`a@${domain}`)
    await service.sql.query(
      'insert into inbound_storage (workspace_id, bytes, messages) values ($1, $2, 3)',
      [full.workspaceId, maxStoredBytes],
    )
    expect((await calls.test(`a@${domain}`)).body).toMatchObject({
      accepted: false,
      reason: 'storage_full',
      reply: expect.stringMatching(/^452 4\.2\.2 /),
    })
    expect((await calls.arrival()).body).toMatchObject({
      storage: { bytes: maxStoredBytes, max_bytes: maxStoredBytes, messages: 3 },
    })
  })
})

test('how mail gets here names what to publish and the domains of the routes', async () => {
  const lister = await addTenant(service)
  const calls = inboundRouteCalls(service.url, await lister.session('admin'), lister.liveProject)
  const [one, two] = [newInboundDomain(), newInboundDomain()].toSorted()
  await calls.made(`a@${two}`)
  await calls.made(`a@${one}`)
  await calls.made(`b@${one}`)
  // Live mail goes to the sink, so nothing is looked up.
  expect((await calls.arrival()).body).toEqual({
    mx: [{ priority: 10, host: service.config.hostname }],
    port: service.config.inboundPort,
    domains: [
      { domain: one, routes: 2, mx: 'unknown', found: [] },
      { domain: two, routes: 1, mx: 'unknown', found: [] },
    ],
    storage: { bytes: 0, max_bytes: maxStoredBytes, messages: 0 },
  })
})
