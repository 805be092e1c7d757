import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../../server/platform/http/errors/api-error.js'
import {
  admitAttachments,
  normalizeBase64,
  cleanFilename,
} from '../../../../server/product/messages/admit/attachments.js'
import { admitHeaders, admitListUnsubscribe } from '../../../../server/product/messages/admit/headers.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import { admitRecipients, admitReplyTo } from '../../../../server/product/messages/admit/recipients.js'
import { admitSchedule } from '../../../../server/product/messages/admit/schedule.js'

/** The code of the error, and where and why it says the request is wrong. */
function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [error.code, ...(error.details ?? []).map(({ path, code }) => `${path} ${code}`)].join(' ')
  }
  return 'none'
}

const named = (...emails: string[]) => emails.map((email) => ({ email }))
const many = (count: number, prefix: string) =>
  named(...Array.from({ length: count }, (_, index) => `${prefix}${index}@example.com`))

describe('recipients', () => {
  test('keep their kind, their order and their names', () => {
    const recipients = admitRecipients(
      {
        to: [{ email: 'A@EXAMPLE.com', name: 'Ada\tLovelace ' }],
        cc: named('b@bücher.example'),
        bcc: named('c@example.com'),
      },
      '/body',
    )
    expect(recipients.map(({ kind, email, name }) => [kind, email, name])).toEqual([
      ['to', 'A@example.com', 'Ada Lovelace'],
      ['cc', 'b@xn--bcher-kva.example', null],
      ['bcc', 'c@example.com', null],
    ])
    expect(new Set(recipients.map(({ logId }) => logId)).size).toBe(3)
  })

  test.each([
    ['in one list', { to: named('a@example.com', 'A@Example.com') }, '/message/to/1/email'],
    ['in two lists', { to: named('a@example.com'), bcc: named('a@example.com') }, '/message/bcc/0/email'],
    [
      'in two scripts',
      { to: named('a@bücher.example'), cc: named('x@b.example', 'a@XN--bcher-kva.example') },
      '/message/cc/1/email',
    ],
  ])('stand once each, %s', (_where, lists, path) => {
    expect(refusal(() => admitRecipients(lists, '/message'))).toBe(`validation_failed ${path} duplicate`)
  })

  test('are at most 50 together', () => {
    const lists = { to: many(20, 'to'), cc: many(20, 'cc'), bcc: many(10, 'bcc') }
    expect(admitRecipients(lists, '/body')).toHaveLength(50)
    expect(refusal(() => admitRecipients({ ...lists, bcc: many(11, 'bcc') }, '/body'))).toBe(
      'validation_failed /body/bcc/10 too_many',
    )
  })

  test('of answers are kept in the same form', () => {
    expect(admitReplyTo([{ email: 'a@BÜCHER.example', name: '\u0007' }])).toEqual([
      { email: 'a@xn--bcher-kva.example' },
    ])
    expect(admitReplyTo(undefined)).toEqual([])
  })
})

test.each([
  [undefined, null],
  ['Ada', 'Ada'],
  ['  Ada \t Lovelace\u0000', 'Ada Lovelace'],
  ['Ada\u202eecalevoL\u202c', 'Ada ecalevoL'],
  ['\u0001\u2066', null],
  ['\ufeffAda', 'Ada'],
  ['عادل\u200f', 'عادل\u200f'],
  ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
])('the name %j is kept as %j', (given, kept) => {
  expect(cleanName(given)).toBe(kept)
})

describe('headers', () => {
  test.each([
    ...['From', 'Sender', 'To', 'Cc', 'Bcc', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'MIME-Version'],
    ...['Content-Type', 'Content-Transfer-Encoding', 'Content-Anything', 'Feedback-ID', 'List-Unsubscribe'],
    ...['List-Unsubscribe-Post', 'Return-Path', 'Received', 'Received-SPF', 'Resent-From', 'Resent-Bcc'],
    ...['DKIM-Signature', 'DomainKey-Signature', 'ARC-Seal', 'ARC-Authentication-Results', 'BIMI-Selector'],
    ...['Authentication-Results', 'Delivered-To', 'X-Original-To', 'TLS-Required', 'Errors-To'],
  ])('do not set %s, in any case', (name) => {
    for (const given of [name, name.toLowerCase(), name.toUpperCase()]) {
      expect(refusal(() => admitHeaders({ [given]: 'x' }, '/body'))).toBe(
        `validation_failed /body/headers/${given} forbidden_header`,
      )
    }
  })

  test.each([
    'X-Order',
    'In-Reply-To',
    'References',
    'Precedence',
    'X-From',
    'List-Id',
    'Auto-Submitted',
    'Contents',
  ])('set %s', (name) => {
    expect(admitHeaders({ [name]: 'some value' }, '/body')).toEqual({ [name]: 'some value' })
  })

  test('for leaving a list point to the field that is for that', () => {
    expect(() => admitHeaders({ 'list-unsubscribe': '<https://x.example>' }, '/body')).toThrow(
      /list_unsubscribe/,
    )
  })

  test('do not repeat one in another case', () => {
    expect(refusal(() => admitHeaders({ 'X-A': '1', 'x-a': '2' }, '/body'))).toBe(
      'validation_failed /body/headers/x-a duplicate',
    )
  })

  test.each(['a\rb', 'a\nb', 'a\r\n b', 'a\u0000', '\u0007', 'a\u007f', 'a\u0085b', 'a\u000b'])(
    'have no control characters: %j',
    (value) => {
      expect(refusal(() => admitHeaders({ 'X-A': value }, '/body'))).toBe(
        'validation_failed /body/headers/X-A characters',
      )
    },
  )

  test.each(['', ' ', '\t'])('say something: %j', (value) => {
    expect(refusal(() => admitHeaders({ 'X-A': value }, '/body'))).toBe(
      'validation_failed /body/headers/X-A empty',
    )
  })

  test.each(['a\tb', 'Grüße', '"a" <b@c>', '🎉'])('take other text: %j', (value) => {
    expect(admitHeaders({ 'X-A': value }, '/body')).toEqual({ 'X-A': value })
  })
})

describe('base64', () => {
  test.each([
    ['', ''],
    ['AA', 'AA=='],
    ['AA==', 'AA=='],
    ['AAA', 'AAA='],
    ['AAA=', 'AAA='],
    ['+/+/', '+/+/'],
    ['AAAA\r\nAAAA\r\n', 'AAAAAAAA'],
    ['AA\nA=\n', 'AAA='],
  ])('%j is kept as %j', (given, kept) => {
    expect(normalizeBase64(given)).toBe(kept)
  })

  test.each([
    ...[
      'A',
      'AAAAA',
      'A===',
      'AA=',
      'AAA==',
      'AAAA=',
      'AAAA==',
      '=',
      '==',
      'AA==AA',
      'A=AA',
      '-_-_',
      'AA AA',
    ],
    ...['AAAA\t', 'AAA\rA', 'AA.A', 'AAAé', 'AB==', 'AAB=', 'data:;base64,AAAA'],
  ])('%j is refused', (given) => {
    expect(normalizeBase64(given)).toBeUndefined()
  })

  test('of any bytes is itself, with padding and without, in lines and in one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(normalizeBase64(text)).toBe(text)
        expect(normalizeBase64(text.replace(/=+$/, ''))).toBe(text)
        expect(normalizeBase64(text.replace(/.{76}/g, '$&\r\n'))).toBe(text)
      }),
    )
  })
})

test.each([
  ['receipt.pdf', 'receipt.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\receipt.pdf', 'receipt.pdf'],
  ['folder/', 'folder'],
  ['a\u0000b\r\nc\td.txt', 'abcd.txt'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['a\u200bb\ufeff.txt', 'ab.txt'],
  ['evil.exe. . ', 'evil.exe'],
  ['cafe\u0301.txt', 'caf\u00e9.txt'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
  ['.htaccess', '.htaccess'],
  ['"quoted" & \'so\'.txt', '"quoted" & \'so\'.txt'],
  ['=?UTF-8?Q?evil.exe?=.txt', '=_UTF-8?Q?evil.exe?=.txt'],
  ['..', 'attachment'],
  ['/', 'attachment'],
  [' ', 'attachment'],
  ['\u0001', 'attachment'],
  ['\u200d', 'attachment'],
])('the file name %j is kept as %j', (given, kept) => {
  expect(cleanFilename(given)).toBe(kept)
})

describe('attachments', () => {
  const file = { filename: 'a.bin', content: 'AAAA' }

  test.each([
    ['a.pdf', 'application/pdf'],
    ['a.PNG', 'image/png'],
    ['a.txt', 'text/plain'],
    ['a.eml', 'application/octet-stream'],
    ['a.unheardof', 'application/octet-stream'],
    ['pdf', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
  ])('named %s are of the type %s', (filename, type) => {
    expect(admitAttachments([{ ...file, filename }], '/body')[0]?.contentType).toBe(type)
  })

  test('are of the type that is given', () => {
    expect(admitAttachments([{ ...file, content_type: 'Application/X-Own' }], '/body')[0]?.contentType).toBe(
      'application/x-own',
    )
  })

  test.each([
    ['text/calendar;METHOD=REQUEST ; charset="utf-8"', 'text/calendar; method=REQUEST; charset=utf-8'],
    ['Text/CSV; header=present; name=other.csv', 'text/csv; header=present'],
    ['application/x-a; b="c; d"', 'application/x-a; b="c; d"'],
  ])('keep the parameters of %s', (content_type, kept) => {
    expect(admitAttachments([{ ...file, content_type }], '/body')[0]?.contentType).toBe(kept)
  })

  test.each([
    'multipart/mixed',
    'Multipart/Signed',
    'message/rfc822',
    'MESSAGE/partial',
    'message/external-body',
    'multipart/mixed; boundary=a',
    'pdf',
    'text/plain; charset',
    'text/plain; a="b',
    'text/plain\r\nBcc: ada@example.com',
    'text/plain; a="b\r\nBcc: c"',
    'text/plain; a="ü"',
  ])('are not of the type %s', (content_type) => {
    expect(refusal(() => admitAttachments([file, { ...file, content_type }], '/body'))).toBe(
      'validation_failed /body/attachments/1/content_type media_type',
    )
  })

  test('are shown in the HTML body where they have a content_id, unless they say otherwise', () => {
    const kept = admitAttachments(
      [
        file,
        { ...file, content_id: 'a' },
        { ...file, content_id: 'b', disposition: 'attachment' },
        { ...file, disposition: 'inline' },
      ],
      '/body',
    )
    expect(kept.map(({ disposition, contentId }) => [disposition, contentId])).toEqual([
      ['attachment', null],
      ['inline', 'a'],
      ['attachment', 'b'],
      ['inline', null],
    ])
  })

  test('have a content_id of their own', () => {
    expect(
      refusal(() =>
        admitAttachments([{ ...file, content_id: 'a' }, file, { ...file, content_id: 'a' }], '/message'),
      ),
    ).toBe('validation_failed /message/attachments/2/content_id duplicate')
  })

  test('are refused where their content is not base64', () => {
    expect(refusal(() => admitAttachments([{ ...file, content: 'not base64' }], '/message'))).toBe(
      'validation_failed /message/attachments/0/content base64',
    )
  })
})

describe('a schedule', () => {
  const now = new Date('2026-03-01T12:00:00.000Z')
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const minute = 60_000
  const day = 86_400_000

  test.each([
    ['absent', undefined, null],
    ['now', at(0), null],
    ['four minutes past', at(-4 * minute), null],
    ['five minutes past', at(-5 * minute), null],
    ['in a moment', at(1), at(1)],
    ['in 30 days', at(30 * day), at(30 * day)],
    ['in another zone', '2026-03-01T14:30:00+02:00', '2026-03-01T12:30:00.000Z'],
  ])('%s is taken', (_when, given, due) => {
    expect(admitSchedule(given, '/body', now)?.toISOString() ?? null).toBe(due)
  })

  test.each([
    ['more than five minutes past', at(-5 * minute - 1), 'past'],
    ['more than 30 days ahead', at(30 * day + 1), 'too_far'],
    ['years ago', '1999-01-01T00:00:00Z', 'past'],
  ])('%s is refused', (_when, given, code) => {
    expect(refusal(() => admitSchedule(given, '/message', now))).toBe(
      `schedule_out_of_range /message/scheduled_at ${code}`,
    )
  })

  test('in a leap second is refused', () => {
    expect(refusal(() => admitSchedule('2026-12-31T23:59:60Z', '/body', now))).toBe(
      'validation_failed /body/scheduled_at time',
    )
  })
})

describe('the way to leave a list', () => {
  test('is kept, with its address in the usual form', () => {
    expect(admitListUnsubscribe(undefined, '/body')).toBeNull()
    expect(
      admitListUnsubscribe({ url: 'https://shop.example/u?x=1', email: 'Leave@BÜCHER.example' }, '/body'),
    ).toEqual({ url: 'https://shop.example/u?x=1', email: 'Leave@xn--bcher-kva.example' })
  })

  test.each(['https://', 'https://user:secret@shop.example/', 'https://a b/', 'http://shop.example/'])(
    'is refused as %s',
    (url) => {
      expect(refusal(() => admitListUnsubscribe({ url }, '/body'))).toBe(
        'validation_failed /body/list_unsubscribe/url url',
      )
    },
  )
})
