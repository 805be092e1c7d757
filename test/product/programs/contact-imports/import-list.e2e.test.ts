import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { call } from '../../../support/api/api.js'
import {
  countsOf,
  imported,
  importFile,
  linesOf,
  refusalOf,
  storedParts,
  type Importer,
} from '../../../support/audience/contact-imports.js'
import { addList, ask, press, confirmPath } from '../../../support/audience/opt-in.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Files of contacts that a list is joined by. */

type Schemas = components['schemas']

let service: TestService
let tenant: Tenant
let importer: Importer
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await addTenant(service)
  importer = { url: service.url, key: await tenant.key(), project: tenant.testProject }
})

const parts = () => storedParts(service, tenant.workspaceId)

describe('a list', () => {
  test('is joined by proof, which is kept; who has left or is suppressed is not', async () => {
    const list = await addList(importer)
    const left = await ask(importer, list, 'left@example.com')
    await ask(importer, list, 'pending@example.com')
    const path = `/v1/subscriber-lists/${list}/subscriptions`
    const leaving = `${path}/${left.subscription?.id}/unsubscribe`
    expect(await call(service.url, 'POST', leaving, { key: importer.key, body: {} })).toMatchObject({
      status: 200,
    })
    const suppressed = await call(service.url, 'POST', '/v1/compliance/suppressions', {
      key: importer.key,
      body: { email: 'stop@example.com' },
    })
    expect(suppressed.status).toBe(201)
    const file = linesOf([
      'email,consent_at,consent_source,consent_ip',
      'new@example.com,2025-05-01T10:00:00Z,Shop checkout,192.0.2.7',
      'left@example.com,2025-05-01,Shop checkout,',
      'pending@example.com,2025-05-02,Fair,',
      'stop@example.com,2025-05-02,Fair,',
      'bare@example.com,,,',
      'bad@example.com,2025-05-02,Fair,192.0.2.700',
    ])
    const found = await imported(importer, file, { list_id: list, consent: 'proof' })
    expect(countsOf(found)).toEqual({
      lines: 6,
      created: 2,
      unchanged: 2,
      rejected: 2,
      subscribed: 2,
      not_subscribed: 2,
    })
    expect(found.first_lines.map(({ line, code }) => [line, code])).toEqual([
      [3, 'unsubscribed'],
      [5, 'suppressed'],
      [6, 'missing_consent'],
      [7, 'consent_ip'],
    ])
    const { body } = await call(service.url, 'GET', path, { key: importer.key })
    const subscriptions = (body as Schemas['SubscriptionList']).data
    const byEmail = new Map(subscriptions.map((each) => [each.email, each]))
    expect(subscriptions.map(({ email, status }) => [email, status]).sort()).toEqual([
      ['left@example.com', 'unsubscribed'],
      ['new@example.com', 'confirmed'],
      ['pending@example.com', 'confirmed'],
    ])
    expect(byEmail.get('new@example.com')?.consents).toMatchObject([
      {
        action: 'confirmed',
        at: '2025-05-01T10:00:00.000Z',
        source: 'Shop checkout',
        ip_address: '192.0.2.7',
      },
    ])
    expect(countsOf(await imported(importer, file, { list_id: list, consent: 'proof' }))).toEqual({
      lines: 6,
      unchanged: 4,
      rejected: 2,
      not_subscribed: 2,
    })
  })

  test('is joined by opt-in mail: each gets one, and its link confirms', async () => {
    const list = await addList(importer)
    const file = linesOf(['email', ...Array.from({ length: 60 }, (_, index) => `reader${index}@example.com`)])
    const query = { list_id: list, consent: 'opt_in' }
    expect(countsOf(await imported(importer, file, query))).toEqual({
      lines: 60,
      created: 60,
      subscribed: 60,
    })
    const { body } = await call(service.url, 'GET', '/v1/messages?limit=100', { key: importer.key })
    const messages = (body as Schemas['MessageList']).data
    expect(messages).toHaveLength(60)
    expect((await press(importer, await confirmPath(importer, messages[0]?.id ?? null))).status).toBe(200)
    expect(countsOf(await imported(importer, file, query))).toEqual({ lines: 60, unchanged: 60 })
  })

  test('needs proof in the file, a list of the project, and for mail the right to send', async () => {
    const list = await addList(importer)
    const refused = async (query: Record<string, string>, file = 'email\na@example.com\n', as = importer) =>
      refusalOf(await importFile(as, file, query))
    expect(await refused({ list_id: list })).toEqual([422, '/query/consent', expect.any(String)])
    expect(await refused({ consent: 'proof' })).toEqual([422, '/query/list_id', expect.any(String)])
    expect(await refused({ list_id: list, consent: 'proof' })).toEqual([422, '/body', expect.any(String)])
    expect(await refused({ list_id: list, consent: 'proof' }, 'a@example.com\n')).toEqual([
      422,
      '/body',
      expect.any(String),
    ])
    const elsewhere = { ...importer, project: tenant.liveProject }
    expect(await refused({ list_id: list, consent: 'opt_in' }, undefined, elsewhere)).toEqual([
      422,
      '/query/list_id',
      expect.any(String),
    ])
    const narrow = { ...importer, key: await tenant.key({ scopes: ['contacts:*'] }) }
    const reply = await importFile(narrow, 'email\na@example.com\n', { list_id: list, consent: 'opt_in' })
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'insufficient_scope'])
    expect(await parts()).toBe(0)
  })
})
