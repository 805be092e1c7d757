import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { settled } from '../../../support/messages/messages.js'
import { foreignPackage } from '../../../support/packages/foreign-packages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Mailgun's package for Node.js, unmodified, against the service. */

interface Page {
  readonly items: readonly Record<string, any>[]
  readonly pages: { readonly next: { readonly page: string } }
  readonly status: number
}
type Call<Result = any> = (...given: readonly unknown[]) => Promise<Result>
interface Client {
  readonly messages: Record<'create' | 'retrieveStoredEmail' | 'resendEmail' | 'getMessagesQueueStatus', Call>
  readonly events: { readonly get: Call<Page> }
  readonly suppressions: Record<'list' | 'get' | 'create' | 'destroy' | 'destroyAll', Call>
  readonly domains: Record<'list' | 'get' | 'create' | 'verify' | 'destroy' | 'update', Call>
}
interface MailgunModule {
  readonly default: new (form: unknown) => {
    client(options: { readonly username: string; readonly key: string; readonly url: string }): Client
  }
}

let dns: TestDns
let service: TestService
let tenant: Tenant
let key: string
let ofProject: Client
let ofWorkspace: Client
let wrong: Client
beforeAll(async () => {
  const imported = await foreignPackage<MailgunModule | { readonly default: MailgunModule }>('mailgun.js')
  // The package's CommonJS build has its class in a second `default`.
  const Mailgun = 'default' in imported.default ? imported.default.default : imported.default
  const { default: FormData } = await foreignPackage<{ readonly default: unknown }>('form-data')
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject })
  const mailgun = new Mailgun(FormData)
  const url = `${service.url}/compat/mailgun`
  const client = (asked: string) => mailgun.client({ username: 'api', key: asked, url })
  ofProject = client(key)
  ofWorkspace = client(await tenant.key())
  wrong = client('key-123')
}, 300_000)
afterAll(async () => {
  await service.stop()
  await dns.close()
})

const domain = 'shop.example'
const message = {
  from: 'Acme <billing@shop.example>',
  to: ['Ada <ada@example.com>'],
  subject: 'Your receipt',
  text: 'Thank you',
}

/** Returns the status and the details of a call that the package refuses by throwing its error. */
async function refusalOf(calling: Promise<unknown>): Promise<[number, string]> {
  const error = await calling.then(
    () => ({ status: 200, details: 'the call succeeded' }),
    (thrown: { readonly status: number; readonly details: string }) => thrown,
  )
  return [error.status, error.details]
}

describe('messages', () => {
  test('a message with everything that the package has a name for', async () => {
    const reply = await ofProject.messages.create(domain, {
      ...message,
      cc: 'Bob <bob@example.com>',
      bcc: 'archive@shop.example',
      html: '<p>Thank you <img src="cid:logo.png"></p>',
      attachment: [
        { filename: 'receipt.txt', data: Buffer.from('Total: 12 €') },
        { filename: 'b.txt', data: 'text' },
      ],
      inline: { filename: 'logo.png', data: Buffer.from([0x89, 0x50]) },
      'o:tag': 'receipts',
      'o:tracking': true,
      'o:tracking-opens': 'no',
      'o:dkim': true,
      'o:testmode': false,
      'h:Reply-To': 'help@shop.example',
      'v:order': 'A-1041',
    })
    expect(reply).toEqual({
      status: 200,
      id: expect.stringMatching(/^<msg_\w{26}@shop\.example>$/) as string,
      message: 'Queued. Thank you.',
    })
  })

  test('a message to each recipient, with their variables', async () => {
    const reply = await ofProject.messages.create(domain, {
      ...message,
      to: ['ada@example.com', 'grace@example.com'],
      subject: 'Hello %recipient.first%',
      'recipient-variables': JSON.stringify({ 'ada@example.com': { first: 'Ada' } }),
    })
    expect(reply.status).toBe(200)
  })

  test('a scheduled message', async () => {
    const time = new Date(Date.now() + 3_600_000).toUTCString()
    const reply = await ofProject.messages.create(domain, { ...message, 'o:deliverytime': time })
    expect(reply.status).toBe(200)
  })

  test.each([
    ['no sender', { from: 'nobody' }, 400, 'from'],
    ['no recipient', { to: ['nobody'] }, 400, 'to'],
    ['no content', { text: undefined }, 400, 'text'],
    ['an unknown template', { template: 'receipt', text: undefined, subject: undefined }, 404, 'template'],
    ['the test mode', { 'o:testmode': true }, 400, 'o:testmode'],
    ['a pair like a tag', { 'o:tag': ['a', 'b'], 'v:tag_2': 'c' }, 400, 'tag_2'],
    ['AMP', { 'amp-html': '<html amp>' }, 400, 'AMP'],
  ])('%s is refused', async (_, fields, status, word) => {
    const refused = await refusalOf(ofProject.messages.create(domain, { ...message, ...fields }))
    expect(refused).toEqual([status, expect.stringContaining(word)])
  })

  test('a whole message in MIME', async () => {
    const lines = [`From: ${message.from}`, 'Subject: MIME', '', 'Hello', '']
    const mime = { to: 'ada@example.com', message: lines.join('\r\n') }
    const reply = await ofProject.messages.create(domain, mime)
    expect(reply).toMatchObject({ status: 200, id: expect.stringContaining('<msg_') as string })
  })

  test('stored messages and queues are refused with our way', async () => {
    const { retrieveStoredEmail, resendEmail, getMessagesQueueStatus } = ofProject.messages
    for (const call of [
      () => retrieveStoredEmail.call(ofProject.messages, domain, 'x'),
      () => resendEmail.call(ofProject.messages, domain, 'x', { to: 'ada@example.com' }),
      () => getMessagesQueueStatus.call(ofProject.messages, domain),
    ])
      expect(await refusalOf(call())).toEqual([405, expect.stringContaining('/v1/')])
  })

  test('a wrong key, and one without the scope, are refused', async () => {
    expect((await refusalOf(wrong.messages.create(domain, message)))[0]).toBe(401)
    expect((await refusalOf(ofProject.domains.list()))[0]).toBe(403)
  })
})

test('events, page by page', async () => {
  const { id } = (await ofProject.messages.create(domain, { ...message, 'o:tag': 'paged' })) as { id: string }
  await settled(service.url, key, id.slice(1, -1).split('@')[0] ?? '')
  const first = await ofProject.events.get(domain, { tags: 'paged', limit: 1 })
  expect(first.items).toHaveLength(1)
  expect(first.items[0]).toMatchObject({ event: 'delivered', recipient: 'ada@example.com' })
  expect(typeof first.items[0]?.['timestamp']).toBe('number')
  const second = await ofProject.events.get(domain, { page: first.pages.next.page })
  expect(second.items.map(({ event }) => event as string)).toEqual(['accepted'])
  const third = await ofProject.events.get(domain, { page: second.pages.next.page })
  expect(third.items).toEqual([])
  expect((await ofProject.events.get(domain, { event: 'failed' })).items).toEqual([])
})

describe('suppressions', () => {
  test.each(['bounces', 'complaints', 'unsubscribes'])('%s', async (kind) => {
    const { suppressions } = ofWorkspace
    const address = `${kind}@example.com`
    expect(await suppressions.create(domain, kind, { address })).toMatchObject({ status: 200 })
    const found = await suppressions.get(domain, kind, address)
    expect(found).toMatchObject({ address, type: kind })
    expect((found as { created_at: unknown }).created_at).toBeInstanceOf(Date)
    const listed = (await suppressions.list(domain, kind, { limit: 1 })) as Page
    expect(listed.items).toHaveLength(1)
    const next = (await suppressions.list(domain, kind, { page: listed.pages.next.page })) as Page
    expect(next.items).toEqual([])
    if (kind !== 'complaints')
      expect(await suppressions.destroy(domain, kind, address)).toMatchObject({ address, status: 200 })
    expect((await refusalOf(suppressions.get(domain, kind, 'nobody@example.com')))[0]).toBe(404)
  })

  test('lists of allowed addresses, and deleting all, are refused', async () => {
    const { suppressions } = ofWorkspace
    expect((await refusalOf(suppressions.list(domain, 'whitelists')))[0]).toBe(405)
    expect((await refusalOf(suppressions.destroyAll(domain, 'bounces')))[0]).toBe(405)
  })
})

test('domains are added, listed, checked and deleted', async () => {
  const { domains } = ofWorkspace
  const created = await domains.create({ name: 'mail.shop.example' })
  expect(created).toMatchObject({ name: 'mail.shop.example', state: 'unverified', type: 'custom' })
  expect((created as { sending_dns_records: unknown[] }).sending_dns_records.length).toBeGreaterThan(0)
  expect(await domains.list()).toMatchObject([{ name: 'mail.shop.example' }])
  expect(await domains.get('mail.shop.example')).toMatchObject({ state: 'unverified' })
  expect(await domains.verify('mail.shop.example')).toMatchObject({ name: 'mail.shop.example' })
  expect((await refusalOf(domains.update('mail.shop.example', { wildcard: true })))[0]).toBe(405)
  expect(await domains.destroy('mail.shop.example')).toMatchObject({ message: 'Domain has been deleted' })
  expect((await refusalOf(domains.get('mail.shop.example')))[0]).toBe(404)
})
