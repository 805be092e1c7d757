import { beforeAll, describe, expect, test } from 'vitest'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { fromTypeId, newUuid } from '../../../../server/platform/db/ids.js'
import { subscriptionLinks } from '../../../../server/product/audience/subscriptions/links/links.js'
import { call } from '../../../support/api/api.js'
import { entryOf } from '../../../support/workspace/audit.js'
import { addList, ask } from '../../../support/audience/opt-in.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Tests the settings of a project for the pages of its recipients, and these pages. */

const png = imageOf('image/png', '\x89PNG\r\n\x1a\n')
const unset = { accent_color: null, name: null, language: 'auto', logo: null }

function imageOf(type: string, beginning: string, bytes = 100): string {
  const content = Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(bytes - beginning.length)])
  return `data:${type};base64,${content.toString('base64')}`
}

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
})

const api = (method: string, path: string, body?: unknown) => call(service.url, method, path, { key, body })
const update = (pages: unknown, id = tenant.liveProject) => api('PATCH', `/v1/projects/${id}`, { pages })

test('a request changes the parts that it names, and null has them as they were at first', async () => {
  const created = await call(service.url, 'POST', '/v1/projects', {
    key,
    body: { name: 'Shop', pages: { accent_color: '#0A5AA8', language: 'auto' } },
    headers: { 'Idempotency-Key': newUuid() },
  })
  expect(created.body.pages).toEqual({ ...unset, accent_color: '#0A5AA8' })
  const { id } = created.body as { id: string }

  const changed = await update({ logo: png, name: ' Ada \u202e& Co ', language: 'ar' }, id)
  const expected = { accent_color: '#0A5AA8', name: 'Ada & Co', language: 'ar', logo: png }
  expect([changed.status, changed.body.pages]).toEqual([200, expected])
  expect((await api('PATCH', `/v1/projects/${id}`, { name: 'Store' })).body.pages).toEqual(expected)
  expect((await api('GET', `/v1/projects/${id}`)).body).toMatchObject({ name: 'Store', pages: expected })

  const list = await api('GET', '/v1/projects?limit=1')
  const { logo: _logo, ...listed } = expected
  expect((list.body.data as { pages: object }[])[0]?.pages).toEqual(listed)

  const without = await update({ logo: null, language: 'auto' }, id)
  expect(without.body.pages).toEqual({ ...expected, logo: null, language: 'auto' })
  expect((await update(null, id)).body.pages).toEqual(unset)
})

describe('a logo', () => {
  test.each([
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/gif', 'GIF89a'],
    ['image/webp', 'RIFF\0\0\0\0WEBPVP8 '],
  ])('is an image of 50 kB or less: %s', async (type, beginning) => {
    const largest = imageOf(type, beginning, 50_000)
    const reply = await update({ logo: largest })
    expect([reply.status, reply.body.pages.logo === largest]).toEqual([200, true])
    const larger = await update({ logo: imageOf(type, beginning, 50_001) })
    expect([larger.status, larger.body.error.details[0].path]).toEqual([422, '/body/pages/logo'])
  })

  test.each([
    ['an SVG', imageOf('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg">')],
    ['an SVG that says it is a PNG', imageOf('image/png', '<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a JPEG that says it is a PNG', imageOf('image/png', '\xff\xd8\xff\xe0')],
    ['another file of RIFF', imageOf('image/webp', 'RIFF\0\0\0\0WAVEfmt ')],
    ['nothing', 'data:image/png;base64,'],
    ['an address', 'https://shop.example/logo.png'],
    ['base64 without its padding', 'data:image/gif;base64,R0lGODlhAQA'],
    ['more after the image', `${png}" onload="alert(1)`],
    ['more parameters', png.replace(';base64', ';charset=utf-8;base64')],
  ])('is refused where it is %s', async (_what, logo) => {
    const reply = await update({ logo })
    expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_failed'])
    expect(reply.body.error.details).toMatchObject([{ path: '/body/pages/logo' }])
  })
})

test.each([
  { accent_color: 'red' },
  { accent_color: '#fff' },
  { name: '\u202e' },
  { language: 'xx' },
  {},
  { other: 1 },
])('is refused: %j', async (pages) => {
  const reply = await update(pages)
  expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_failed'])
})

test('the audit log says that it was changed, without the image', async () => {
  const entry = await entryOf(service, await update({ logo: png }))
  expect(entry).toMatchObject({ operation: 'updateProject', outcome: 'succeeded' })
  expect(JSON.stringify(entry)).not.toContain('base64')
})

test('pages of a list and of a contact look so', async () => {
  await update({ logo: png, accent_color: '#7a1fd1', name: 'Ada & Co', language: 'de' })
  const links = subscriptionLinks(loadServiceKey(service.config).derive('subscription'), '')
  const optIn = { url: service.url, key, project: tenant.liveProject }
  const { subscription } = await ask(optIn, await addList(optIn), 'ada@example.com')
  const { workspaceId } = tenant
  const ids = { workspaceId, logId: newUuid() }
  const contactId = fromTypeId('con', subscription.contact_id)
  const subscriptionId = fromTypeId('sub', subscription.id)
  for (const path of [
    links.contactUnsubscribeUrl({ ...ids, contactId }),
    links.unsubscribeUrl({ ...ids, subscriptionId }),
    links.confirmUrl({ workspaceId, subscriptionId, issuedAt: new Date() }),
  ]) {
    const page = await call(service.url, 'GET', path, { headers: { Accept: 'text/html' } })
    expect([page.status, page.headers['content-language']]).toEqual([200, 'de'])
    expect(page.text).toContain(`<img class="logo" src="${png}" alt="Ada &amp; Co" />`)
    expect(page.text).toContain('--accent: #7a1fd1;')
    expect(page.text).toContain('<bdi>Ada &amp; Co</bdi>')
  }
})
