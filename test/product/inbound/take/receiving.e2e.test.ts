import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { inboundCalls, letter, type InboundCalls } from '../../../support/inbound/inbound-calls.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedReceiver } from '../../../support/service/shared-service.js'
import { submit, talk } from '../../../support/mail-servers/smtp-talk.js'

/** Mail for routes by SMTP, to the message, its event and its links. */

let service: TestService
beforeAll(async () => {
  service = await sharedReceiver()
})

const put = (to: string, raw: string, from = 'ada@example.com') => submit(service.inboundPort, to, raw, from)
/** The bytes between DATA and its end. */
const asSent = (raw: string) => `${raw.replaceAll('\n', '\r\n')}\r\n`
const accepted = /^250 2\.0\.0 /

async function only(calls: InboundCalls) {
  const all = await calls.messages()
  expect(all).toHaveLength(1)
  const [message] = all
  if (message === undefined) throw new Error('no message')
  return message
}

test('a mail becomes a message with its content, and an event whose links need no session', async () => {
  const calls = await inboundCalls(service)
  const route = await calls.route()
  const raw = letter(
    { To: route.recipient, 'Message-ID': '<1@example.com>', 'Content-Type': 'multipart/mixed; boundary=b' },
    '--b\n\nThank you!\n--b\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--b--\n',
  )
  expect(await put(route.recipient, raw)).toMatch(accepted)

  const message = await only(calls)
  expect(message).toMatchObject({
    route_id: route.id,
    envelope: { from: 'ada@example.com', to: [route.recipient] },
    from: [{ email: 'ada@example.com', name: 'Ada' }],
    subject: 'Hello',
    header_message_id: '<1@example.com>',
    readable: true,
    automatic: 'none',
    auth: { spf: { result: 'not_checked' } },
    attachments: [{ filename: 'a.pdf', content_type: 'application/pdf', size: 4 }],
  })
  const detail = await calls.message(message.id)
  expect(detail).toMatchObject({ text: expect.stringContaining('Thank you!') as string, html: null })

  const [event] = await calls.events()
  expect(event).toMatchObject({ inbound_message_id: message.id, text: detail.text, replayed: false })
  const linked = async (url: string | undefined) => (await fetch(url ?? '')).text()
  expect(JSON.parse(await linked(event?.content_url))).toEqual(detail)
  expect(await linked(event?.raw_url)).toBe(asSent(raw))
  expect(await linked(event?.attachments[0]?.url)).toBe('%PDF')
})

describe('what is sent again', () => {
  test('is answered 250 and not stored, until something of it differs', async () => {
    const calls = await inboundCalls(service)
    const { recipient } = await calls.route()
    const raw = letter({ 'Message-ID': '<2@example.com>' })
    const replies = await Promise.all([put(recipient, raw), put(recipient, raw), put(recipient, raw)])
    for (const reply of [...replies, await put(recipient, raw)]) expect(reply).toMatch(accepted)
    expect(await calls.messages()).toHaveLength(1)
    await put(recipient, raw, 'bob@example.com')
    await put(recipient, `${raw}And more.`)
    expect(await calls.messages()).toHaveLength(3)
    expect(await calls.events()).toHaveLength(3)
  })

  test('counts as new after a day', async () => {
    const calls = await inboundCalls(service)
    const { recipient } = await calls.route()
    await put(recipient, letter())
    const old = [calls.tenant.workspaceId, new Date(Date.now() - 25 * 3_600_000)]
    await service.sql.query('update inbound_receipts set received_at = $2 where workspace_id = $1', old)
    await put(recipient, letter())
    expect(await calls.messages()).toHaveLength(2)
  })
})

describe('a recipient is refused', () => {
  test('without a route, and where the route is not enabled or blocks the sender', async () => {
    const calls = await inboundCalls(service)
    await calls.route({ block: ['@spam.example', 'eve@example.com'] })
    await calls.route({ recipient: `closed@${calls.domain}`, enabled: false })
    const support = `support@${calls.domain}`
    expect(await put(`nobody@${calls.domain}`, letter())).toMatch(/^550 5\.1\.1 /)
    expect(await put(`closed@${calls.domain}`, letter())).toMatch(/^550 5\.2\.1 /)
    expect(await put(support, letter(), 'x@mail.spam.example')).toMatch(/^550 5\.7\.1 /)
    // Of the message, when the envelope has another.
    expect(await put(support, letter({ From: 'Eve@example.com' }))).toMatch(/^550 5\.7\.1 /)
    expect(await calls.messages()).toEqual([])
  })

  test('beyond 60 messages of a sender in a minute, while others go on', async () => {
    const calls = await inboundCalls(service)
    const { recipient } = await calls.route()
    const client = await talk(service.inboundPort)
    await client.say('EHLO peer.example')
    const announce = async (from: string) => {
      await client.say(`MAIL FROM:<${from}>`)
      const reply = await client.say(`RCPT TO:<${recipient}>`)
      await client.say('RSET')
      return reply
    }
    for (let count = 1; count <= 60; count += 1) expect(await announce('loud@example.com')).toMatch(/^250 /)
    expect(await announce('Loud@example.com')).toMatch(/^452 4\.7\.1 /)
    expect(await announce('quiet@example.com')).toMatch(/^250 /)
    client.end()
  })

  test('where the workspace keeps as much as it may', async () => {
    const calls = await inboundCalls(service)
    const { recipient } = await calls.route()
    const full = 'insert into inbound_storage (workspace_id, bytes, messages) values ($1, $2, 1)'
    await service.sql.query(full, [calls.tenant.workspaceId, 1024 ** 3])
    expect(await put(recipient, letter())).toMatch(/^452 4\.2\.2 /)
  })

  test('where it would keep more than it may with a message that was not announced, small or large', async () => {
    const calls = await inboundCalls(service)
    const { recipient } = await calls.route()
    const nearly = 'insert into inbound_storage (workspace_id, bytes, messages) values ($1, $2, 1)'
    await service.sql.query(nearly, [calls.tenant.workspaceId, 1024 ** 3 - 1000])
    const long = 'x'.repeat(98) + '\n'
    const replies = [letter({}, long.repeat(20)), letter({}, long.repeat(5000)), letter()]
    expect(await put(recipient, replies[0] ?? '')).toMatch(/^452 4\.2\.2 /)
    expect(await put(recipient, replies[1] ?? '')).toMatch(/^452 4\.2\.2 /)
    expect(await put(recipient, replies[2] ?? '')).toMatch(accepted)
    expect(await calls.messages()).toHaveLength(1)
    const left =
      'select from inbound_chunks where workspace_id = $1 union all select from inbound_uploads where workspace_id = $1'
    expect((await service.sql.query(left, [calls.tenant.workspaceId])).rows).toHaveLength(1)
  })

  test('in one message with others that would be answered otherwise', async () => {
    const calls = await inboundCalls(service)
    const { recipient } = await calls.route()
    const strict = await calls.route({ recipient: `strict@${calls.domain}`, require_dmarc: true })
    const client = await talk(service.inboundPort)
    await client.say('EHLO peer.example')
    await client.say('MAIL FROM:<ada@example.com>')
    expect(await client.say(`RCPT TO:<${recipient}>`)).toMatch(/^250 /)
    expect(await client.say(`RCPT TO:<fbl@${service.config.returnPathDomain}>`)).toMatch(/^452 4\.5\.3 /)
    expect(await client.say(`RCPT TO:<${strict.recipient}>`)).toMatch(/^452 4\.5\.3 /)
    client.end()
  })
})

describe('the size of a message', () => {
  test('is refused by its announcement, or once it has come', async () => {
    const calls = await inboundCalls(service)
    const { recipient } = await calls.route()
    const client = await talk(service.inboundPort)
    await client.say('EHLO peer.example')
    await client.say(`MAIL FROM:<ada@example.com> SIZE=${26 * 1024 ** 2}`)
    expect(await client.say(`RCPT TO:<${recipient}>`)).toMatch(/^552 5\.3\.4 /)
    client.end()
    const line = `${'x'.repeat(998)}\n`
    expect(await put(recipient, letter({}, line.repeat((26 * 1024 ** 2) / 1000)))).toMatch(/^552 5\.3\.4 /)
    expect(await calls.messages()).toEqual([])
  })

  test('may be 24 MiB, of which every byte is kept', async () => {
    const calls = await inboundCalls(service)
    const { recipient } = await calls.route()
    const content = randomBytes(17 * 1024 ** 2)
    const lines = content.toString('base64').replace(/.{76}/g, '$&\n')
    const raw = letter(
      { 'Content-Type': 'application/zip; name=scans.zip', 'Content-Transfer-Encoding': 'base64' },
      lines,
    )
    expect(await put(recipient, raw)).toMatch(accepted)
    expect(await put(recipient, raw)).toMatch(accepted)
    const { attachments, size } = await only(calls)
    expect(attachments).toMatchObject([{ filename: 'scans.zip', size: content.length }])
    const [event] = await calls.events()
    const bytes = async (url: string | undefined) => Buffer.from(await (await fetch(url ?? '')).arrayBuffer())
    expect((await bytes(event?.attachments[0]?.url)).equals(content)).toBe(true)
    const whole = Buffer.from(asSent(raw))
    expect(size).toBe(whole.length)
    expect((await bytes(event?.raw_url)).equals(whole)).toBe(true)
    const { rows } = await service.sql.query('select from inbound_uploads where workspace_id = $1', [
      calls.tenant.workspaceId,
    ])
    expect(rows).toEqual([])
  })
})

test('a sender whose domain is half a character is taken like others', async () => {
  const calls = await inboundCalls(service)
  const { recipient } = await calls.route()
  // Punycode of U+D800, and of `a` with U+DFFF.
  for (const domain of ['xn--ib9b.example', 'xn--a-qo7g.example'])
    expect(await put(recipient, letter(), `ada@${domain}`)).toMatch(accepted)
  for (const { envelope } of await calls.messages()) expect(envelope.from).toMatch(/^ada@a?\ufffd\.example$/)
})

test('automatic mail has an event where its route says so, and can be dropped', async () => {
  const calls = await inboundCalls(service)
  const handle = (automatic: 'deliver' | 'keep' | 'drop') =>
    calls.route({ recipient: `${automatic}@${calls.domain}`, automatic })
  for (const handling of ['deliver', 'keep', 'drop'] as const) {
    const { recipient } = await handle(handling)
    expect(await put(recipient, letter({ 'Auto-Submitted': 'auto-replied' }))).toMatch(accepted)
    expect(await put(recipient, letter(), '')).toMatch(accepted)
  }
  const kept = (await calls.messages()).map(({ envelope, automatic }) => `${envelope.to[0]} ${automatic}`)
  const at = calls.domain
  expect(kept.sort()).toEqual(
    [`deliver@${at} auto_reply`, `deliver@${at} bounce`, `keep@${at} auto_reply`, `keep@${at} bounce`].sort(),
  )
  const told = (await calls.events()).map(({ envelope }) => envelope.to[0])
  expect(told).toEqual([`deliver@${at}`, `deliver@${at}`])
})

test('mail that goes round in circles is refused', async () => {
  const calls = await inboundCalls(service)
  const { recipient } = await calls.route()
  const hops = (count: number, by: string) =>
    `Received: from a.example by ${by}; Wed, 14 Jan 2026 09:30:00 +0000\n`.repeat(count)
  expect(await put(recipient, hops(31, 'b.example') + letter())).toMatch(/^554 5\.4\.6 /)
  expect(await put(recipient, hops(3, service.config.hostname) + letter())).toMatch(/^554 5\.4\.6 /)
  expect(await put(recipient, hops(30, 'b.example') + letter())).toMatch(accepted)
})

test('a message for several routes is stored for each, and for several addresses of one once', async () => {
  const calls = await inboundCalls(service)
  const plus = await calls.route({ recipient: `support+*@${calls.domain}` })
  const rest = await calls.route({ recipient: `*@${calls.domain}` })
  const client = await talk(service.inboundPort)
  await client.say('EHLO peer.example')
  await client.say('MAIL FROM:<ada@example.com>')
  for (const local of ['Support+1', 'support+2', 'sales'])
    await client.say(`RCPT TO:<${local}@${calls.domain}>`)
  await client.say('DATA')
  expect(await client.say(`${letter().replaceAll('\n', '\r\n')}\r\n.`)).toMatch(accepted)
  client.end()
  const stored = (await calls.messages()).map(({ route_id, envelope }) => [route_id, envelope.to])
  expect(stored).toHaveLength(2)
  expect(stored).toContainEqual([plus.id, [`Support+1@${calls.domain}`, `support+2@${calls.domain}`]])
  expect(stored).toContainEqual([rest.id, [`sales@${calls.domain}`]])
})

test('a message can have a hundred recipients, of ten routes; those it cannot have at once are taken later', async () => {
  const calls = await inboundCalls(service)
  const all = await calls.route({ recipient: `all+*@${calls.domain}` })
  const more = await calls.route({ recipient: `more+*@${calls.domain}` })
  const nine = Array.from({ length: 9 }, (_, index) => `route-${index}@${calls.domain}`)
  for (const recipient of nine) await calls.route({ recipient })
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}+${index}@${calls.domain}`)
  const client = await talk(service.inboundPort)
  await client.say('EHLO peer.example')
  await client.say('MAIL FROM:<ada@example.com>')
  const codes = async (recipients: readonly string[]) => {
    const found = new Set<string | undefined>()
    for (const recipient of recipients) found.add((await client.say(`RCPT TO:<${recipient}>`))?.slice(0, 9))
    return [...found]
  }
  expect(await codes([...nine, ...numbered('all', 80)])).toEqual(['250 2.1.5'])
  // More than are refused otherwise before the connection ends.
  expect(await codes(numbered('more', 12))).toEqual(['452 4.5.3'])
  expect(await codes(numbered('all', 92).slice(80))).toEqual(['250 2.1.5', '452 4.5.3'])
  await client.say('DATA')
  expect(await client.say(`${letter().replaceAll('\n', '\r\n')}\r\n.`)).toMatch(accepted)
  client.end()
  const stored = await calls.messages()
  expect(stored).toHaveLength(10)
  expect(stored.find(({ route_id }) => route_id === all.id)?.envelope.to).toHaveLength(91)
  expect(stored.find(({ route_id }) => route_id === more.id)).toBeUndefined()
})
