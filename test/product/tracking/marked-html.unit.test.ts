import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runAtOnce } from '../../../base/time/time-slice.js'
import { maxLinks } from '../../../server/product/tracking/links.js'
import { markingLinks, writeMarked } from '../../../server/product/tracking/marked-html.js'

const none = new Set<string>()
const markLinks = (html: string, untouched: ReadonlySet<string>) => runAtOnce(markingLinks(html, untouched))
const tracked = (html: string, untouched = none) =>
  writeMarked(markLinks(html, untouched), {
    clickUrl: (at, target) => `T${at}[${target}]`,
    openUrl: undefined,
  })

test.each([
  ['<a href="https://a.example/">x</a>', '<a href="T0[https://a.example/]">x</a>'],
  [
    "<A class=b HREF = 'http://a.example/?a=1&amp;b=2'>x</A>",
    "<A class=b HREF = 'T0[http://a.example/?a=1&amp;b=2]'>x</A>",
  ],
  ['<a href=https://a.example/x?y=z>x</a>', '<a href="T0[https://a.example/x?y=z]">x</a>'],
  ['<area href="https://a.example/" alt="">', '<area href="T0[https://a.example/]" alt="">'],
  [
    '<a href="https://a.example/"/><a href="https://b.example/">',
    '<a href="T0[https://a.example/]"/><a href="T1[https://b.example/]">',
  ],
  [
    '<a href="https://a.example/" href="https://b.example/">',
    '<a href="T0[https://a.example/]" href="https://b.example/">',
  ],
])('%s is tracked', (html, expected) => {
  expect(tracked(html)).toBe(expected)
})

test.each([
  '<a href="mailto:a@shop.example">x</a>',
  '<a href="#top">x</a>',
  '<a href="tel:+4912345">x</a>',
  '<a href="/relative">x</a>',
  '<a href="https://a.example/" data-no-track>x</a>',
  '<a data-no-track="" href="https://a.example/">x</a>',
  '<img src="https://a.example/x.png"><link href="https://a.example/x.css">',
  '<!--[if mso]><a href="https://a.example/">x</a><![endif]-->',
  '<script>document.write(\'<a href="https://a.example/">\')</script>',
  '<a href="https://">x</a>',
  `<a href="https://a.example/${'x'.repeat(2000)}">x</a>`,
])('%s stays as it is', (html) => {
  expect(tracked(html)).toBe(html)
})

test('a link to leave a list stays as it is', () => {
  const html = '<a href="https://shop.example/leave?c=1&amp;d=2">leave</a>'
  expect(tracked(html, new Set(['https://shop.example/leave?c=1&d=2']))).toBe(html)
})

test('the image stands at the end of the body', () => {
  const image = /<img src="https:\/\/t\/o" alt="" width="1" height="1" style="[^"]*">/
  const write = (html: string) =>
    writeMarked(markLinks(html, none), { clickUrl: undefined, openUrl: 'https://t/o' })
  expect(write('<p>x</p></body></html>').replace(image, '#')).toBe('<p>x</p>#</body></html>')
  expect(write('<p>x</p>').replace(image, '#')).toBe('<p>x</p>#')
  expect(write('</body><a href="https://a.example/">x</a>').replace(image, '#')).toBe(
    '</body><a href="https://a.example/">x</a>#',
  )
})

test('without marks nothing but the quotes of links changes, whatever the HTML', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<a href=',
      '"',
      "'",
      'https://a.example/',
      '>',
      '</a>',
      '<!--',
      '-->',
      '</body>',
      '&amp;',
      '<area ',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join('')
      const marked = markLinks(html, none)
      const texts = marked.pieces.filter((each) => typeof each === 'string').join('')
      // Each text is a part of what was given, in its order.
      let at = 0
      for (const letter of texts.replaceAll('"', '')) {
        at = html.indexOf(letter, at) + 1
        expect(at).toBeGreaterThan(0)
      }
      expect(marked.targets.every((target) => /^https?:/i.test(target))).toBe(true)
    }),
  )
})

test('links are found wherever a piece of the HTML ends', () => {
  const link = '<p>a &amp; b</p><a title=\'x\' href="https://a.example/?a=1&amp;b=2&copy;">x</a><!-- <a> -->'
  const piece = 64 * 1024
  for (let ahead = piece - link.length - 1; ahead <= piece; ahead += 1) {
    const text = 'x'.repeat(ahead)
    const { targets, pieces } = markLinks(text + link, none)
    expect(targets).toEqual(['https://a.example/?a=1&b=2©'])
    const href = link.indexOf('https')
    const [before, , after = ''] = pieces
    expect(before).toBe(text + link.slice(0, href))
    expect(after + String(pieces[3])).toBe(link.slice(link.indexOf('"', href)))
  }
})

test('links that are broken are parsed up to a number, and take no time of others', () => {
  const good = '<a href="https://a.example/">x</a>'
  const broken = '<a href=http://[>'
  expect(markLinks(broken.repeat(2 * maxLinks - 1) + good, none).targets).toHaveLength(1)
  expect(markLinks(broken.repeat(2 * maxLinks) + good, none).targets).toHaveLength(0)
  expect(markLinks('<a href="/x">'.repeat(2 * maxLinks) + good, none).targets).toHaveLength(1)
  expect(markLinks(good.repeat(3 * maxLinks), none).targets).toHaveLength(maxLinks)

  const begun = process.cpuUsage()
  let steps = 0
  for (const _ of markingLinks(broken.repeat(1_000_000), none)) steps += 1
  expect(steps).toBeGreaterThan(100)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(3000)
})
