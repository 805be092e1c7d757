import { beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { addWireTenant, type WireTenant } from '../../../support/wires/wire-tenant.js'

let wire: WireTenant
beforeAll(async () => {
  wire = await addWireTenant('ses')
})

const simple = {
  FromEmailAddress: 'Acme <billing@shop.example>',
  Destination: { ToAddresses: ['Ada <ada@example.com>'], BccAddresses: ['archive@example.com'] },
  Content: {
    Simple: {
      Subject: { Data: 'Your receipt', Charset: 'UTF-8' },
      Body: { Text: { Data: 'Thank you' }, Html: { Data: '<p>Thank you</p>' } },
      Headers: [{ Name: 'X-Order', Value: '17' }],
      Attachments: [{ FileName: 'a.txt', RawContent: Buffer.from('a').toString('base64') }],
    },
  },
  EmailTags: [{ Name: 'order', Value: '17' }],
  ConfigurationSetName: 'default',
}

const send = (body: object) => wire.ask('POST', '/v2/email/outbound-emails', { body })
test('a simple email is sent with its tags', async () => {
  const { status, body, text } = await send(simple)
  expect(status, text).toBe(200)
  const shown = await call(wire.service.url, 'GET', `/v1/messages/${body.MessageId as string}`, {
    key: wire.key,
  })
  expect(shown.body).toMatchObject({ subject: 'Your receipt', from_name: 'Acme', metadata: { order: '17' } })
})

test('a MIME message is sent to those whom the request names, or else its header', async () => {
  const mime = [
    'From: Acme <billing@shop.example>',
    'To: ada@example.com',
    'Bcc: archive@example.com',
    'Subject: Raw',
    'X-Order: 17',
    'List-Unsubscribe: <https://shop.example/u/1>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    '',
    'Hello',
    '',
  ].join('\r\n')
  const Content = { Raw: { Data: Buffer.from(mime).toString('base64') } }
  const named = await send({ Content })
  expect(named.status, named.text).toBe(200)
  const given = await send({ Content, Destination: { ToAddresses: ['grace@example.com'] } })
  expect(given.status, given.text).toBe(200)
  const shown = async ({ body }: { body: { MessageId: string } }) => {
    const reply = await call(wire.service.url, 'GET', `/v1/messages/${body.MessageId}`, { key: wire.key })
    return reply.body as { recipients: { email: string; kind: string }[] }
  }
  expect((await shown(named)).recipients).toMatchObject([
    { email: 'ada@example.com', kind: 'to' },
    { email: 'archive@example.com', kind: 'bcc' },
  ])
  expect((await shown(given)).recipients).toMatchObject([{ email: 'grace@example.com', kind: 'to' }])
  const path = `/v1/messages/${named.body.MessageId as string}/content`
  const content = await call(wire.service.url, 'GET', path, { key: wire.key })
  expect(content.body.list_unsubscribe).toMatchObject({ url: 'https://shop.example/u/1' })
  const byWorkspace = await wire.ask('POST', '/v2/email/outbound-emails', {
    key: await wire.tenant.key(),
    body: { Content },
  })
  expect(byWorkspace.status, byWorkspace.text).toBe(200)
  expect((await shown(byWorkspace)).recipients).toHaveLength(2)
  const fromless = { Raw: { Data: Buffer.from(mime.replace(/^From: .*\r\n/, '')).toString('base64') } }
  const refused = await send({ Content: fromless })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('has no From')])
  const fromRequest = await send({ Content: fromless, FromEmailAddress: 'billing@shop.example' })
  expect(fromRequest.status, fromRequest.text).toBe(200)
})

test('a template is created, shown, tried, sent to one and to many, changed and deleted', async () => {
  const path = '/v2/email/templates'
  const TemplateContent = { Subject: 'Hello {{name}}', Text: 'Hi {{name}}', Html: '<p>{{{name}}}</p>' }
  const created = await wire.ask('POST', path, { body: { TemplateName: 'hello', TemplateContent } })
  expect(created.status, created.text).toBe(200)
  const again = await wire.ask('POST', path, { body: { TemplateName: 'hello', TemplateContent } })
  expect([again.status, again.body.__type]).toEqual([400, 'AlreadyExistsException'])
  const shown = await wire.ask('GET', `${path}/hello`)
  expect(shown.body).toEqual({
    TemplateName: 'hello',
    TemplateContent: { ...TemplateContent, Html: '<p>{{name}}</p>' },
  })
  const rendered = await wire.ask('POST', `${path}/hello/render`, {
    body: { TemplateData: '{"name":"<b>Ada</b>"}' },
  })
  expect(rendered.body.RenderedTemplate).toContain('<p><b>Ada</b></p>')
  const one = await send({
    FromEmailAddress: 'billing@shop.example',
    Destination: { ToAddresses: ['ada@example.com'] },
    Content: { Template: { TemplateName: 'hello', TemplateData: '{"name":17}' } },
  })
  expect(one.status, one.text).toBe(200)
  const many = await wire.ask('POST', '/v2/email/outbound-bulk-emails', {
    body: {
      FromEmailAddress: 'billing@shop.example',
      DefaultContent: { Template: { TemplateName: 'hello', TemplateData: '{"name":"you"}' } },
      BulkEmailEntries: [
        { Destination: { ToAddresses: ['ada@example.com'] } },
        {
          Destination: { ToAddresses: ['nobody'] },
          ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: '{"name":"Grace"}' } },
        },
      ],
    },
  })
  expect(many.body.BulkEmailEntryResults).toMatchObject([
    { Status: 'SUCCESS' },
    { Status: 'INVALID_PARAMETER', Error: expect.stringContaining('email') as string },
  ])
  const changed = await wire.ask('PUT', `${path}/hello`, {
    body: { TemplateContent: { Subject: 'x', Text: '{{#if a}}' } },
  })
  expect([changed.status, changed.body.message]).toEqual([
    400,
    expect.stringContaining('in line 1') as string,
  ])
  const listed = await wire.ask('GET', `${path}?PageSize=5`)
  expect(listed.body.TemplatesMetadata).toMatchObject([{ TemplateName: 'hello' }])
  expect((await wire.ask('DELETE', `${path}/hello`)).status).toBe(200)
  const gone = await wire.ask('GET', `${path}/hello`)
  expect([gone.status, gone.body.__type]).toEqual([404, 'NotFoundException'])
})

test('suppressions, identities and the account are those of the workspace', async () => {
  const key = await wire.tenant.key()
  const path = '/v2/email/suppression/addresses'
  const ask: WireTenant['ask'] = (method, where, request = {}) => wire.ask(method, where, { key, ...request })
  const put = await ask('PUT', path, { body: { EmailAddress: 'eve@example.com', Reason: 'BOUNCE' } })
  expect(put.status, put.text).toBe(200)
  const summary = {
    EmailAddress: 'eve@example.com',
    Reason: 'BOUNCE',
    LastUpdateTime: expect.any(Number) as number,
  }
  expect((await ask('GET', `${path}/eve%40example.com`)).body).toEqual({ SuppressedDestination: summary })
  expect((await ask('GET', `${path}?Reason=BOUNCE&PageSize=5`)).body.SuppressedDestinationSummaries).toEqual([
    summary,
  ])
  expect((await ask('GET', `${path}?Reason=COMPLAINT`)).body.SuppressedDestinationSummaries).toEqual([])
  expect((await ask('DELETE', `${path}/eve%40example.com`)).status).toBe(200)
  expect((await ask('GET', `${path}/eve%40example.com`)).status).toBe(404)

  const made = await ask('POST', '/v2/email/identities', { body: { EmailIdentity: 'mail.example' } })
  expect(made.body).toMatchObject({
    IdentityType: 'DOMAIN',
    DkimAttributes: { SigningAttributesOrigin: 'EXTERNAL' },
  })
  const one = await ask('POST', '/v2/email/identities', { body: { EmailIdentity: 'ada@mail.example' } })
  expect([one.status, one.body.__type]).toEqual([400, 'BadRequestException'])
  expect((await ask('GET', '/v2/email/identities/mail.example')).body).toMatchObject({
    IdentityType: 'DOMAIN',
  })
  const listed = await ask('POST', '/v2/email/list-identities', { body: {} })
  expect(listed.body.EmailIdentities).toMatchObject([{ IdentityName: 'mail.example' }])
  expect((await ask('DELETE', '/v2/email/identities/mail.example')).status).toBe(200)

  expect((await ask('GET', '/v2/email/account')).body).toMatchObject({
    SendingEnabled: true,
    SendQuota: { Max24HourSend: expect.any(Number) as number },
  })
  expect((await wire.ask('GET', '/v2/email/account')).body).not.toHaveProperty('SendQuota')
})
