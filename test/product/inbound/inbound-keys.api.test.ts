import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, toTypeId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../support/api/api.js'
import {
  inboundRouteCalls,
  newInboundDomain,
  type InboundRouteCalls,
} from '../../support/inbound/inbound-routes.js'
import { insertInbound } from '../../support/inbound/inbound-rows.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { refusalOf } from '../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Inbound routes and messages under API keys, such as those of a help desk. */

let service: TestService
let tenant: Tenant
let session: InboundRouteCalls
let sibling: string
/** Calls of a key of the live project, which has no other scope, and of one of another live project. */
let ofLive: InboundRouteCalls
let ofSibling: InboundRouteCalls
/** Calls of a workspace key for test projects. */
let ofTest: InboundRouteCalls
const keys = { live: '', sibling: '', test: '', without: '' }

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  sibling = await tenant.project('live')
  const { liveProject, testProject } = tenant
  const scopes = ['inbound:*'] as const
  keys.live = await tenant.key({ project: liveProject, scopes })
  keys.sibling = await tenant.key({ project: sibling, scopes })
  keys.test = await tenant.key({ scopes, restrictions: { environment: 'test' } })
  keys.without = await tenant.key({ project: liveProject, scopes: ['messages:send', 'reports:read'] })
  session = inboundRouteCalls(service.url, await tenant.session('admin'), liveProject)
  ofLive = inboundRouteCalls(service.url, keys.live, liveProject)
  ofSibling = inboundRouteCalls(service.url, keys.sibling, sibling)
  ofTest = inboundRouteCalls(service.url, keys.test, testProject)
})

const idsOf = ({ body }: ApiReply) => (body.data as { id: string }[]).map(({ id }) => id)
const ask = (key: string, method: string, path: string) =>
  call(service.url, method, `/v1/inbound/messages${path}`, { key })

describe('routes', () => {
  test('are made, changed and deleted by the key of their project', async () => {
    const domain = newInboundDomain()
    const id = await ofLive.made(`support@${domain}`)
    expect((await ofLive.update(id, { name: 'Desk' })).body).toMatchObject({
      name: 'Desk',
      project_id: tenant.liveProject,
    })
    expect((await ofLive.get(id)).body.name).toBe('Desk')
    expect(idsOf(await ofLive.page('?limit=100'))).toContain(id)
    expect((await ofLive.test(`support@${domain}`)).body).toMatchObject({ accepted: true, route: { id } })
    expect((await ofLive.arrival()).body.domains).toContainEqual(
      expect.objectContaining({ domain, routes: 1 }),
    )
    expect((await ofLive.remove(id)).status).toBe(204)
  })

  test.each([
    ['of another project', () => ofSibling],
    ['for test projects', () => ofTest],
  ])('do not exist for a key %s', async (_whose, calls) => {
    const domain = newInboundDomain()
    const id = await session.made(`support@${domain}`)
    const intruder = calls()
    for (const reply of [
      await intruder.get(id),
      await intruder.update(id, { name: 'X' }),
      await intruder.remove(id),
    ]) {
      expect(refusalOf(reply)).toEqual([404, 'not_found'])
    }
    expect(idsOf(await intruder.page('?limit=100'))).not.toContain(id)
    expect((await intruder.test(`support@${domain}`)).body).toMatchObject({ reason: 'no_route', route: null })
    expect((await intruder.arrival()).text).not.toContain(domain)
    expect((await session.get(id)).body.name).toBe('Support')
  })

  test('are made for the project of the key alone', async () => {
    const elsewhere = { project_id: tenant.liveProject, recipient: `a@${newInboundDomain()}` }
    expect(refusalOf(await ofSibling.create(elsewhere))).toEqual([403, 'project_not_allowed'])
    expect(refusalOf(await ofTest.create(elsewhere))).toEqual([403, 'environment_not_allowed'])
  })

  test('take no mail from another project', async () => {
    const domain = newInboundDomain()
    await session.made(`*@${domain}`)
    for (const recipient of [`support@${domain}`, `support+*@${domain}`]) {
      expect(refusalOf(await ofSibling.create({ recipient }))).toEqual([403, 'project_not_allowed'])
      expect(refusalOf(await ofTest.create({ recipient }))).toEqual([403, 'environment_not_allowed'])
    }
    await ofLive.made(`support@${domain}`)
  })

  test('divide mail of their own pattern, and leave the rest of a domain to others', async () => {
    const domain = newInboundDomain()
    await session.made(`support@${domain}`)
    await ofSibling.made(`*@${domain}`)
    await ofSibling.made(`orders@${domain}`)
    expect((await session.test(`support@${domain}`)).body.route.name).toBe('Support')
  })
})

describe('messages', () => {
  let message: string
  let attachment: string
  beforeAll(async () => {
    const of = {
      workspaceId: tenant.workspaceId,
      projectId: fromTypeId('prj', tenant.liveProject),
      routeId: fromTypeId('inr', await session.made()),
    }
    const { row, attachments } = await insertInbound(service.sql, of, {
      attachments: [{ bytes: Buffer.from('PDF') }],
    })
    message = toTypeId('inm', row.id)
    attachment = `/${message}/attachments/${toTypeId('att', attachments[0] ?? '')}`
  })
  const paths = () => [`/${message}`, `/${message}/raw`, attachment]

  test('are read and sent again by the key of their project', async () => {
    expect(idsOf(await ask(keys.live, 'GET', '?limit=100'))).toEqual([message])
    for (const path of paths()) expect((await ask(keys.live, 'GET', path)).status, path).toBe(200)
    expect((await ask(keys.live, 'POST', `/${message}/replay`)).status).toBe(202)
  })

  test('do not exist for keys of others', async () => {
    for (const key of [keys.sibling, keys.test]) {
      expect(idsOf(await ask(key, 'GET', '?limit=100'))).toEqual([])
      for (const path of paths())
        expect(refusalOf(await ask(key, 'GET', path)), path).toEqual([404, 'not_found'])
      expect(refusalOf(await ask(key, 'POST', `/${message}/replay`))).toEqual([404, 'not_found'])
      expect(refusalOf(await ask(key, 'DELETE', `/${message}`))).toEqual([404, 'not_found'])
    }
    const named = `?project_id=${tenant.liveProject}`
    expect(refusalOf(await ask(keys.sibling, 'GET', named))).toEqual([403, 'project_not_allowed'])
    expect(idsOf(await ask(keys.test, 'GET', named))).toEqual([])
  })

  test('take the scope', async () => {
    for (const path of ['', ...paths()]) {
      expect(refusalOf(await ask(keys.without, 'GET', path)), path).toEqual([403, 'insufficient_scope'])
    }
    expect(refusalOf(await ask(keys.without, 'DELETE', `/${message}`))).toEqual([403, 'insufficient_scope'])
  })

  test('are deleted by the key of their project', async () => {
    expect((await ask(keys.live, 'DELETE', `/${message}`)).status).toBe(204)
    expect(refusalOf(await ask(keys.live, 'GET', `/${message}`))).toEqual([404, 'not_found'])
  })
})
