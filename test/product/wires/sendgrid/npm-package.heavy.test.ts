import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { settled } from '../../../support/messages/messages.js'
import { foreignPackage } from '../../../support/packages/foreign-packages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** SendGrid's packages for Node.js, unmodified, against the service. */

interface Response {
  readonly statusCode: number
  readonly body: any
  readonly headers: Readonly<Record<string, string>>
}
interface Client {
  setApiKey(key: string): void
  setDefaultRequest(name: string, value: string): void
  request(given: object): Promise<[Response, unknown]>
}
interface MailService {
  setClient(client: Client): void
  send(mail: object, isMultiple?: boolean): Promise<[Response, unknown]>
  sendMultiple(mail: object): Promise<[Response, unknown]>
}
interface SendGridModules {
  readonly client: { readonly Client: new () => Client }
  readonly mail: { readonly MailService: new () => MailService }
}

let dns: TestDns
let service: TestService
let tenant: Tenant
let key: string
let sgMail: MailService
let ofWorkspace: Client
let wrong: MailService
beforeAll(async () => {
  const { Client } = (await foreignPackage<{ default: SendGridModules['client'] }>('@sendgrid/client'))
    .default
  const { MailService } = (await foreignPackage<{ default: SendGridModules['mail'] }>('@sendgrid/mail'))
    .default
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject })
  const client = (asked: string) => {
    const made = new Client()
    made.setApiKey(asked)
    made.setDefaultRequest('baseUrl', `${service.url}/compat/sendgrid`)
    return made
  }
  const mailer = (asked: string) => {
    const made = new MailService()
    made.setClient(client(asked))
    return made
  }
  sgMail = mailer(key)
  wrong = mailer('SG.wrong')
  ofWorkspace = client(await tenant.key())
}, 300_000)
afterAll(async () => {
  await service.stop()
  await dns.close()
})

const mail = {
  to: 'Ada <ada@example.com>',
  from: 'Acme <billing@shop.example>',
  subject: 'Your receipt',
  text: 'Thank you',
  html: '<p>Thank you</p>',
}

/** Returns the status and the first mistake of a call that the package refuses by throwing its error. */
async function refusalOf(calling: Promise<unknown>): Promise<[number, string | null | undefined, string]> {
  const error = await calling.then(
    () => ({ code: 200, message: 'the call succeeded' }),
    (thrown: {
      readonly code: number
      readonly message: string
      readonly response?: { readonly body: { errors: { message: string; field: string | null }[] } }
    }) => thrown,
  )
  const [first] = 'response' in error ? (error.response?.body.errors ?? []) : []
  return [error.code, first?.field, first?.message ?? error.message]
}

async function idOf(sending: Promise<[Response, unknown]>): Promise<string> {
  const [{ statusCode, headers, body }] = await sending
  expect([statusCode, body]).toEqual([202, ''])
  return headers['x-message-id'] ?? ''
}

const ask = async (method: string, url: string, given: object = {}) => {
  const [{ statusCode, body }] = await ofWorkspace.request({ method, url, ...given })
  return [statusCode, body] as const
}

describe('@sendgrid/mail', () => {
  test('a mail with everything that the package has a name for', async () => {
    const id = await idOf(
      sgMail.send({
        ...mail,
        cc: ['bob@example.com'],
        bcc: { email: 'archive@shop.example', name: 'Archive' },
        replyTo: { email: 'help@shop.example', name: 'Help' },
        headers: { 'X-Order': '1041' },
        categories: ['receipt', 'eu'],
        customArgs: { order: 'A-1041' },
        attachments: [
          {
            content: Buffer.from('Total: 12 €').toString('base64'),
            filename: 'receipt.txt',
            type: 'text/plain',
          },
          {
            content: Buffer.from([0x89, 0x50]).toString('base64'),
            filename: 'logo.png',
            type: 'image/png',
            disposition: 'inline',
            contentId: 'logo',
          },
        ],
        mailSettings: { sandboxMode: { enable: false }, bypassListManagement: { enable: false } },
        trackingSettings: {
          clickTracking: { enable: false, enableText: false },
          openTracking: { enable: false },
        },
      }),
    )
    const sent = (await settled(service.url, key, id)).body
    expect(sent).toMatchObject({
      status: 'delivered',
      from_name: 'Acme',
      category: 'receipt',
      metadata: { order: 'A-1041', category_2: 'eu' },
    })
    const { body } = await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })
    expect(body).toMatchObject({
      reply_to: [{ email: 'help@shop.example', name: 'Help' }],
      headers: { 'X-Order': '1041' },
      attachments: [
        { filename: 'receipt.txt', content_id: null },
        { filename: 'logo.png', content_id: 'logo' },
      ],
    })
  })

  test('several recipients, each with a mail of their own', async () => {
    const to = ['ada@example.com', 'grace@example.com']
    const id = await idOf(sgMail.sendMultiple({ ...mail, to, customArgs: { run: 'several' } }))
    const found = await call(service.url, 'GET', '/v1/messages?metadata_key=run&metadata_value=several', {
      key,
    })
    const sent = found.body.data as { id: string; recipients: object[] }[]
    expect(sent.map(({ recipients }) => recipients.length)).toEqual([1, 1])
    expect(sent.map((each) => each.id)).toContain(id)
  })

  test('texts that differ for each recipient', async () => {
    const id = await idOf(
      sgMail.send({
        ...mail,
        subject: 'Hello {{name}}',
        personalizations: [
          { to: 'ada@example.com', substitutions: { name: 'Ada' } },
          { to: 'grace@example.com', substitutions: { name: 'Grace' } },
        ],
      }),
    )
    const { body } = await call(service.url, 'GET', `/v1/messages/${id}`, { key })
    expect(body.subject).toBe('Hello Ada')
  })

  test('a dynamic template, by an alias that is its id at SendGrid', async () => {
    const templates = await tenant.key({ project: tenant.liveProject, scopes: ['templates:*'] })
    const created = await call(service.url, 'POST', '/v1/templates', {
      key: templates,
      body: {
        name: 'Receipt',
        alias: 'd-0123456789abcdef',
        subject: 'Receipt {{ number }}',
        html: '<p>{{ lines[0].name }}</p>',
        variables: [
          { name: 'number', type: 'number' },
          { name: 'lines', type: 'array' },
        ],
      },
    })
    expect(created.status, created.text).toBe(201)
    const { id: template } = created.body as { id: string }
    await call(service.url, 'POST', `/v1/templates/${template}/publish`, {
      key: templates,
      body: { version: 1 },
    })
    const id = await idOf(
      sgMail.send({
        to: mail.to,
        from: mail.from,
        templateId: 'd-0123456789abcdef',
        dynamicTemplateData: { number: 7, lines: [{ name: 'Tea & cake' }] },
      }),
    )
    const { body } = await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })
    expect([body.subject, body.html]).toEqual(['Receipt 7', '<p>Tea &amp; cake</p>'])
  })

  test('a scheduled mail, and one whose time is past', async () => {
    const now = Math.floor(Date.now() / 1000)
    const later = await idOf(sgMail.send({ ...mail, sendAt: now + 3600 }))
    const late = await idOf(sgMail.send({ ...mail, sendAt: now - 86_400 }))
    const statusOf = async (id: string) =>
      (await call(service.url, 'GET', `/v1/messages/${id}`, { key })).body.scheduled_at
    expect([await statusOf(later), await statusOf(late)]).toEqual([
      new Date((now + 3600) * 1000).toISOString(),
      null,
    ])
  })

  test.each<[string, object, string]>([
    ['no recipient', { to: 'nobody' }, 'personalizations.0.to.0'],
    ['no sender', { from: 'nobody' }, 'from'],
    ['an unknown type of content', { content: [{ type: 'text/calendar', value: 'x' }] }, 'content.0.type'],
    ['the sandbox', { mailSettings: { sandboxMode: { enable: true } } }, 'mail_settings.sandbox_mode'],
    ['a batch id', { batchId: 'b' }, 'batch_id'],
    ['an unsubscribe group', { asm: { groupId: 1 } }, 'asm'],
    ['a pool of addresses', { ipPoolName: 'p' }, 'ip_pool_name'],
    ['sections', { sections: { a: 'b' } }, 'sections'],
    [
      'tracked plain text',
      { trackingSettings: { clickTracking: { enable: true, enableText: true } } },
      'tracking_settings.click_tracking.enable_text',
    ],
    [
      'a template that is not there',
      { text: undefined, html: undefined, templateId: 'd-none' },
      'template_id',
    ],
  ])('%s is refused, and the package says where', async (_, fields, field) => {
    expect(await refusalOf(sgMail.send({ ...mail, ...fields }))).toEqual([400, field, expect.any(String)])
  })

  test('a wrong key is refused as SendGrid does', async () => {
    expect(await refusalOf(wrong.send(mail))).toEqual([401, null, expect.any(String)])
  })
})

describe('@sendgrid/client', () => {
  test('the activity of messages', async () => {
    const id = await idOf(sgMail.send({ ...mail, to: ['dot@example.com', 'eve@example.com'] }))
    await settled(service.url, key, id)
    const search = (query: string) => ask('GET', '/v3/messages', { qs: { limit: 10, query } })
    expect(await search(`msg_id="${id}" AND to_email='dot@example.com'`)).toEqual([
      200,
      {
        messages: [
          {
            msg_id: id,
            from_email: 'billing@shop.example',
            to_email: 'dot@example.com',
            subject: 'Your receipt',
            status: 'delivered',
            opens_count: null,
            clicks_count: null,
            last_event_time: expect.stringMatching(/Z$/) as string,
          },
        ],
      },
    ])
    const [, all] = await search('from_email="billing@shop.example"')
    expect(all.messages).toHaveLength(10)
    expect(await search('to_email="nobody@example.com"')).toEqual([200, { messages: [] }])
    expect(await refusalOf(search('subject="a" OR status="delivered"'))).toEqual([
      400,
      null,
      expect.stringContaining('to_email'),
    ])
    expect(await refusalOf(search('msg_id="1"'))).toEqual([400, null, expect.stringContaining('msg_id')])
  })

  test('suppressions', async () => {
    const emails = ['ada@example.com', 'grace@example.com']
    expect(await ask('POST', '/v3/asm/suppressions/global', { body: { recipient_emails: emails } })).toEqual([
      201,
      { recipient_emails: emails },
    ])
    const [status, list] = await ask('GET', '/v3/suppression/unsubscribes', { qs: { limit: 1, offset: 1 } })
    expect([status, list]).toEqual([
      200,
      [{ email: 'ada@example.com', created: expect.any(Number) as number }],
    ])
    expect(await ask('GET', '/v3/asm/suppressions/global/ada@example.com')).toEqual([
      200,
      { recipient_email: 'ada@example.com' },
    ])
    expect(await ask('DELETE', '/v3/asm/suppressions/global/ada@example.com')).toEqual([204, ''])
    expect(await ask('GET', '/v3/asm/suppressions/global/ada@example.com')).toEqual([200, {}])
    expect(await ask('GET', '/v3/suppression/bounces')).toEqual([200, []])
    expect(await refusalOf(ask('DELETE', '/v3/suppression/bounces/ada@example.com'))).toEqual([
      404,
      null,
      expect.any(String),
    ])
  })

  test('domains', async () => {
    const [created, domain] = await ask('POST', '/v3/whitelabel/domains', {
      body: { domain: 'mail.shop.example', subdomain: 'em', automatic_security: true },
    })
    expect([created, domain.domain, domain.subdomain, domain.valid]).toEqual([
      201,
      'mail.shop.example',
      'em',
      false,
    ])
    expect(domain.dns.dkim).toMatchObject({ valid: false, type: 'txt' })
    const at = `/v3/whitelabel/domains/${domain.id}`
    expect(await ask('GET', at)).toEqual([200, domain])
    expect(await ask('GET', '/v3/whitelabel/domains', { qs: { domain: 'mail.shop.example' } })).toEqual([
      200,
      [domain],
    ])
    const [validated, result] = await ask('POST', `${at}/validate`)
    expect([validated, result.valid, result.validation_results.dkim.valid]).toEqual([200, false, false])
    expect(await ask('DELETE', at)).toEqual([204, ''])
    expect((await refusalOf(ask('GET', at)))[0]).toBe(404)
  })

  test('API keys', async () => {
    const [created, made] = await ask('POST', '/v3/api_keys', {
      body: { name: 'Shop', scopes: ['mail.send'] },
    })
    expect([created, made]).toEqual([
      201,
      {
        name: 'Shop',
        scopes: ['mail.send'],
        api_key_id: expect.any(String) as string,
        api_key: expect.any(String) as string,
      },
    ])
    const at = `/v3/api_keys/${made.api_key_id}`
    expect(await ask('PATCH', at, { body: { name: 'Store' } })).toEqual([
      200,
      { name: 'Store', api_key_id: made.api_key_id },
    ])
    expect(await ask('GET', at)).toEqual([
      200,
      { name: 'Store', scopes: ['mail.send'], api_key_id: made.api_key_id },
    ])
    const [, { result }] = await ask('GET', '/v3/api_keys', { qs: { limit: 500 } })
    expect(result).toContainEqual({ name: 'Store', api_key_id: made.api_key_id })
    expect(await ask('DELETE', at)).toEqual([204, ''])
    expect(
      await refusalOf(ask('POST', '/v3/api_keys', { body: { name: 'Shop', scopes: ['user.profile.read'] } })),
    ).toEqual([400, 'scopes.0', expect.any(String)])
  })

  test.each([
    ['POST', '/v3/mail/batch'],
    ['GET', '/v3/scopes'],
    ['GET', '/v3/stats'],
    ['GET', '/v3/messages/msg_1'],
    ['GET', '/v3/templates'],
    ['GET', '/v3/asm/groups'],
    ['GET', '/v3/suppression/blocks'],
    ['PUT', '/v3/marketing/contacts'],
    ['POST', '/v3/validations/email'],
    ['GET', '/v3/user/webhooks/event/settings'],
  ])('%s %s is refused with our way', async (method, url) => {
    expect(await refusalOf(ask(method, url, { body: method === 'GET' ? undefined : {} }))).toEqual([
      405,
      null,
      expect.stringContaining('Postseal'),
    ])
  })

  test('an unknown call is refused in the same shape', async () => {
    expect(await refusalOf(ask('GET', '/v3/nothing'))).toEqual([404, null, expect.stringContaining('GET')])
  })
})
