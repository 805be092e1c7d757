import { simpleParser } from 'mailparser'
import { describe, expect, test } from 'vitest'
import { typedAddress } from '../../../server/operate/sink/reports/report.js'
import { idOf, send, startReceiver, until, useSink } from './support.js'

const rig = useSink()

// A line longer than a composer would leave alone, and 8-bit text: the original must come back as it was.
const LONG = `X-Long: ${'a=b '.repeat(60)}`
const HEADER = `From: a@shop.example\r\nMessage-ID: <m1@shop.example>\r\nSubject: Offer\r\n${LONG}\r\n`
const ORIGINAL = Buffer.from(`${HEADER}\r\nGr\u00fc\u00dfe\r\n.dot\r\n`)

async function withReceiver(refuseWith?: number) {
  const receiver = await startReceiver(refuseWith)
  rig.onEnd(() => receiver.close())
  const sink = await rig.start({ inbound: { host: '127.0.0.1', port: receiver.port, pauses: [1, 1] } })
  return { receiver, sink }
}

describe('dsn', () => {
  test('comes back from the null sender with what a program needs (RFC 3464)', async () => {
    const { receiver, sink } = await withReceiver()
    idOf(await send(sink.port, 'dsn@example.com', ORIGINAL, 'b+token@bounce.shop.example'))
    const report = await until('the report', () => receiver.arrived[0])
    expect(report).toMatchObject({ from: '', to: ['b+token@bounce.shop.example'] })
    const mail = await simpleParser(report.raw, { keepDeliveryStatus: true })
    expect(mail.headers.get('content-type')).toMatchObject({
      value: 'multipart/report',
      params: { 'report-type': 'delivery-status' },
    })
    expect(mail.headers.get('auto-submitted')).toBe('auto-replied')
    expect(mail.to).toMatchObject({ text: 'b+token@bounce.shop.example' })
    expect(mail.attachments.map(({ contentType }) => contentType)).toEqual([
      'message/delivery-status',
      'text/rfc822-headers',
    ])
    const [perMessage, perRecipient] = String(mail.attachments[0]?.content).split('\r\n\r\n')
    expect(perMessage).toContain('Reporting-MTA: dns; sink.test')
    expect(perRecipient?.split('\r\n')).toEqual(
      expect.arrayContaining(['Final-Recipient: rfc822; dsn@example.com', 'Action: failed', 'Status: 5.1.1']),
    )
    expect(String(mail.attachments[1]?.content).trimEnd()).toBe(HEADER.trimEnd())
  })

  test('is one for each such recipient', async () => {
    const { receiver, sink } = await withReceiver()
    idOf(await send(sink.port, ['dsn@one.test', 'ada@one.test', 'dsn@two.test'], ORIGINAL))
    await until('two reports', () => (receiver.arrived.length === 2 ? true : undefined))
  })
})

test('complain comes back as an abuse report with the whole message (RFC 5965)', async () => {
  const { receiver, sink } = await withReceiver()
  idOf(await send(sink.port, 'complain@example.com', ORIGINAL, 'b+token@bounce.shop.example'))
  const report = await until('the report', () => receiver.arrived[0])
  expect(report).toMatchObject({ from: 'postmaster@sink.test', to: ['b+token@bounce.shop.example'] })
  const mail = await simpleParser(report.raw)
  expect(mail.headers.get('content-type')).toMatchObject({
    value: 'multipart/report',
    params: { 'report-type': 'feedback-report' },
  })
  const [feedback] = mail.attachments
  expect(feedback?.contentType).toBe('message/feedback-report')
  expect(String(feedback?.content).split('\r\n')).toEqual(
    expect.arrayContaining([
      'Feedback-Type: abuse',
      'Version: 1',
      'Original-Mail-From: <b+token@bounce.shop.example>',
      'Original-Rcpt-To: <complain@example.com>',
      'Source-IP: 127.0.0.1',
    ]),
  )
  const text = report.raw.toString()
  expect(text).toMatch(/Content-Type: message\/rfc822\r\nContent-Transfer-Encoding: 8bit\r\n\r\nFrom: a@shop/)
  expect(report.raw.includes(ORIGINAL)).toBe(true)
})

describe('when a report cannot be sent', () => {
  test('nothing is sent about a message from the null sender', async () => {
    const { receiver, sink } = await withReceiver()
    idOf(await send(sink.port, ['dsn@x.test', 'complain@x.test'], ORIGINAL, ''))
    // Queued after anything about the message before, so that would have been made by then.
    idOf(await send(sink.port, 'dsn@fence.test', ORIGINAL))
    await until('the report', () => receiver.arrived[0])
    expect(receiver.arrived).toHaveLength(1)
    expect(receiver.arrived[0]?.raw.toString()).toContain('dsn@fence.test')
  })

  test('it is tried a few times, each failure logged as nobody listening there, then given up', async () => {
    const sink = await rig.start()
    idOf(await send(sink.port, 'dsn@example.com'))
    const warnings = () => rig.logged.filter(({ level }) => level === 'warn').map(({ msg }) => msg)
    await until('the last warning', () => warnings().find((msg) => msg.includes('not retried')))
    expect(warnings()).toHaveLength(3)
    expect(warnings()[0]).toBe('sink: nothing listens at 127.0.0.1:1, where reports go')
  })

  test('a refusal for good is not tried again, one for now is', async () => {
    const final = await withReceiver(550)
    idOf(await send(final.sink.port, 'dsn@example.com'))
    await until('the end of the attempts', () => rig.logged.find(({ msg }) => msg.includes('not retried')))
    expect(final.receiver.asked()).toBe(1)

    const passing = await withReceiver(451)
    idOf(await send(passing.sink.port, 'complain@example.com'))
    await until('the end of the attempts', () => rig.logged.find(({ msg }) => msg.includes('not retried')))
    expect(passing.receiver.asked()).toBe(3)
  })

  test('closing does not wait for the next attempt', async () => {
    const sink = await rig.start({ inbound: { host: '127.0.0.1', port: 1, pauses: [600_000] } })
    idOf(await send(sink.port, 'dsn@example.com'))
    await until('the first failure', () => rig.logged.find(({ level }) => level === 'warn'))
    await sink.close()
    expect(rig.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

test('an address beyond ASCII is written for a 7-bit report (RFC 6533)', () => {
  expect(typedAddress('ada@example.com')).toBe('rfc822; ada@example.com')
  expect(typedAddress('j\u00f6rg@example.com')).toBe('utf-8; j\\x{F6}rg@example.com')
})
