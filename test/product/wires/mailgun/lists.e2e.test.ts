import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domainOf } from '../../../../base/addresses/address.js'
import { call } from '../../../support/api/api.js'
import { settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { wireCalls } from '../../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Mailgun's lists: events, and suppressed addresses. */

interface Item {
  readonly [field: string]: unknown
  readonly id: string
  readonly event: string
  readonly recipient: string
}
interface Page {
  readonly items: readonly Item[]
  readonly paging: { readonly next: string; readonly first: string }
}

let service: TestService
let tenant: Tenant
let key: string
let workspaceKey: string
beforeAll(async () => {
  service = await startTestService()
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject })
  workspaceKey = await tenant.key()
})
afterAll(() => service.stop())

const ask = (method: string, path: string, body?: object, asked = key) =>
  wireCalls('mailgun', service.url)(method, path, { key: asked, ...(body !== undefined && { body }) })

describe('events', () => {
  let ids: string[]
  let since: string
  let began: number
  beforeAll(async () => {
    began = Date.now() - 60_000
    since = new Date(began).toUTCString().replace('GMT', '+0000')
    ids = []
    for (const to of ['ada@example.com', 'bounce@example.com']) {
      const { body } = await ask('POST', '/v3/shop.example/messages', {
        from: 'Acme <billing@shop.example>',
        to: [to],
        subject: 'Your receipt',
        text: 'Thank you',
        'o:tag': ['receipts'],
        'v:': { order: 'A-1041' },
      })
      ids.push((body as { id: string }).id)
    }
    for (const id of ids) await settled(service.url, key, id.slice(1, -1).split('@')[0] ?? '')
  })

  const list = async (query: object = {}) => {
    const text = new URLSearchParams(query as Record<string, string>).toString()
    const { status, body, text: reply } = await ask('GET', `/v3/shop.example/events?${text}`)
    expect(status, reply).toBe(200)
    return body as Page
  }
  const follow = async (link: string) => {
    const { body } = await ask('GET', link.slice(link.indexOf('/v3/')))
    return body as Page
  }

  test('a list says what happened to each message', async () => {
    const { items } = await list({ recipient: 'ada@example.com' })
    expect(items.map(({ event }) => event)).toEqual(['delivered', 'accepted'])
    expect(items[0]).toMatchObject({
      recipient: 'ada@example.com',
      'recipient-domain': domainOf('ada@example.com'),
      'log-level': 'info',
      tags: ['receipts'],
      'user-variables': { order: 'A-1041' },
      flags: { 'is-test-mode': false },
      message: {
        headers: {
          'message-id': ids[0]?.slice(1, -1),
          from: 'Acme <billing@shop.example>',
          to: 'ada@example.com',
          subject: 'Your receipt',
        },
      },
      'delivery-status': { code: 250, 'attempt-no': 1 },
    })
    const [delivered, accepted] = items as unknown as { timestamp: number }[]
    expect(delivered?.timestamp).toBeGreaterThan(accepted?.timestamp ?? Infinity)
    expect(accepted?.timestamp).toBeGreaterThan(began / 1000)
  })

  test('a failure has its severity, its reason and the reply', async () => {
    const { items } = await list({ event: 'failed', severity: 'permanent' })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'log-level': 'error',
      recipient: 'bounce@example.com',
      'delivery-status': { code: expect.any(Number) as number, 'bounce-type': expect.any(String) as string },
    })
    expect((await list({ event: 'failed', severity: 'temporary' })).items).toEqual([])
  })

  test('pages lead on, to an empty one at the end', async () => {
    const seen: string[] = []
    let page = await list({ limit: '1', event: 'accepted OR delivered' })
    while (page.items.length > 0) {
      seen.push(...page.items.map(({ id }) => id))
      page = await follow(page.paging.next)
    }
    const all = await list({ event: 'accepted OR delivered' })
    expect(seen).toEqual(all.items.map(({ id }) => id))
    expect(seen.length).toBeGreaterThan(2)
  })

  test('an ascending list begins at a time, and its next page has what comes later', async () => {
    const { items, paging } = await list({ begin: since, ascending: 'yes' })
    const backwards = await list()
    expect(items.map(({ id }) => id)).toEqual(backwards.items.map(({ id }) => id).toReversed())
    expect((await follow(paging.next)).items).toEqual([])
    await ask('POST', '/v3/shop.example/messages', {
      from: 'billing@shop.example',
      to: ['grace@example.com'],
      subject: 'Later',
      text: 'Later',
    })
    await expect
      .poll(async () => (await follow(paging.next)).items.map(({ recipient }) => recipient), {
        timeout: 60_000,
      })
      .toContain('grace@example.com')
  })

  test('a list is narrowed down to a message', async () => {
    const { items } = await list({ 'message-id': ids[1] ?? '' })
    expect(new Set(items.map(({ recipient }) => recipient))).toEqual(new Set(['bounce@example.com']))
  })

  test.each([
    ['event=unsubscribed', 'event must be some of'],
    ['ascending=yes', 'begin is required'],
    ['begin=yesterday', 'begin must be a time'],
    ['subject=x', 'subject'],
    ['limit=1000', 'limit'],
  ])('%s is refused', async (query, sentence) => {
    const { status, text } = await ask('GET', `/v3/shop.example/events?${query}`)
    expect([status, text]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('a page of another form is refused', async () => {
    for (const page of [
      'x',
      Buffer.from('null').toString('base64url'),
      Buffer.from('{"types":[]}').toString('base64url'),
    ]) {
      const { status } = await ask('GET', `/v3/shop.example/events/${page}`)
      expect(status).toBe(400)
    }
  })

  test('another tenant sees none of them, by a page neither', async () => {
    const other = await addTenant(service)
    const theirs = await other.key({ project: other.liveProject })
    const { paging } = await list({ limit: '1' })
    const next = paging.next.slice(paging.next.indexOf('/v3/'))
    for (const path of ['/v3/shop.example/events', next]) {
      const { body } = await ask('GET', path, undefined, theirs)
      expect((body as Page).items).toEqual([])
    }
  })
})

describe.each([
  ['bounces', { code: '550', error: 'No such user' }, { code: '550', error: '550 No such user' }],
  ['complaints', {}, {}],
  ['unsubscribes', { tags: ['*'] }, { tags: ['*'] }],
])('suppressions: %s', (kind, given, shown) => {
  const at = `/v3/shop.example/${kind}`

  test('an address is added, found and removed', async () => {
    const address = `${kind}.one@example.com`
    const added = await ask('POST', at, { address, ...given }, workspaceKey)
    expect([added.status, added.body]).toEqual([200, { address, message: expect.any(String) as string }])
    const found = await ask('GET', `${at}/${address}`, undefined, workspaceKey)
    expect(found.body).toEqual({ address, created_at: expect.stringMatching(/GMT$/) as string, ...shown })
    const removed = await ask('DELETE', `${at}/${address}`, undefined, workspaceKey)
    if (kind === 'complaints') {
      expect([removed.status, removed.text]).toEqual([409, expect.stringContaining('?force=true')])
      return
    }
    expect(removed.status).toBe(200)
    const gone = await ask('GET', `${at}/${address}`, undefined, workspaceKey)
    expect([gone.status, gone.body]).toEqual([404, { message: 'Address not found.' }])
  })

  test('the addresses are listed page by page, each in its list alone', async () => {
    const addresses = ['a', 'b', 'c'].map((name) => `${kind}.${name}@example.com`)
    for (const address of addresses) await ask('POST', at, { address }, workspaceKey)
    const seen: string[] = []
    let next = `${at}?limit=2`
    for (;;) {
      const { body } = await ask('GET', next, undefined, workspaceKey)
      const { items, paging } = body as Page
      if (items.length === 0) break
      seen.push(...items.map(({ address }) => String(address)))
      next = paging.next.slice(paging.next.indexOf('/v3/'))
    }
    expect(seen.filter((address) => addresses.includes(address))).toEqual(addresses.toReversed())
    expect(seen.every((address) => address.startsWith(kind) || address.startsWith('bounce@'))).toBe(true)
    const { body } = await ask('GET', `${at}?term=${addresses[1]}`, undefined, workspaceKey)
    expect((body as Page).items).toHaveLength(1)
  })

  test('several addresses are added as JSON', async () => {
    const list = ['x', 'y'].map((name) => ({ address: `${kind}.${name}@example.com` }))
    const { status, body } = await ask('POST', at, list, workspaceKey)
    expect([status, body]).toEqual([200, { message: expect.stringContaining('2 addresses') as string }])
    const found = await ask('GET', `${at}/${kind}.y@example.com`, undefined, workspaceKey)
    expect(found.status).toBe(200)
    const wrong = await ask('POST', at, [...list, { address: 'nobody' }], workspaceKey)
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('[2].address')])
  })

  test('a project key is refused', async () => {
    expect((await ask('GET', at)).status).toBe(403)
  })
})

test('a suppression for one tag is refused, as it would hold for all mail', async () => {
  const body = { address: 'ada@example.com', tag: 'news' }
  const { status, text } = await ask('POST', '/v3/shop.example/unsubscribes', body, workspaceKey)
  expect([status, text]).toEqual([400, expect.stringContaining('tag')])
  expect(
    (await call(service.url, 'GET', '/v1/suppressions?email=ada@example.com', { key: workspaceKey })).body
      .data,
  ).toEqual([])
})
