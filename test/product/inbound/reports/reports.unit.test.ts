import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDeliveryStatus, statusFor } from '../../../../server/product/inbound/reports/dsn.js'
import { readFeedback, readJunkReport } from '../../../../server/product/inbound/reports/feedback.js'
import { readGroups } from '../../../../server/mail/mime/report-fields.js'
import { bufferSource } from '../../../../server/mail/mime/mail-source.js'
import { walkMail } from '../../../../server/mail/mime/body/walk-mail.js'
import { readReport } from '../../../../server/product/inbound/reports/read-returned-mail.js'
import { readTypedAddress, readTyped } from '../../../../server/product/inbound/reports/typed-value.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { dsnVectors } from '../../../vectors/dsn.js'
import { yahoo } from '../../../vectors/feedback.js'
import { qsbmfVectors } from '../../../vectors/qsbmf.js'
import { runs } from '../../../support/run/sampled.js'

describe('fields', () => {
  test('groups, folded lines and repeated fields', () => {
    const text = 'A: 1\r\nB:two\r\n  three\r\n\tfour\r\na : 5\r\n\r\n\r\nC: \r\nno field\r\n 6\r\n'
    expect(readGroups(text).map((group) => Object.fromEntries(group))).toEqual([
      { a: ['1', '5'], b: ['two three four'] },
      { c: ['6'] },
    ])
  })

  test('written and read again, any field is the same', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/)
    const word = fc.stringMatching(/^[!-~]{1,30}$/)
    const value = fc.array(word, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 20 }), (fields) => {
        const text = fields.map(([key, words]) => `${key}: ${words.join('\r\n ')}\r\n`).join('')
        const expected = new Map<string, string[]>()
        for (const [key, words] of fields) {
          const lower = key.toLowerCase()
          expected.set(lower, [...(expected.get(lower) ?? []), words.join(' ')])
        }
        expect(readGroups(text)).toEqual([expected])
      }),
    )
  })

  test('more than a report has is not read, and takes no longer', () => {
    expect(readGroups('A: 1\n\n'.repeat(100_000))).toHaveLength(100)
    const many = readGroups('A: 1\n'.repeat(500_000))
    expect(many[0]?.get('a')).toHaveLength(10_000)
    const long = readGroups(`A: 1\n${' more\n'.repeat(500_000)}`)
    expect(long[0]?.get('a')?.[0]?.length).toBeLessThan(5000)
  })
})

test.each([
  ['rfc822; ada@example.com', 'rfc822', 'ada@example.com'],
  ['RFC822 ;<ada@example.com>', 'rfc822', '<ada@example.com>'],
  ['ada@example.com', '', 'ada@example.com'],
  ['smtp;550 No; really', 'smtp', '550 No; really'],
  ['', '', ''],
])('%j is of a type', (text, type, value) => {
  expect(readTyped(text)).toEqual({ type, value })
})

test.each([
  ['rfc822; <ada@example.com>', 'ada@example.com'],
  ['utf-8; gr\\x{FC}n@example.com', 'gr\u00fcn@example.com'],
  ['utf-8; gr\u00fcn@example.com', 'gr\u00fcn@example.com'],
  ['utf-8; \\x{1F600}@example.com', '\u{1f600}@example.com'],
  ['utf-8; \\x{FFFFFF}@example.com', '\\x{FFFFFF}@example.com'],
  ['rfc822; gr\\x{FC}n@example.com', 'gr\\x{FC}n@example.com'],
])('%j names an address', (text, address) => {
  expect(readTypedAddress(text)).toBe(address)
})

describe('delivery status', () => {
  const status = (...lines: string[]) => readDeliveryStatus(lines.join('\r\n'))

  test('a status of 5 without an action is a failure, and one of 4 is not', () => {
    expect(status('Final-Recipient: rfc822; a@b.example', 'Status: 5.1.1')[0]?.action).toBe('failed')
    expect(status('Final-Recipient: rfc822; a@b.example', 'Status: 4.1.1')[0]?.action).toBe('unknown')
    expect(status('Final-Recipient: rfc822; a@b.example')[0]?.action).toBe('unknown')
  })

  test.each([
    ['Status: 4.4.7', 450, '4.4.7'],
    ['Status: 5.0.0', 550, '5.0.0'],
    ['Status: 2.0.0', 550, null],
    ['Status: nonsense', 550, null],
    ['Status: 5.1.1\r\nDiagnostic-Code: smtp; 250 2.0.0 OK', 550, '5.1.1'],
    ['Status: 5.0.0\r\nDiagnostic-Code: smtp; 452 4.2.2 Full', 452, '4.2.2'],
    ['Status: 5.1.1\r\nDiagnostic-Code: 554 No', 554, '5.1.1'],
  ])('%j has a reply', (lines, code, enhanced_code) => {
    expect(status('Action: failed', lines)[0]?.reply).toMatchObject({ code, enhanced_code })
  })

  test('the recipient is told by name, or by being the only one, or the only one that failed', () => {
    const of = (address: string, action: string) => [
      `Final-Recipient: rfc822; ${address}`,
      `Action: ${action}`,
      '',
    ]
    const one = status(...of('a@b.example', 'failed'))
    expect(statusFor('x@y.example', one)?.status).toBe(one[0])
    const two = status(...of('a@b.example', 'delivered'), ...of('c@d.example', 'failed'))
    expect(statusFor('a@b.example', two)?.status.action).toBe('delivered')
    expect(statusFor('x@y.example', two)?.status.action).toBe('failed')
    const both = status(...of('a@b.example', 'failed'), ...of('c@d.example', 'failed'))
    expect(statusFor('x@y.example', both)).toBeUndefined()
    expect(statusFor('c@d.example', both)?.status).toBe(both[1])
    expect(statusFor('c@d.example', [])).toBeUndefined()
  })
})

test.each<[string, string, readonly string[], boolean]>([
  [
    'Gmail, Postfix: the final recipient',
    'Ada@Example.com',
    ['Final-Recipient: rfc822; ada@EXAMPLE.com'],
    true,
  ],
  [
    'SMTPUTF8',
    'gr\u00fcn@b\u00fccher.example',
    ['Final-Recipient: utf-8; gr\\x{FC}n@xn--bcher-kva.example'],
    true,
  ],
  ['no name at all', 'ada@example.com', [], true],
  ['a name of another kind', 'ada@example.com', ['Final-Recipient: x400; /C=DE/S=Ada'], true],
  ['without its part behind +', 'ada+shop@example.com', ['Final-Recipient: rfc822; ada@example.com'], true],
  [
    'Exchange: under its internal domain',
    'ada@example.com',
    ['Original-Recipient: rfc822;ada@example.com', 'Final-Recipient: rfc822;ada@example.onmicrosoft.com'],
    true,
  ],
  ['the same name elsewhere', 'info@example.com', ['Final-Recipient: rfc822; info@other.example'], false],
  ['sendmail: a forward', 'ada@example.com', ['Final-Recipient: RFC822; gone@other.example'], false],
  [
    'Postfix: a member of an alias',
    'team@example.com',
    ['Final-Recipient: rfc822; gone@example.com', 'Original-Recipient: rfc822;team@example.com'],
    false,
  ],
])('a report is about the own mailbox or not: %s', (_, address, names, isOwn) => {
  const statuses = readDeliveryStatus(
    ['Reporting-MTA: dns; mx', '', ...names, 'Action: failed', 'Status: 5.1.1', ''].join('\r\n'),
  )
  expect(statusFor(foldAddress(address), statuses)?.isOwn).toBe(isOwn)
})

test('of an alias that reached one member the report is about the other', () => {
  const statuses = readDeliveryStatus(
    `Reporting-MTA: dns; mx

Final-Recipient: rfc822; a@example.com
Original-Recipient: rfc822; team@example.com
Action: delivered

Final-Recipient: rfc822; gone@example.com
Original-Recipient: rfc822; team@example.com
Action: failed
Status: 5.1.1
`,
  )
  expect(statusFor('team@example.com', statuses)).toMatchObject({
    status: { action: 'failed' },
    isOwn: false,
  })
})

describe('whatever comes', () => {
  /** Reports with pieces taken out, doubled and replaced, so that every part of one is met broken. */
  const whole = [...dsnVectors, ...qsbmfVectors].map(({ raw }) =>
    raw('b+x@bounces.example', 'ada@example.com'),
  )
  whole.push(
    yahoo({ sender: 'b+x@bounces.example', recipient: 'a@b.example', messageId: '', feedbackId: '' }),
  )
  const broken = fc
    .tuple(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(3000), fc.nat(60), fc.string({ unit: 'binary' }))),
    )
    .map(([text, edits]) =>
      edits.reduce((now, [at, length, put]) => now.slice(0, at) + put + now.slice(at + length), text),
    )
  const bytes = fc.oneof(
    broken.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array)),
  )

  const read = async (raw: Buffer) => {
    const source = bufferSource(raw)
    return readReport(source, await walkMail(source), '')
  }

  test('a message is read without an error', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (raw) => {
        const report = await read(raw)
        expect(['dsn', 'feedback', 'none']).toContain(report.kind)
        for (const { reply } of report.kind === 'dsn' ? report.statuses : []) {
          expect(reply.code).toBeGreaterThanOrEqual(400)
          expect(reply.text + reply.host).not.toMatch(/[\0-\x1f\x7f]|\p{Surrogate}/u)
          expect(reply.text.length).toBeLessThanOrEqual(1000)
        }
        if (report.kind === 'feedback')
          expect(`${report.feedback.type}${report.feedback.userAgent}`).not.toMatch(
            /[\0-\x1f\x7f]|\p{Surrogate}/u,
          )
      }),
      { numRuns: runs(300) },
    )
  })

  test.each([
    [
      'parts within parts',
      Array.from(
        { length: 20_000 },
        (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
      ).join(''),
    ],
    ['parts beside parts', '--b0\r\nContent-Type: text/plain\r\n\r\n'.repeat(20_000)],
    ['comments', `To: ${'(a'.repeat(500_000)}\r\n\r\n`],
    ['empty lines', '\n'.repeat(1_000_000)],
    ['boundaries', '--b0'.repeat(250_000)],
    ['a header without end', `X: ${'a\r\n '.repeat(200_000)}`],
    ['words to decode', `Subject: ${'=?utf-8?Q?'.repeat(100_000)}\r\n\r\n`],
    ['addresses', `To: ${'<'.repeat(200_000)}${',"'.repeat(200_000)}\r\n\r\n`],
    ['parameters', `Content-Type: ${'a;b*0*='.repeat(100_000)}\r\n\r\n`],
  ])('of %s no more is made than of others', async (_, text) => {
    const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b0\r\n\r\n${text}`)
    expect((await read(raw)).kind).toBe('none')
    expect((await read(Buffer.from(text))).kind).toBe('none')
  })

  test('any text of a machine is read without an error', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 500 }),
        fc.string({ unit: 'binary' }),
        (text, original) => {
          readDeliveryStatus(text)
          readFeedback(`Feedback-Type: abuse\n${text}`, original)
          readJunkReport(`X-HmXmrOriginalRecipient: ${text}`)
        },
      ),
    )
  })
})
