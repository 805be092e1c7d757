import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMail } from '../../../server/mail/placement/check-mail.js'
import type { Finding } from '../../../server/mail/placement/finding.js'
import { headerOf, seen, withHtml, withText, type Header } from './usual-mail.js'
import { runs } from '../../support/run/sampled.js'

/** Tests the findings of a check in the mail itself. */

const words = 'Your order has shipped and will be with you tomorrow.'

const inHtml = (check: string, html: string) => seen(check, withHtml(html + words))

test('a mail as it should be has nothing to do about it, and names with room for a column', async () => {
  const html = `<p>${words}</p><a href="https://www.shop.example/orders/7">shop.example</a><img src="https://shop.example/a.png" alt="">`
  const findings = await checkMail(withHtml(html))
  expect(findings.filter(({ status }) => status === 'warning' || status === 'failed')).toEqual([
    expect.objectContaining({ check: 'DKIM', seen: 'no signature' }),
  ])
  expect(findings.every(({ check }) => check.length <= 15)).toBe(true)
})

test.each<[check: string, more: Header, seen: string]>([
  ['From', { From: undefined }, 'failed: no address'],
  ['From', { From: 'a@shop.example, b@shop.example' }, 'failed: 2 addresses'],
  ['From', { From: 'root@localhost' }, 'failed: root@localhost'],
  ['header', { Subject: 'Hello\r\nSubject: Again' }, 'failed: more than one field subject'],
  ['Reply-To', { 'Reply-To': 'nobody' }, 'failed: nobody'],
  ['Reply-To', { 'Reply-To': 'help@shop.example' }, 'ok: help@shop.example'],
  ['Subject', { Subject: '' }, 'warning: empty'],
  ['Subject', { Subject: 'LAST CHANCE' }, 'warning: LAST CHANCE'],
  ['Subject', { Subject: 'AGB' }, 'ok: AGB'],
  ['Subject', { Subject: '注文を発送しました' }, 'ok: 注文を発送しました'],
  ['Subject', { Subject: 'word '.repeat(20) }, `warning: 99 characters: ${'word '.repeat(12).slice(0, 59)}…`],
  ['Date', { Date: undefined }, 'failed: none'],
  ['Date', { Date: 'yesterday' }, 'failed: not readable'],
  ['Message-ID', { 'Message-ID': undefined }, 'failed: none'],
  ['Message-ID', { 'Message-ID': '1' }, 'warning: 1'],
  ['MIME-Version', { 'MIME-Version': undefined }, 'warning: none'],
  ['8-bit', { Subject: 'Grüße' }, 'warning: the header has bytes beyond ASCII'],
  ['line lengths', { 'X-Long': 'x'.repeat(1000) }, 'failed: the longest line has 1008 bytes'],
  ['unsubscribe', {}, 'skipped: no List-Unsubscribe: only mail to many needs it'],
  ['unsubscribe', { 'List-Id': '<news.shop.example>' }, 'failed: a list without List-Unsubscribe'],
  ['unsubscribe', { 'List-Unsubscribe': '<mailto:a@b.example>' }, 'warning: <mailto:a@b.example>'],
  ['unsubscribe', { 'List-Unsubscribe': '<https://shop.example/u>' }, 'warning: no List-Unsubscribe-Post'],
  [
    'unsubscribe',
    {
      'List-Unsubscribe': '<mailto:a@b.example>, <https://shop.example/u>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    'ok: one click by https',
  ],
])('%s of a header %o', async (check, more, expected) => {
  expect(await seen(check, withText(more))).toEqual([expected])
})

test('the size, the text and the HTML of a mail', async () => {
  expect(await seen('size', withText({}, `${'x'.repeat(76)}\r\n`.repeat(140_000)))).toEqual([
    'warning: 10.9 MB',
  ])
  expect(await seen('text', withText({}, ''))).toEqual(['failed: the mail is empty'])
  expect(await seen('text', withHtml(words, null))).toEqual(['warning: HTML without a text'])
  expect(await seen('text', withHtml(words, ' '))).toEqual(['warning: the text is empty'])
  expect(await inHtml('Gmail clipping', `${'x'.repeat(70)}\r\n`.repeat(1500))).toEqual([
    'warning: the HTML has 107 kB of 102 kB',
  ])
  expect(await seen('HTML', withHtml('<img src="https://a.example/a.png" alt="a"> Hi'))).toEqual([
    'warning: 1 image and hardly a text',
  ])
  expect(await seen('HTML', withHtml('<title>Long words of a title that nobody sees</title>'))).toEqual([
    'failed: the HTML is empty',
  ])
  expect(await seen('8-bit', withText({}, 'Grüße'))).toEqual(['warning: the body has bytes beyond ASCII'])
})

const link = (href: string, text = 'Your order') => `<a href="${href}">${text}</a>`

test.each([
  [link('https://shop.example', 'https://shop.example/orders'), 'ok: 1 link'],
  [link('https://links.shop.example/7', 'www.shop.example'), 'ok: 1 link'],
  [link('https://shop.example/', 'Node.js'), 'ok: 1 link'],
  [link('#top') + link('mailto:help@shop.example') + link('tel:+49'), 'ok: 3 links'],
  [
    link('https://evil.example/', 'https://bank.example/'),
    'warning: 1 link whose text names another host: https://bank.example/ leads to https://evil.example/',
  ],
  [link('http://a.example/1') + link('http://a.example/2'), 'warning: 2 links by http: http://a.example/1'],
  [link('https://192.0.2.1/'), 'warning: 1 link to an IP address: https://192.0.2.1/'],
  [link('https://[2001:db8::1]/'), 'warning: 1 link to an IP address: https://[2001:db8::1]/'],
  [
    link('https://xn--pple-43d.example/'),
    'warning: 1 link to a name beyond ASCII (punycode): https://xn--pple-43d.example/',
  ],
  [
    link('https://аpple.example/'),
    'warning: 1 link to a name beyond ASCII (punycode): https://аpple.example/',
  ],
  [link('https://bit.ly/x'), 'warning: 1 link through a URL shortener: https://bit.ly/x'],
  [link('https://a.example/a b'), 'warning: 1 link with a blank: https://a.example/a b'],
  [link('/orders/7'), 'failed: 1 link without a host: /orders/7'],
  [link('//a.example/7'), 'failed: 1 link without a host: //a.example/7'],
  [link('java\tscript:alert(1)'), 'failed: 1 link with a scheme that clients block: java script:alert(1)'],
])('the link %s', async (html, expected) => {
  expect(await inHtml('links', html)).toEqual([expected])
})

test('images, elements and CSS that clients drop', async () => {
  expect(await inHtml('images', '<img src="a.png" alt="">')).toEqual([
    'failed: 1 image without a host: a.png',
  ])
  expect(
    await inHtml('images', '<img src="data:image/png;base64,AA"><img src="http://a.example/a.png">'),
  ).toEqual([
    'warning: 1 image as data: URI: data:image/png;base64,AA',
    'warning: 1 image by http: http://a.example/a.png',
    'warning: 2 images without alt: data:image/png;base64,AA',
  ])
  expect(
    await inHtml('images', '<img src="cid:a" alt=""><img src="https://a.example/a.png" alt="">'),
  ).toEqual(['ok: 2 images, 1 from the network'])
  expect(
    await inHtml(
      'elements',
      '<script>a</script><iframe></iframe><form></form><video></video><link rel="StyleSheet">',
    ),
  ).toEqual([
    'failed: 1 × <script>',
    'failed: 1 × <iframe>',
    'warning: 1 × <form>',
    'warning: 1 × <video>',
    'warning: 1 × <link rel=stylesheet>',
  ])
  expect(
    await inHtml(
      'styles',
      `<style>@font-face { font-family: a }\r\n${`${'x'.repeat(70)}\r\n`.repeat(300)}</style>` +
        '<p style="Position: absolute; display:inline-flex; background:#fff url(https://a.example/a.png)">',
    ),
  ).toEqual([
    'warning: position in style attributes',
    'warning: flex or grid in style attributes',
    'warning: background-image in style attributes',
    'warning: 21 kB in <style>',
    'warning: web fonts',
  ])
})

test('what a mail says is told without what a terminal obeys', async () => {
  expect(await seen('Subject', withText({ Subject: '=?utf-8?Q?a=1B[2Jb=E2=80=AEc?=' }))).toEqual([
    'ok: a [2Jbc',
  ])
})

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '<a href="',
      '<a href="http://',
      '">',
      '</a>',
      '</b>',
      '<p>',
      '</p>',
      '<img src="',
      '<style>',
      '</style>',
    ],
    ...[
      '<p style="',
      'position:',
      ';',
      'url(',
      '<script>',
      '<!--',
      '-->',
      '<![CDATA[',
      '&',
      '&#',
      ' ',
      '\t',
      '.',
      'a',
    ],
    ...[
      'xn--',
      '@',
      '\r\n',
      '\r\n\r\n',
      '--b\r\n',
      'Content-Type: text/html\r\n',
      'From: ',
      'Subject: ',
      'h=',
      'b=:',
    ],
    ...[
      'DKIM-Signature: ',
      'List-Unsubscribe: <https://',
      'Date: ',
      'Message-ID: <',
      '(',
      '<',
      '>',
      '"',
      ',',
      '\0',
      '\xff',
    ],
  ),
  fc.string({ maxLength: 5 }),
)

test('whatever a mail is, each check has its finding, and a million repetitions of anything end', async () => {
  const checkOf = ({ check }: Finding) => check
  const always = (await checkMail(withText())).map(checkOf)
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      const found = (await checkMail(Buffer.from(pieces.join(''), 'latin1'))).map(checkOf)
      expect(found).toEqual(expect.arrayContaining(always))
    }),
    { numRuns: runs(300) },
  )
  // Two pieces are enough for what takes the square of the time: it would not end within the limit of a test.
  await fc.assert(
    fc.asyncProperty(piece, piece, async (one, two) => {
      const half = 500_000
      const many = (text: string) => text.repeat(Math.ceil(half / Math.max(text.length, 1)))
      await checkMail(withHtml(many(one) + many(two)))
      await checkMail(Buffer.from(`${headerOf({ Subject: many(one).slice(0, 50_000) })}\r\n`, 'latin1'))
    }),
    { numRuns: runs(40) },
  )
})
