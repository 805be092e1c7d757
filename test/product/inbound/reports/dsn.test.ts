import { describe, expect, test } from 'vitest'
import { dsnVectors } from '../../../vectors/dsn.js'
import { qsbmfVectors } from '../../../vectors/qsbmf.js'
import { submit } from '../../../support/mail-servers/smtp-talk.js'
import { useRig } from '../support.js'

const rig = useRig()

test.each([...dsnVectors, ...qsbmfVectors].map((vector) => [vector.writer, vector] as const))(
  'as %s writes it',
  async (_, vector) => {
    const delivered = await rig.delivered()
    const raw = vector.raw(delivered.address, delivered.log.recipient)
    expect(await submit(rig.port, delivered.address, raw)).toMatch(/^250 2\.0\.0 /)
    const log = await rig.logOf(delivered)
    if (vector.bounce === undefined) {
      expect(log).toEqual(delivered.log)
      return
    }
    const { class: reason, text, ...reply } = vector.bounce
    expect(log.status).toBe('bounced')
    expect(log.attempts[1]).toMatchObject({ outcome: 'bounced', via: 'dsn', class: reason, reply })
    expect(log.last_reply?.text).toMatch(text)
  },
)

/** Changes of the first vector, as made by servers that break their own header. */
const broken: readonly [what: string, change: (raw: string) => string][] = [
  ['a subject that goes on without a blank', (raw) => raw.replace(/^Subject: .*/m, '$&\nreturned to sender')],
  ['a trace that does', (raw) => `Received: from a by b\nid 12345; Mon, 23 Nov 2026 08:00:00 +0000\n${raw}`],
  ['a name that is none', (raw) => `R\xe9ponse: oui\n: foo\n${raw}`],
  ['a stray line in a part', (raw) => raw.replace('Content-Type: message/delivery-status', 'see below\n$&')],
  ['no semicolon behind the type', (raw) => raw.replace('multipart/report;', 'multipart/report')],
  [
    'a type of its own for the status',
    (raw) => raw.replace('message/delivery-status', '$& charset=us-ascii'),
  ],
  ['an empty type first', (raw) => raw.replace(/^Content-Type: multipart/m, 'Content-Type:\n$&')],
  ['words behind an unquoted boundary', (raw) => withBoundary(raw, 'b1', 'b1 charset=utf-8')],
  ['a boundary that is no ASCII', (raw) => withBoundary(raw, 'b\xe9', '"b\xe9"')],
]

function withBoundary(raw: string, boundary: string, written: string): string {
  const own = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  return raw.replace(`"${own}"`, written).replaceAll(`--${own}`, `--${boundary}`)
}

test.each(broken)('with %s', async (_, change) => {
  const delivered = await rig.delivered()
  const raw = dsnVectors[0]?.raw(delivered.address, delivered.log.recipient) ?? ''
  const changed = change(raw)
  expect(changed).not.toBe(raw)
  expect(await submit(rig.port, delivered.address, changed)).toMatch(/^250 2\.0\.0 /)
  expect(await rig.logOf(delivered)).toMatchObject({ status: 'bounced', attempts: [{}, { via: 'dsn' }] })
})

test('who was unknown for now only is not suppressed, and who is unknown for good is', async () => {
  const postfix = dsnVectors[0]
  for (const [address, code] of [
    ['now@example.com', '4'],
    ['good@example.com', '5'],
  ] as const) {
    const delivered = await rig.delivered(address)
    const raw = postfix?.raw(delivered.address, address).replace(/\b5(?=\.1\.1|50 )/g, code) ?? ''
    await submit(rig.port, delivered.address, raw)
    expect((await rig.logOf(delivered)).attempts[1]).toMatchObject({ class: 'unknown_user' })
  }
  const { rows } = await rig.service.sql.query<{ address: string }>(
    `select address from suppressions where address in ('now@example.com', 'good@example.com')`,
  )
  expect(rows).toEqual([{ address: 'good@example.com' }])
})

test('a bounce that says nothing of the address suppresses nobody', async () => {
  const raw = (to: string, recipient: string, diagnostic: string) =>
    (dsnVectors[0]?.raw(to, recipient) ?? '')
      .replace(/^Status: .*/m, 'Status: 5.1.1')
      .replace(/^Diagnostic-Code:.*(?:\n[ \t].*)*/m, `Diagnostic-Code: smtp; ${diagnostic}`)
  for (const [name, diagnostic, reason] of [
    ['hour', '550 5.1.1 192.0.2.1 has sent to too many recipients this hour. IB607', 'rate_limited'],
    ['cisco', "550 5.1.0 - Unknown address error 550-'5.7.1 Access denied'", 'sender_policy'],
    ['filter', '550 5.1.1 Blocked by our spam filter', 'content'],
    ['helo', '550 5.1.1 Invalid HELO name', 'sender_policy'],
    ['later', '550 5.2.1 Service refuse. Veuillez essayer plus tard. LPN007_510', 'rate_limited'],
    ['gone', '550 5.1.1 No such user [BL2NAM06FT009.eop-nam06.prod.protection.outlook.com]', 'unknown_user'],
  ] as const) {
    const address = `says-${name}@example.com`
    const delivered = await rig.delivered(address)
    await submit(rig.port, delivered.address, raw(delivered.address, address, diagnostic))
    expect((await rig.logOf(delivered)).attempts[1], diagnostic).toMatchObject({ class: reason })
  }
  const { rows } = await rig.service.sql.query<{ address: string }>(
    `select address from suppressions where address like 'says-%@example.com'`,
  )
  expect(rows).toEqual([{ address: 'says-gone@example.com' }])
})

test('the prose of a report suppresses its recipient, and that of other mail nobody', async () => {
  const exim = dsnVectors.find(({ writer }) => writer.startsWith('Exim 4.96'))
  const mixed = (raw: string) =>
    raw.replace('multipart/report; report-type=delivery-status', 'multipart/mixed')
  for (const [address, change] of [
    ['in-report@example.com', (raw: string) => raw],
    ['in-mixed@example.com', mixed],
  ] as const) {
    const delivered = await rig.delivered(address)
    const raw = change(exim?.raw(delivered.address, address) ?? '')
    expect(await submit(rig.port, delivered.address, raw)).toMatch(/^250 /)
    expect((await rig.logOf(delivered)).status).toBe('bounced')
  }
  const { rows } = await rig.service.sql.query<{ address: string }>(
    `select address from suppressions where address like 'in-%@example.com'`,
  )
  expect(rows).toEqual([{ address: 'in-report@example.com' }])
})

test('a second copy changes nothing', async () => {
  const delivered = await rig.delivered()
  const raw = dsnVectors[0]?.raw(delivered.address, delivered.log.recipient) ?? ''
  await submit(rig.port, delivered.address, raw)
  const log = await rig.logOf(delivered)
  const known = await rig.counted('known')
  expect(await submit(rig.port, delivered.address, raw)).toMatch(/^250 /)
  expect(await rig.logOf(delivered)).toEqual(log)
  expect(await rig.counted('known')).toBe(known + 1)
  const { rows } = await rig.service.sql.query(
    `select from events where type = 'message.bounced' and data ->> 'log_id' = $1`,
    [log.id],
  )
  expect(rows).toHaveLength(1)
})

test.each([
  ['by a sender', 'ada@example.com', (raw: string) => `Auto-Submitted: auto-generated\n${raw}`],
  ['of another format', '', (raw: string) => raw.replace('Hi. This is', 'Hello. This is')],
])('prose %s is acknowledged and ignored', async (_, sender, change) => {
  const delivered = await rig.delivered()
  const ignored = await rig.counted('ignored')
  const raw = change(qsbmfVectors[0]?.raw(delivered.address, delivered.log.recipient) ?? '')
  expect(await submit(rig.port, delivered.address, raw, sender)).toMatch(/^250 /)
  expect(await rig.counted('ignored')).toBe(ignored + 1)
  expect(await rig.logOf(delivered)).toEqual(delivered.log)
})

test('what qmail says of an address for good suppresses it, and of another or for now does not', async () => {
  const qmail = (writer: string) => qsbmfVectors.find((vector) => vector.writer === writer)
  const bounces = [
    ['qmail-gone@example.com', qmail('qmail, of a remote server'), (raw: string) => raw],
    ['qmail-late@example.com', qmail('qmail, of a server that said for days that it was too early'), String],
    [
      'qmail-team@example.com',
      qmail('qmail, of a remote server'),
      (raw: string) => raw.replace('<qmail-team@example.com>:', '<member@example.net>:'),
    ],
  ] as const
  for (const [address, vector, change] of bounces) {
    const delivered = await rig.delivered(address)
    expect(vector).toBeDefined()
    const raw = change(vector?.raw(delivered.address, address) ?? '')
    expect(await submit(rig.port, delivered.address, raw)).toMatch(/^250 /)
    expect((await rig.logOf(delivered)).status).toBe('bounced')
  }
  const { rows } = await rig.service.sql.query<{ address: string }>(
    `select address from suppressions where address like 'qmail-%@example.com' or address = 'member@example.net'`,
  )
  expect(rows).toEqual([{ address: 'qmail-gone@example.com' }])
})

test('an automatic answer is ignored, and a person is told that nobody reads it', async () => {
  const { address } = await rig.delivered()
  const vacation = 'From: ada@example.com\nAuto-Submitted: auto-replied (vacation)\n\nI am away.\n'
  expect(await submit(rig.port, address, vacation, 'ada@example.com')).toMatch(/^250 /)
  const person = 'From: ada@example.com\nAuto-Submitted: no\n\nWho are you?\n'
  expect(await submit(rig.port, address, person, 'ada@example.com')).toMatch(/^550 5\.6\.0 /)
})

test.each(['cancelled', 'failed', 'suppressed'])('one that was %s stays so', async (status) => {
  const delivered = await rig.delivered()
  await rig.service.sql.query('update message_logs set status = $1 where recipient = $2', [
    status,
    delivered.log.recipient,
  ])
  const raw = dsnVectors[0]?.raw(delivered.address, delivered.log.recipient) ?? ''
  expect(await submit(rig.port, delivered.address, raw)).toMatch(/^250 /)
  expect((await rig.logOf(delivered)).status).toBe(status)
})

describe('a mailbox that stays full', () => {
  const full = dsnVectors.find(({ writer }) => writer === 'Exim')

  async function bounces(address: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const delivered = await rig.delivered(address)
      await submit(rig.port, delivered.address, full?.raw(delivered.address, address) ?? '')
    }
  }

  /** As if the first bounce had come so long ago. */
  async function age(address: string, hours: number): Promise<void> {
    await rig.service.sql.query(
      `update message_logs set attempts = jsonb_set(attempts, '{-1,at}', to_jsonb(now() - make_interval(hours => $2)))
       where (workspace_id, id) in
         (select workspace_id, id from message_logs where address = $1 order by id limit 1)`,
      [address, hours],
    )
  }

  const suppressed = async (address: string) => {
    const { rows } = await rig.service.sql.query<{ reason: string }>(
      'select reason from suppressions where address = $1',
      [address],
    )
    return rows.map(({ reason }) => reason)
  }

  test('is suppressed after five bounces over 72 hours, not after four', async () => {
    await bounces('full@example.com', 1)
    await age('full@example.com', 73)
    await bounces('full@example.com', 3)
    expect(await suppressed('full@example.com')).toEqual([])
    await bounces('full@example.com', 1)
    expect(await suppressed('full@example.com')).toEqual(['soft_bounce'])
  })

  test('is not suppressed within 72 hours', async () => {
    await bounces('quick@example.com', 1)
    await age('quick@example.com', 71)
    await bounces('quick@example.com', 4)
    expect(await suppressed('quick@example.com')).toEqual([])
  })

  test('is not suppressed where a message has arrived between', async () => {
    await bounces('sometimes@example.com', 1)
    await age('sometimes@example.com', 73)
    await bounces('sometimes@example.com', 2)
    await rig.delivered('sometimes@example.com')
    await bounces('sometimes@example.com', 3)
    expect(await suppressed('sometimes@example.com')).toEqual([])
  })
})

test('a dead member of an alias stands in the log, and the alias is not suppressed', async () => {
  const delivered = await rig.delivered('team@example.com')
  const raw =
    dsnVectors[0]
      ?.raw(delivered.address, delivered.log.recipient)
      .replace('Final-Recipient: rfc822; team@example.com', 'Final-Recipient: rfc822; gone@example.com') ?? ''
  expect(raw).toContain('Original-Recipient: rfc822;team@example.com')
  expect(await submit(rig.port, delivered.address, raw)).toMatch(/^250 /)
  const log = await rig.logOf(delivered)
  expect(log.attempts[1]).toMatchObject({
    outcome: 'bounced',
    via: 'dsn',
    class: 'unknown_user',
    error: expect.stringMatching(/names another recipient/) as string,
  })
  const { rows } = await rig.service.sql.query(
    `select from suppressions where address in ('team@example.com', 'gone@example.com')`,
  )
  expect(rows).toEqual([])
})

test('a report about a sign-in mail is taken and counted, and changes nothing', async () => {
  const address = 'owner@example.com'
  const raw = dsnVectors[0]?.raw('sign-in@bounces.shop.example', address) ?? ''
  expect(await submit(rig.port, 'Sign-In@bounces.shop.example', raw)).toMatch(/^250 2\.0\.0 /)
  expect(await rig.counted('sign_in')).toBe(1)
  const { rows } = await rig.service.sql.query('select from suppressions where address = $1', [address])
  expect(rows).toEqual([])
})
