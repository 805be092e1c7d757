import { addressParser } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { newUuid, timeOf, toTypeId } from '../../../../server/platform/db/ids.js'
import type { Attachment } from '../../../../server/mail/compose/content.js'
import type { MessageContent } from '../../../../server/product/delivery/compose/content.js'
import { composeMessage, contentOf as message, fileOf as file } from '../../../support/mail/content.js'
import {
  bytesOf,
  decodedWords,
  expectLegalOnTheWire,
  fieldOf,
  mailLines,
  parseMail,
  shapeOf,
} from '../../../support/mail/wire.js'

const { workspaceId, projectId, messageId } = message()

const image = (contentId: string | null, more: Partial<Attachment> = {}) =>
  file({ contentType: 'image/png', contentId, disposition: 'inline', filename: `${contentId}.png`, ...more })

describe('the header', () => {
  test('of the least message is this, to the byte', () => {
    const raw = composeMessage(message({ category: 'password reset: 2' })).toString()
    expect(raw.split('\r\n')).toEqual(
      [
        'From: no-reply@shop.example',
        'To: ada@example.com',
        'Subject: Hello',
        `Message-ID: <${toTypeId('msg', messageId)}@shop.example>`,
        `Date: ${timeOf(messageId).toUTCString().replace('GMT', '+0000')}`,
        'Feedback-ID:',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        '',
        'It works.',
        '',
      ].map((line) =>
        line === 'Feedback-ID:'
          ? `Feedback-ID: passwordreset2:${toTypeId('prj', projectId ?? '')}:${toTypeId('ws', workspaceId)}:postseal`
          : line,
      ),
    )
  })

  test('is the same for the same message', () => {
    const content = message({ html: '<p>x</p>', attachments: [file(), image('logo')] })
    expect(composeMessage(content).equals(composeMessage({ ...content }))).toBe(true)
    expect(composeMessage(content).equals(composeMessage({ ...content, messageId: newUuid() }))).toBe(false)
  })

  test('has the time of the schedule as its date', () => {
    const raw = composeMessage(message({ scheduledAt: new Date('2031-05-06T07:08:09.900Z') }))
    expect(fieldOf(raw, 'Date')).toBe('Tue, 06 May 2031 07:08:09 +0000')
  })

  test.each([
    [null, []],
    ['日本', []],
    ['-', []],
    ['a:b c/d', ['abcd']],
    ['Receipt_1.2-x', ['Receipt_1.2-x']],
  ])('counts the category %j as %j', (category, labels) => {
    expect(fieldOf(composeMessage(message({ category })), 'Feedback-ID')?.split(':')).toEqual([
      ...labels,
      toTypeId('prj', projectId ?? ''),
      toTypeId('ws', workspaceId),
      'postseal',
    ])
  })

  test.each(['cmp', 'aut'] as const)('counts a program (%s), whatever its category', (prefix) => {
    const program = { prefix, id: newUuid() }
    const [first, ...others] =
      fieldOf(composeMessage(message({ program, category: 'news' })), 'Feedback-ID')?.split(':') ?? []
    expect(first).toBe(toTypeId(prefix, program.id))
    expect(others).toHaveLength(3)
  })

  test.each([
    'News',
    'News & more, weekly (all)',
    'Grüße, „Ada“ <eve@evil.example>',
    'a\\"b',
    '日本語のとても長い名前'.repeat(8),
    '=?UTF-8?Q?x?=',
  ])('names the list %j', (name) => {
    const id = newUuid()
    const raw = composeMessage(message({ listIdentity: { prefix: 'lst', id, name } }))
    expectLegalOnTheWire(raw, 100)
    const identifier = `lst-${toTypeId('lst', id).slice(4)}.list.shop.example`
    expect(fieldOf(raw, 'List-Id')).toMatch(new RegExp(`<${identifier}>$`))
    // The field has the form of one mailbox (RFC 2919, section 3).
    expect(addressParser(fieldOf(raw, 'List-Id') ?? '')).toEqual([{ name, address: identifier }])
  })

  test('names a list that is gone by its identifier, and none where there is none', () => {
    const gone = composeMessage(message({ listIdentity: { prefix: 'prj', id: newUuid(), name: null } }))
    expect(fieldOf(gone, 'List-Id')).toMatch(/^<prj-[0-9a-z]{26}\.list\.shop\.example>$/)
    expect(fieldOf(composeMessage(message()), 'List-Id')).toBeUndefined()
  })

  test('leaves a list the name that its sender gave, and one of a long domain as long as it may be', () => {
    const listIdentity = { prefix: 'lst', id: newUuid(), name: 'News' } as const
    const own = composeMessage(
      message({ listIdentity, headers: { 'list-ID': 'Own <own.shop.example>' } }),
    ).toString()
    expect(own.match(/^list-id:.*$/gim)).toEqual(['list-ID: Own <own.shop.example>'])
    const email = `a@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(50)}.example`
    const long = composeMessage(message({ listIdentity, from: { name: null, email } }))
    expect(fieldOf(long, 'List-Id')).toMatch(/^News <lst-[0-9a-z]{26}\.localhost>$/)
  })

  test('says how to leave a list, by address and by mail', () => {
    const url = `https://shop.example/u?t=${'x'.repeat(870)}`
    const raw = composeMessage(message({ listUnsubscribe: { url, email: 'léave+me@shop.example' } }))
    expect(fieldOf(raw, 'List-Unsubscribe')).toBe(`<${url}>, <mailto:l%C3%A9ave%2Bme@shop.example>`)
    expect(fieldOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expectLegalOnTheWire(raw)
    const alone = composeMessage(message({ listUnsubscribe: { url: 'https://shop.example/u' } }))
    expect(fieldOf(alone, 'List-Unsubscribe')).toBe('<https://shop.example/u>')
    expect(fieldOf(composeMessage(message()), 'List-Unsubscribe-Post')).toBeUndefined()
  })

  test('keeps a local part that is not ASCII as it is, and is ASCII otherwise', () => {
    const mailbox = { name: 'Grüße', email: 'grüße@xn--bcher-kva.example' }
    const raw = composeMessage(
      message({ from: mailbox, to: [mailbox], subject: 'ü', text: 'ü', headers: { 'X-A': 'ü' } }),
    )
    expect(fieldOf(raw, 'From')).toBe('=?UTF-8?B?R3LDvMOfZQ==?= <grüße@xn--bcher-kva.example>')
    expect(raw.toString().replaceAll('grüße@', '')).toMatch(/^[\0-\x7f]*$/)
    expect(fieldOf(raw, 'Message-ID')).toMatch(/^<msg_\w+@xn--bcher-kva\.example>$/)
  })

  test('folds long lists, between addresses where that will do', async () => {
    const to = Array.from({ length: 50 }, (_, i) => ({
      name: i % 2 ? `Käthe ${i}` : null,
      email: `p${i}@example.com`,
    }))
    const raw = composeMessage(message({ to }))
    expectLegalOnTheWire(raw, 100)
    const parsed = await parseMail(raw)
    expect(parsed.to).toEqual(to.map(({ name, email }) => ({ name: name ?? '', address: email })))
  })

  test('reads as it was written where nothing has to be encoded', () => {
    const raw = composeMessage(
      message({ subject: `${'word '.repeat(40)}end`, headers: { 'X-Order': 'A-1042; b="c" <d>' } }),
    )
    expect(fieldOf(raw, 'Subject')).toBe(`${'word '.repeat(40)}end`)
    expect(fieldOf(raw, 'X-Order')).toBe('A-1042; b="c" <d>')
    expectLegalOnTheWire(raw, 100)
  })
})

const hostileTexts = [
  'Bob, Eve <eve@evil.example>',
  '"Boss" <boss@bank.example>',
  'back\\slash "and" quotes\\',
  '<eve@evil.example>',
  'eve@evil.example,',
  'group: eve@evil.example;',
  '(comment)',
  '=?UTF-8?Q?encoded?=',
  '=?utf-8?B?PGV2ZUBldmlsLmV4YW1wbGU+?= <eve@evil.example>',
  'x'.repeat(200),
  'Ünïcödé '.repeat(25).trim(),
  '株式会社ポストシール 👩‍👩‍👧‍👦',
  'مرحبا بالعالم',
  "O'Brien & Sons (Ltd.), Dublin",
]

test.each(hostileTexts)('a name stays a name: %s', async (name) => {
  const named = { name, email: 'a@example.com' }
  const raw = composeMessage(
    message({ from: named, to: [named, { name, email: 'b@example.com' }], cc: [named], replyTo: [named] }),
  )
  expectLegalOnTheWire(raw, 100)
  const { from, to, cc, replyTo } = await parseMail(raw)
  const one = { name, address: 'a@example.com' }
  expect([from, to, cc, replyTo]).toEqual([one, [one, { name, address: 'b@example.com' }], [one], [one]])
})

test.each([
  ...hostileTexts,
  'x'.repeat(998),
  `${'x'.repeat(900)} ${'y'.repeat(97)}`,
  'a  b',
  'a\tb',
  ' leading and trailing ',
  '\u0007\u000b\u0085\u2028',
  `=?${'x'.repeat(996)}`,
  '🎉'.repeat(249),
])('a text of the header stays what it is: %j', async (text) => {
  const name = `X-${'Long-Name-'.repeat(7)}Tail`
  const raw = composeMessage(message({ subject: text, headers: { [name]: text, X: text } }))
  expectLegalOnTheWire(raw)
  const parsed = await parseMail(raw)
  // The parser cuts blanks at the ends, encoded or not.
  expect(parsed.subject?.trim()).toBe(text.trim())
  expect(decodedWords(fieldOf(raw, name) ?? '')).toBe(text)
  expect(decodedWords(fieldOf(raw, 'X') ?? '')).toBe(text)
})

describe('the parts', () => {
  test.each<[string, Partial<MessageContent>, string]>([
    ['text', {}, 'plain'],
    ['text and HTML', { html: '<p>x</p>' }, 'alternative(plain html)'],
    ['text and a file', { attachments: [file()] }, 'mixed(plain octet-stream)'],
    ['HTML with an image', { html: 'x', attachments: [image('a')] }, 'alternative(plain related(html png))'],
    [
      'everything',
      {
        html: 'x',
        attachments: [file(), image('a'), image('b'), image(null), image('c', { disposition: 'attachment' })],
      },
      'mixed(alternative(plain related(html png png)) octet-stream png png)',
    ],
    ['an image without HTML', { attachments: [image('a')] }, 'mixed(plain png)'],
    ['an empty HTML body', { html: '' }, 'alternative(plain html)'],
  ])('of %s nest as readers know it', (_what, more, shape) => {
    const raw = composeMessage(message(more))
    expect(shapeOf(raw)).toBe(shape)
    expectLegalOnTheWire(raw, 100)
  })

  test('of a text in the way of the boundary are apart all the same', async () => {
    const boundary = `=_${toTypeId('msg', messageId)}_1`
    const text = `before\r\n--${boundary}\r\n\r\nsmuggled\r\n--${boundary}--\r\nafter`
    const parsed = await parseMail(
      composeMessage(message({ text, html: `<pre>${text}</pre>`, attachments: [file()] })),
    )
    expect(mailLines(parsed.text ?? '')).toBe(mailLines(text))
    expect(parsed.html).toContain('smuggled')
    expect(parsed.attachments).toHaveLength(1)
  })

  test('name what is inline as the HTML body does', async () => {
    const { attachments } = await parseMail(
      composeMessage(message({ html: '<img src="cid:logo@x">', attachments: [image('logo@x')] })),
    )
    expect(attachments).toMatchObject([{ contentId: '<logo@x>', disposition: 'inline', related: true }])
  })

  test('of text files keep their bytes, and say their charset where it is known', async () => {
    const latin1 = Buffer.from('Gr\xfc\xdfe\r\n\r\n\n\r \t\r\n', 'latin1')
    const utf8 = Buffer.from('\ufeffGrüße\nFrom x\n.\n')
    const text = (content: Buffer) => file({ contentType: 'text/plain', filename: 'a.txt', content })
    const raw = composeMessage(
      message({ attachments: [text(latin1), text(utf8), file({ content: Buffer.alloc(0) })] }),
    )
    const { attachments } = await parseMail(raw)
    expect(attachments.map(({ content }) => bytesOf(content))).toEqual([latin1, utf8, Buffer.alloc(0)])
    expect(raw.toString().match(/Content-Type: text\/plain; *(?:charset=utf-8; *)?name=/g)).toEqual([
      'Content-Type: text/plain; name=',
      'Content-Type: text/plain; charset=utf-8; name=',
    ])
  })

  test.each([
    ['short lines of ASCII', 'one\ntwo\n', '7bit'],
    ['nothing', '', '7bit'],
    ['a long line', 'x'.repeat(77), 'quoted-printable'],
    ['a blank at the end of a line', 'x \ny', 'quoted-printable'],
    ['what mailbox files escape', 'x\nFrom here', 'quoted-printable'],
    ['a control character', 'x\u0007', 'quoted-printable'],
    ['some other letters', 'Schöne Grüße aus einem ganz gewöhnlichen Satz', 'quoted-printable'],
    ['another script', 'Καλημέρα κόσμε', 'base64'],
  ])('of %s are encoded as little as that needs', (_what, text, encoding) => {
    expect(fieldOf(composeMessage(message({ text })), 'Content-Transfer-Encoding')).toBe(encoding)
  })

  test('of quoted-printable have no line that servers change', () => {
    // Of changing lengths, so that each piece comes to stand at the beginning of some line and at its end.
    const pieces = Array.from({ length: 600 }, (_, index) => `${'x'.repeat(index % 13)}éFrom here..  `)
    const text = `.a b\nFrom here\n${pieces.join('')}\n \t\n.`
    const raw = composeMessage(message({ text })).toString()
    expect(fieldOf(Buffer.from(raw), 'Content-Transfer-Encoding')).toBe('quoted-printable')
    const lines = raw.slice(raw.indexOf('\r\n\r\n') + 4).split('\r\n')
    expect(lines.length).toBeGreaterThan(50)
    for (const line of lines) expect(line).not.toMatch(/^\.|^From |[ \t]$|.{77}/)
  })

  test.each([
    'plain.pdf',
    'with blanks and (brackets).pdf',
    'Rechnung für März.pdf',
    '請求書.pdf',
    '👩‍👩‍👧‍👦.png',
    'quote".txt',
    "single'quote*%41.txt",
    `${'long '.repeat(50)}.txt`,
    `${'x'.repeat(251)}.txt`,
    `${'長'.repeat(251)}.txt`,
    'a;b=c, d.txt',
  ])('named %s are named so', async (filename) => {
    const raw = composeMessage(message({ attachments: [file({ filename })] }))
    expectLegalOnTheWire(raw, 100)
    const { attachments } = await parseMail(raw)
    expect(attachments.map((each) => each.filename)).toEqual([filename])
    // Readers without RFC 2231 have this one.
    const name = /;\s+name="((?:[^"])*)"/.exec(raw.toString())?.[1]
    expect(decodedWords(name?.replace(/\r\n /g, ' ') ?? '')).toBe(filename)
  })
})
