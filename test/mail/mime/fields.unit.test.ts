import { describe, expect, test } from 'vitest'
import { automaticOf } from '../../../server/mail/mime/automatic.js'
import { attachmentName } from '../../../server/mail/mime/filename.js'
import { unflow } from '../../../server/mail/mime/body-text.js'
import { readMailDate } from '../../../server/mail/mime/mail-date.js'
import { readParameterized } from '../../../server/mail/mime/parameters.js'
import { readHeader } from '../../../server/mail/mime/report-fields.js'
import { readText } from './read.js'

test.each([
  ['', undefined, 'none'],
  ['Auto-Submitted: no', undefined, 'none'],
  ['Auto-Submitted: No; by hand', undefined, 'none'],
  ['Auto-Submitted: auto-replied (vacation)', undefined, 'auto_reply'],
  ['Auto-Submitted: auto-replied', '', 'auto_reply'],
  ['Auto-Submitted: auto-generated', 'a@example.com', 'auto_generated'],
  ['Auto-Submitted: auto-generated', '', 'bounce'],
  ['Auto-Submitted: auto-notified', undefined, 'auto_generated'],
  ['X-Autoreply: yes', undefined, 'auto_reply'],
  ['X-Autoreply: no', undefined, 'none'],
  ['X-Autorespond:', undefined, 'auto_reply'],
  ['Precedence: auto_reply', '', 'auto_reply'],
  ['Precedence: bulk', undefined, 'list'],
  ['Precedence: first-class', undefined, 'none'],
  ['List-Id: <news.example.com>', undefined, 'list'],
  ['List-Unsubscribe: <https://example.com/>\nX-Auto-Response-Suppress: All', undefined, 'list'],
  ['List-Id: <news.example.com>\nAuto-Submitted: auto-generated', undefined, 'auto_generated'],
  ['X-Auto-Response-Suppress: OOF, AutoReply', undefined, 'auto_generated'],
  ['X-Auto-Response-Suppress: None', undefined, 'none'],
  ['Subject: x', '', 'bounce'],
  ['Return-Path: < >', undefined, 'bounce'],
  ['Return-Path: <a@example.com>', undefined, 'none'],
  ['Content-Type: multipart/report; report-type=delivery-status', 'a@example.com', 'bounce'],
  ['Content-Type: Multipart/Report; boundary=b\nAuto-Submitted: auto-replied', undefined, 'bounce'],
  ['Content-Type: multipart/report; report-type="disposition-notification"', '', 'auto_reply'],
  ['Content-Type: multipart/report; report-type=feedback-report', '', 'auto_generated'],
])('%j, sent by %j, is %s', (header, sender, automatic) => {
  expect(automaticOf(readHeader(header), sender)).toBe(automatic)
})

test('what wrote a mail follows from its header and its envelope', async () => {
  expect((await readText('Subject: x\r\n\r\ny', 'ada@example.com')).automatic).toBe('none')
  expect((await readText('Subject: x\r\n\r\ny', '')).automatic).toBe('bounce')
  expect((await readText('Auto-Submitted:\r\n auto-replied\r\n\r\ny', '')).automatic).toBe('auto_reply')
})

test('hops are counted, and those that name this host', async () => {
  const hop = (value: string) => `Received: ${value}; Mon, 23 Nov 2026 08:00:00 +0000\r\n`
  const header = [
    'from a.example (helo.example [192.0.2.1]) by MX.in.example (Postfix)',
    'from mx.in.example. by b.example',
    'from notmx.in.example by mx.in.example.org for <by mx.in.example@x.example>',
    'by\r\n mx.in.example',
    'from x (mx.in.example) by y',
  ]
  expect((await readText(`${header.map(hop).join('')}\r\n`)).hops).toEqual({ all: 5, own: 3 })
})

test('what a mail answers: the nearest first, none twice, no more than twenty', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `<${String(index)}@example.com>`).join('\r\n ')
  const { references } = await readText(
    `In-Reply-To: Your mail <near@example.com> of Monday\r\nReferences: ${many} <near@example.com> <no id> <@> x@y\r\n\r\n`,
  )
  expect(references.slice(0, 3)).toEqual(['<near@example.com>', '<29@example.com>', '<28@example.com>'])
  expect(references).toHaveLength(20)
  expect((await readText(`References: <${'x'.repeat(1000)}@example.com>\r\n\r\n`)).references).toEqual([])
})

test.each([
  ['Mon, 23 Nov 2026 08:00:00 +0200', '2026-11-23T06:00:00.000Z'],
  ['23 Nov 2026 08:00 GMT', '2026-11-23T08:00:00.000Z'],
  ['Mon, 23 Nov 26 08:00:00 EST (Eastern)', '2026-11-23T13:00:00.000Z'],
  ['  Mon,\t1 Jan 2026 23:59:60 -0130', '2026-01-02T01:29:59.000Z'],
  ['23 Nov 99 08:00:00 Z', '1999-11-23T08:00:00.000Z'],
  ['Mon, 31 Feb 2026 08:00:00 +0000', null],
  ['Mon, 23 Nov 2026 25:00:00 +0000', null],
  ['23 Foo 2026 08:00:00 +0000', null],
  ['31 Dec 9999 23:00:00 -1200', null],
  ['Mon,23 Nov 2026 10:00:00+0100', '2026-11-23T09:00:00.000Z'],
  ['Mon,23Nov2026 10:00:00 +0100', '2026-11-23T09:00:00.000Z'],
  ['Tue, 23 Nov 2026 10:00:00 +02:00', '2026-11-23T08:00:00.000Z'],
  ['Mon 23 Nov 2026 10:00:00 GMT+02:00', '2026-11-23T08:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 UTC-2', '2026-11-23T12:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 +100', '2026-11-23T09:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 +01', '2026-11-23T09:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 (CET)', '2026-11-23T10:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 +0100 (CET)', '2026-11-23T09:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 CET', '2026-11-23T10:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 UT', '2026-11-23T10:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 A', '2026-11-23T10:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 -0000', '2026-11-23T10:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 PDT', '2026-11-23T17:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00', '2026-11-23T10:00:00.000Z'],
  ['Mon, 23 November 2026 10:00:00.123 +0000', '2026-11-23T10:00:00.000Z'],
  ['Monday, 23-Nov-26 10:00:00 GMT', '2026-11-23T10:00:00.000Z'],
  ['23 Nov 126 10:00:00 GMT', '2026-11-23T10:00:00.000Z'],
  ['Mon Nov 23 10:00:00 2026', '2026-11-23T10:00:00.000Z'],
  ['Mon Nov  3 10:00:00 EST 2026', '2026-11-03T15:00:00.000Z'],
  ['Mon Nov 23 10:00:00 2026 +0100', '2026-11-23T09:00:00.000Z'],
  ['Mon Nov 23 2026 10:00:00 GMT+0100 (CET)', '2026-11-23T09:00:00.000Z'],
  ['Nov 23, 2026 10:00:00 GMT', '2026-11-23T10:00:00.000Z'],
  ['2026-11-23T08:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['2026-11-23T08:00:00.5+05:30', '2026-11-23T02:30:00.000Z'],
  ['2026-11-23 08:00:00 +0100', '2026-11-23T07:00:00.000Z'],
  ['2026-11-23 08:00', '2026-11-23T08:00:00.000Z'],
  ['2026-13-23T08:00:00Z', null],
  ['2026-11-23', null],
  ['Mon, 23 Nov 2026', null],
  ['Mon, 23 Nov 2026 10', null],
  ['Mon, 23 Nov 2026 10:99:00', null],
  ['00 Nov 2026 10:00:00', null],
  ['yesterday', null],
  ['', null],
])('the date %j is %s', (value, date) => {
  expect(readMailDate(value)).toBe(date)
})

test.each([
  ['a.pdf', 'a.pdf'],
  ['  ../../etc/passwd ', 'passwd'],
  ['C:\\temp\\a.txt', 'a.txt'],
  ['a\r\nb\0c\x7f.txt', 'abc.txt'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['a\ud800b', 'a\ufffdb'],
  ['..', null],
  ['folder/', null],
  ['\u2066', null],
  [`${'é'.repeat(300)}.tar.gz`, `${'é'.repeat(252)}.gz`],
  [`${'x'.repeat(254)}😀`, 'x'.repeat(254)],
  ['Größe 1 😀.pdf', 'Größe 1 😀.pdf'],
])('a file %j is stored as %j', (sent, name) => {
  expect(attachmentName(sent)).toBe(name)
})

test.each([
  ['text/plain; charset=utf-8', 'text/plain', { charset: 'utf-8' }],
  ['Text/HTML ; a = "b;c" ; d', 'text/html', { a: 'b;c', d: '' }],
  ['a/b(c); x=(d) e (f) ; y=g(h)', 'a/b', { x: '(d) e', y: 'g(h)' }],
  ['a/b; x="unclosed; y=z', 'a/b', { x: 'unclosed; y=z' }],
  ['a/b; x="a\\"b\\\\c\\d" rubbish; y=1', 'a/b', { x: 'a"b\\c\\d', y: '1' }],
  ['a/b; (unended x=1; y=2', 'a/b', { '(unended x': '1', y: '2' }],
  ['a/b; x*1=c; x*0=ab; x=no', 'a/b', { x: 'abc' }],
  ["a/b; x*0*=utf-8'en'%E2%82; x*1*=%AC; x*2=%41", 'a/b', { x: '€%41' }],
  ["a/b; x*=''%zz%4", 'a/b', { x: '%zz%4' }],
  ['', '', {}],
  [';;;', '', {}],
])('%j has parameters', (field, value, parameters) => {
  const read = readParameterized(field)
  expect({ value: read.value, ...Object.fromEntries(read.parameters) }).toEqual({ value, ...parameters })
})

describe('paragraphs', () => {
  test.each([
    ['a \nb \nc\nd', false, 'a b c\nd'],
    ['a \nb', true, 'ab'],
    ['> a \n> b\n>> c \n> d', false, '> a b\n>> c \n> d'],
    ['hello \n-- \nAda \nL', false, 'hello \n-- \nAda L'],
    [' From x\n >y', false, 'From x\n>y'],
    ['>\n> a', false, '>\n> a'],
    ['', false, ''],
  ])('%j (delsp: %s) is %j', (text, delsp, paragraphs) => {
    expect(unflow(text, delsp)).toBe(paragraphs)
  })
})

test.each([
  ['From: Ada :( <ada@example.com>', ['ada@example.com']],
  ['From: "Ada :(" <ada@example.com>', ['ada@example.com']],
  ['From: <@relay.example:ada@example.com>', ['ada@example.com']],
  ['From: "a\\"b c"@example.com', ['"a\\"b c"@example.com']],
  ['From: =?utf-7?q?Gr+APwA3w-e?= <ada@example.com>', ['ada@example.com']],
  [`From: ${'x'.repeat(1000)}@example.com, b@example.com`, ['b@example.com']],
  ['From: ,,;:<>', []],
  ['From: Ada Lovelace <"ada lovelace"@example.com>', ['"ada lovelace"@example.com']],
  ['From: Ada <"ada"@example.com>', ['ada@example.com']],
  ['From: Ada <"a\\"b"@example.com>', ['"a\\"b"@example.com']],
  ['From: Ada <"a,b"@example.com>, b@example.com', ['"a,b"@example.com', 'b@example.com']],
  ['From: "Ada <ada@example.com>', ['ada@example.com']],
  ['From: Ada" <ada@example.com>', ['ada@example.com']],
  ['From: Ada\\" <ada@example.com>', ['ada@example.com']],
  ['From: "Ada\\" <ada@example.com>', ['ada@example.com']],
  ['From: "Ada <ada@example.com>, Bob <bob@example.com>', ['ada@example.com', 'bob@example.com']],
  ['From: O"Brien <ob@example.com>, "x, y" <x@example.com>', ['ob@example.com', 'x@example.com']],
  ['From: Ada <ada @example.com>', ['ada@example.com']],
  ['From: Ada < ada . l @ example.com >', ['ada.l@example.com']],
  ['From: ada @example.com', ['ada@example.com']],
  ['From: Ada (x) <ada (y (z)) @ (z) example.com> (end)', ['ada@example.com']],
  ['From: Ada <<ada@example.com>>', ['ada@example.com']],
  ['From: Ada <ada@example.com', ['ada@example.com']],
  ['From: Ada ada@example.com>', ['ada@example.com']],
  ['From: Ada <mailto:ada@example.com>', ['ada@example.com']],
  ['From: "a@evil.example> <" <b@example.com>', ['b@example.com']],
  ['From: <"a@evil.example> "@example.com>', []],
  [
    'From: Team: "A" <a@example.com>, b@example.com;, c@example.com',
    ['a@example.com', 'b@example.com', 'c@example.com'],
  ],
])('%j names %j', async (field, emails) => {
  const { from } = await readText(`${field}\r\n\r\n`)
  expect(from.map(({ email }) => email)).toEqual(emails)
})

test.each(['to', 'cc', 'reply-to'] as const)('%s is read as From is', async (name) => {
  const mail = await readText(`${name}: "Ada <ada@example.com>\r\n${name}: Bob" <bob @example.com>>\r\n\r\n`)
  expect(mail[name === 'reply-to' ? 'replyTo' : name]).toEqual([
    { email: 'ada@example.com', name: 'Ada' },
    { email: 'bob@example.com', name: 'Bob' },
  ])
})
