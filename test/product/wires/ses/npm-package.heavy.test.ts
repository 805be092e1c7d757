import { afterAll, beforeAll, expect, test } from 'vitest'
import { wireContract } from '../../../../server/product/wires/frame/contract.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { foreignPackage } from '../../../support/packages/foreign-packages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { awsKeyFor } from '../../../support/workspace/aws-keys.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Every command of the package of AWS for Node.js, unmodified, against the service. */

interface Client {
  send(command: object): Promise<any>
}
interface SesModule {
  readonly SESv2Client: new (options: object) => Client
  readonly [name: string]: unknown
}
interface NodemailerModule {
  readonly createTransport: (options: object) => {
    sendMail(mail: object): Promise<{ readonly messageId: string }>
  }
}

let dns: TestDns
let service: TestService
let tenant: Tenant
let ses: SesModule
let ofProject: Client
let ofWorkspace: Client
beforeAll(async () => {
  ses = await foreignPackage<SesModule>('@aws-sdk/client-sesv2')
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
  tenant = await addTenant(service)
  ofProject = clientOf(await tenant.key({ project: tenant.liveProject }))
  ofWorkspace = clientOf(await tenant.key())
}, 300_000)
afterAll(async () => {
  await service.stop()
  await dns.close()
})

function clientOf(key: string, options: object = {}): Client {
  const { accessKeyId, secret: secretAccessKey } = awsKeyFor(key)
  return new ses.SESv2Client({
    endpoint: `${service.url}/compat/ses`,
    region: 'eu-central-1',
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    ...options,
  })
}

const called = new Set<string>()

/** Sends a command by its name, such as `SendEmail`. */
async function send(name: string, input: object = {}, client = ofProject): Promise<any> {
  called.add(name)
  const Command = ses[`${name}Command`] as new (given: object) => object
  return client.send(new Command(input))
}
const failure = (name: string, input: object, client = ofProject) =>
  send(name, input, client).then(
    () => 'no failure',
    (error: Error & { $metadata?: { httpStatusCode?: number } }) => ({
      name: error.name,
      status: error.$metadata?.httpStatusCode,
      is: error instanceof (ses['SESv2ServiceException'] as new () => Error),
    }),
  )

const FromEmailAddress = 'Acme <billing@shop.example>'
const Destination = { ToAddresses: ['Ada <ada@example.com>'] }
const Simple = { Subject: { Data: 'Your receipt ü' }, Body: { Text: { Data: 'Thank you' } } }
const TemplateContent = { Subject: 'Hello {{name}}', Text: 'Hi {{name}}', Html: '<p>{{name}}</p>' }

test('emails', async () => {
  const sent = await send('SendEmail', { FromEmailAddress, Destination, Content: { Simple } })
  expect(sent.MessageId).toMatch(/^msg_/)
  const Attachments = [{ FileName: 'a.txt', RawContent: Buffer.from('a'), ContentType: 'text/plain' }]
  const Headers = [{ Name: 'X-Order', Value: '17' }]
  await send('SendEmail', {
    FromEmailAddress,
    Destination,
    Content: { Simple: { ...Simple, Attachments, Headers } },
    EmailTags: [{ Name: 'a', Value: 'b' }],
    ConfigurationSetName: 'default',
  })
  const Data = Buffer.from(`From: ${FromEmailAddress}\r\nTo: ada@example.com\r\nSubject: Raw\r\n\r\nHi\r\n`)
  await send('SendEmail', { Content: { Raw: { Data } } })
  expect(await failure('SendEmail', { FromEmailAddress, Content: {} })).toEqual({
    name: 'BadRequestException',
    status: 400,
    is: true,
  })
  const refused = {
    FromEmailAddress,
    Destination,
    Content: { Simple },
    FeedbackForwardingEmailAddress: 'a@b.example',
  }
  expect(await failure('SendEmail', refused)).toMatchObject({ name: 'BadRequestException' })
  expect(
    await failure('SendEmail', { FromEmailAddress: 'a@unknown.example', Destination, Content: { Simple } }),
  ).toBe('no failure')
  const noTemplate = {
    FromEmailAddress,
    Destination,
    Content: { Template: { TemplateName: 'none', TemplateData: '{}' } },
  }
  expect(await failure('SendEmail', noTemplate)).toMatchObject({ name: 'NotFoundException', status: 404 })
})

test('templates', async () => {
  await send('CreateEmailTemplate', { TemplateName: 'hello', TemplateContent })
  expect(await failure('CreateEmailTemplate', { TemplateName: 'hello', TemplateContent })).toMatchObject({
    name: 'AlreadyExistsException',
  })
  expect(await send('GetEmailTemplate', { TemplateName: 'hello' })).toMatchObject({
    TemplateName: 'hello',
    TemplateContent,
  })
  const { TemplatesMetadata } = await send('ListEmailTemplates', { PageSize: 10 })
  expect(TemplatesMetadata).toEqual([{ TemplateName: 'hello', CreatedTimestamp: expect.any(Date) as Date }])
  const data = { TemplateName: 'hello', TemplateData: '{"name":"Ada"}' }
  expect((await send('TestRenderEmailTemplate', data)).RenderedTemplate).toContain('Hello Ada')
  await send('SendEmail', { FromEmailAddress, Destination, Content: { Template: data } })
  const results = await send('SendBulkEmail', {
    FromEmailAddress,
    DefaultContent: { Template: data },
    BulkEmailEntries: [{ Destination }, { Destination: { ToAddresses: ['nobody'] } }],
  })
  expect(results.BulkEmailEntryResults).toMatchObject([
    { Status: 'SUCCESS' },
    { Status: 'INVALID_PARAMETER' },
  ])
  await send('UpdateEmailTemplate', {
    TemplateName: 'hello',
    TemplateContent: { ...TemplateContent, Subject: 'Bye {{name}}' },
  })
  expect((await send('TestRenderEmailTemplate', data)).RenderedTemplate).toContain('Bye Ada')
  await send('DeleteEmailTemplate', { TemplateName: 'hello' })
  expect(await failure('GetEmailTemplate', { TemplateName: 'hello' })).toMatchObject({
    name: 'NotFoundException',
    status: 404,
  })
})

test('suppressed destinations', async () => {
  const EmailAddress = "o'eve+x@example.com"
  await send('PutSuppressedDestination', { EmailAddress, Reason: 'COMPLAINT' }, ofWorkspace)
  const { SuppressedDestination } = await send('GetSuppressedDestination', { EmailAddress }, ofWorkspace)
  expect(SuppressedDestination).toEqual({
    EmailAddress,
    Reason: 'COMPLAINT',
    LastUpdateTime: expect.any(Date) as Date,
  })
  await send('PutSuppressedDestination', { EmailAddress: 'b@example.com', Reason: 'BOUNCE' }, ofWorkspace)
  const page = await send(
    'ListSuppressedDestinations',
    { PageSize: 1, StartDate: new Date(Date.now() - 60_000) },
    ofWorkspace,
  )
  expect(page.SuppressedDestinationSummaries).toHaveLength(1)
  const next = await send(
    'ListSuppressedDestinations',
    { PageSize: 1, NextToken: page.NextToken, Reasons: ['BOUNCE', 'COMPLAINT'] },
    ofWorkspace,
  )
  expect(next.SuppressedDestinationSummaries).toHaveLength(1)
  await send('DeleteSuppressedDestination', { EmailAddress: 'b@example.com' }, ofWorkspace)
  expect(
    await failure('DeleteSuppressedDestination', { EmailAddress: 'b@example.com' }, ofWorkspace),
  ).toMatchObject({ name: 'NotFoundException' })
  expect(await failure('PutSuppressedDestination', { EmailAddress, Reason: 'BOUNCE' })).toMatchObject({
    name: 'AccessDeniedException',
    status: 403,
  })
})

test('identities and the account', async () => {
  const EmailIdentity = 'mail.example'
  expect(await send('CreateEmailIdentity', { EmailIdentity }, ofWorkspace)).toMatchObject({
    IdentityType: 'DOMAIN',
    VerifiedForSendingStatus: false,
  })
  expect(await send('GetEmailIdentity', { EmailIdentity }, ofWorkspace)).toMatchObject({
    DkimAttributes: { SigningEnabled: true },
  })
  expect((await send('ListEmailIdentities', {}, ofWorkspace)).EmailIdentities).toMatchObject([
    { IdentityName: EmailIdentity },
  ])
  await send('DeleteEmailIdentity', { EmailIdentity }, ofWorkspace)
  expect(await failure('GetEmailIdentity', { EmailIdentity }, ofWorkspace)).toMatchObject({
    name: 'NotFoundException',
  })
  expect(await send('GetAccount', {}, ofWorkspace)).toMatchObject({
    SendingEnabled: true,
    EnforcementStatus: 'HEALTHY',
  })
})

test('wrong credentials', async () => {
  const { accessKeyId } = awsKeyFor(await tenant.key({ project: tenant.liveProject }))
  const credentials = { accessKeyId, secretAccessKey: 'wrong' }
  const wrong = new ses.SESv2Client({
    endpoint: `${service.url}/compat/ses`,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  })
  expect(await failure('GetAccount', {}, wrong)).toMatchObject({
    name: 'InvalidSignatureException',
    status: 403,
  })
})

test("nodemailer's transport sends", async () => {
  const { createTransport } = await foreignPackage<NodemailerModule>('nodemailer')
  const transport = createTransport({
    SES: { sesClient: ofProject, SendEmailCommand: ses['SendEmailCommand'] },
  })
  const attachments = [{ filename: 'a.txt', content: 'a' }]
  const sent = await transport.sendMail({
    from: FromEmailAddress,
    to: 'ada@example.com',
    bcc: 'eve@example.com',
    subject: 'Hi',
    html: '<p>Hi</p>',
    attachments,
  })
  expect(sent.messageId).toMatch(/msg_/)
})

test('every other command is refused in the words of the contract', async () => {
  const contract = wireContract('ses')
  const refused = new Map(
    contract.operations.flatMap(({ operation, refused: sentence }) =>
      sentence === undefined ? [] : [[operation.id as string, sentence] as const],
    ),
  )
  const commands = Object.keys(ses)
    .filter((name) => /^\w+Command$/.test(name))
    .map((name) => name.slice(0, -'Command'.length))
  const others = commands.filter((name) => !called.has(name))
  // The list of configuration sets has two paths, of which the package takes the newer one.
  expect(others.length).toBe(refused.size - 1)
  const parts = contract.operations.flatMap(({ operation }) => operation.path.match(/\w+(?=\})/g) ?? [])
  const label = Object.fromEntries(parts.map((part) => [part, 'x']))
  for (const name of others) {
    const sentence = refused.get(`${name.charAt(0).toLowerCase()}${name.slice(1)}`)
    expect(sentence, name).toBeDefined()
    await expect(send(name, label), name).rejects.toMatchObject({
      name: 'BadRequestException',
      message: sentence,
    })
  }
})
