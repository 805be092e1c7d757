import { once } from 'node:events'
import { connect } from 'node:tls'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { rootCertificate } from '../../support/mail-servers/certificates.js'
import { read } from '../../support/messages/mail.js'
import { patientClient } from '../../support/time/patiently.js'
import { talk, type Client } from '../../support/mail-servers/smtp-talk.js'
import { until } from '../../support/time/until.js'
import { arrived, idIn, mailOf, newReader, submit, useSubmission } from './support.js'

const service = useSubmission()

const trust = { ca: rootCertificate, servername: 'mx1.shop.example' }
const plain = (user: string, password: string) => Buffer.from(`\0${user}\0${password}`).toString('base64')
const mailTo = (to: string) => mailOf(['From: no-reply@shop.example', `To: ${to}`, 'Subject: Hi', '', 'Hi.'])

async function signedIn(key = service().credentials.project_key): Promise<Client> {
  const client = await talk(service().submission.port)
  await client.say('EHLO shop.example')
  expect(await client.say(`AUTH PLAIN ${plain('postseal', key)}`)).toMatch(/^235 /)
  return client
}

test.each([
  ['STARTTLS', () => ({ port: service().submission.port, requireTLS: true })],
  ['TLS from the first byte', () => ({ port: service().submission.tlsPort, secure: true })],
])('a client sends by %s, with PLAIN and with LOGIN', async (_, options) => {
  for (const authMethod of ['PLAIN', 'LOGIN']) {
    const to = newReader()
    const transport = createTransport({
      ...patientClient,
      host: '127.0.0.1',
      ...options(),
      tls: trust,
      auth: { user: 'postseal', pass: service().credentials.project_key },
      authMethod,
    })
    await transport.sendMail({ envelope: { from: 'no-reply@shop.example', to }, raw: mailTo(to) })
    transport.close()
    expect(String(await arrived(service(), to))).toContain('Hi.')
  }
})

test('nobody sends before signing in', async () => {
  const client = await talk(service().submission.port)
  expect(client.greeting).toMatch(/^220 .* ESMTP Postseal$/)
  await client.say('EHLO shop.example')
  expect(await client.say('MAIL FROM:<a@shop.example>')).toBe(
    '530 5.7.0 Sign in first: the user is "postseal", the password an API key',
  )
  client.end()
})

test.each([
  ['another user', 'admin', () => service().credentials.project_key, /user is "postseal"/],
  ['a key that is cut off', 'postseal', () => service().credentials.project_key.slice(0, -1), /checksum/],
  ['no key at all', 'postseal', () => 'secret', /not a valid API key/],
])('%s is refused with 535', async (_, user, key, why) => {
  const client = await talk(service().submission.port)
  await client.say('EHLO shop.example')
  const reply = await client.say(`AUTH PLAIN ${plain(user, key())}`)
  expect(reply).toMatch(/^535 5\.7\.8 invalid_credentials: /)
  expect(reply).toMatch(why)
  client.end()
})

interface NewKey {
  readonly secret: string
  readonly api_key: { readonly id: string }
}

async function newKey(session: string, restrictions: object = {}, scope = 'messages:send'): Promise<NewKey> {
  const reply = await call(service().url, 'post', '/v1/api-keys', {
    key: session,
    body: {
      kind: 'project',
      name: 'Submission',
      project_id: service().credentials.project_id,
      scopes: [scope],
      restrictions,
    },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body as NewKey
}

test('a key that may not send cannot sign in, nor from an address that it is not for', async () => {
  const session = await service().session('owner')
  const to = newReader()
  const by = async (key: NewKey) => submit(service(), { to: [to], raw: mailTo(to), key: key.secret })
  expect(await by(await newKey(session, {}, 'reports:read'))).toMatch(/^535 5\.7\.8 insufficient_scope: /)
  expect(await by(await newKey(session, { ip_cidrs: ['192.0.2.0/24'] }))).toMatch(
    /^535 5\.7\.8 ip_not_allowed: /,
  )
  const ofOther = await newKey(session, { sender_domains: ['other.example'] })
  expect(await by(ofOther)).toMatch(/^550 5\.7\.1 sender_not_allowed: /)
  // What is refused stands in the audit log, as it does by HTTP.
  const query = 'operation=sendMessage&outcome=refused'
  const [entry] = await until(async () => {
    const { body } = await call(service().url, 'get', `/v1/audit-events?${query}`, { key: session })
    return body.data.length > 0 && (body.data as { error_code: string; actor: { id: string } }[])
  }, 'the entry in the audit log')
  expect(entry).toMatchObject({ error_code: 'sender_not_allowed', actor: { id: ofOther.api_key.id } })
})

test.each<[string, (path: string, key: string) => Promise<unknown>, RegExp]>([
  [
    'revoked',
    (path, key) => call(service().url, 'delete', path, { key }),
    /^550 5\.7\.8 invalid_credentials: /,
  ],
  [
    'held to other addresses',
    (path, key) =>
      call(service().url, 'patch', path, { key, body: { restrictions: { ip_cidrs: ['192.0.2.0/24'] } } }),
    /^550 5\.7\.1 ip_not_allowed: /,
  ],
])('a key that is %s meanwhile sends no more on an open connection', async (_, change, refusal) => {
  const session = await service().session('owner')
  const { secret, api_key: key } = await newKey(session)
  const client = await signedIn(secret)
  await change(`/v1/api-keys/${key.id}`, session)
  await client.say('MAIL FROM:<no-reply@shop.example>')
  await client.say('RCPT TO:<ada@example.com>')
  await client.say('DATA')
  expect(await client.say(`${mailTo('ada@example.com')}.`)).toMatch(refusal)
  client.end()
})

test('one connection sends many messages, with the commands of each at once', async () => {
  const client = await signedIn()
  const readers = Array.from({ length: 5 }, newReader)
  for (const to of readers) {
    client.write(`MAIL FROM:<no-reply@shop.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
    for (const code of ['250', '250', '354']) expect((await client.reply())?.slice(0, 3)).toBe(code)
    idIn((await client.say(`${mailTo(to)}.`)) ?? '')
  }
  expect(await client.say('QUIT')).toMatch(/^221 /)
  client.end()
})

test('a message that is too large is refused by its size, declared or not', async () => {
  const client = await signedIn()
  expect(await client.say('MAIL FROM:<no-reply@shop.example> SIZE=10000001')).toMatch(/^552 5\.3\.4 /)
  await client.say('MAIL FROM:<no-reply@shop.example>')
  await client.say('RCPT TO:<ada@example.com>')
  await client.say('DATA')
  client.write(mailTo('ada@example.com'))
  const line = `${'x'.repeat(998)}\r\n`
  for (let at = 0; at < 11; at += 1) client.write(line.repeat(1000))
  expect(await client.say('.')).toMatch(/^552 5\.3\.4 /)
  // The connection goes on.
  expect(await client.say('NOOP')).toMatch(/^250 /)
  client.end()
})

test('a client that goes away within its message has sent nothing', async () => {
  const to = newReader()
  const client = await signedIn()
  await client.say('MAIL FROM:<no-reply@shop.example>')
  await client.say(`RCPT TO:<${to}>`)
  await client.say('DATA')
  client.write(mailTo(to))
  client.end()
  const later = await submit(service(), { to: [to], raw: mailTo(to) })
  const { body } = await read(service(), `/v1/message-logs?recipient=${to}`)
  expect(body.data.map((log: { message_id: string }) => log.message_id)).toEqual([idIn(later)])
})

test('a handshake that fails, or commands before it, sign nobody in', async () => {
  const client = await talk(service().submission.port)
  await client.say('EHLO shop.example')
  client.write(`STARTTLS\r\nAUTH PLAIN ${plain('postseal', service().credentials.project_key)}\r\n`)
  expect(await client.reply()).toMatch(/^220 /)
  client.socket.removeAllListeners('data')
  const secure = connect({ socket: client.socket, ...trust })
  await once(secure, 'secureConnect')
  secure.write('EHLO shop.example\r\nMAIL FROM:<a@shop.example>\r\n')
  let replies = ''
  secure.on('data', (chunk: Buffer) => (replies += String(chunk)))
  await until(() => Promise.resolve(/^530 /m.test(replies)), 'the refusal')
  secure.destroy()
})
