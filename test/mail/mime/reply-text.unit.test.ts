import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replyTextOf } from '../../../server/mail/mime/reply/reply-text.js'
import { samples, type ReplySample } from './reply-samples.js'
import { runs } from '../../support/run/sampled.js'

const quoted = (text: string) => text.replace(/^/gm, '> ').replace(/^> $/gm, '>')

/** The header that Outlook puts above a quotation. */
function headerOf({ header: [from, sent, to, subject] }: ReplySample, mark = ''): string {
  return [
    `${mark}${from}:${mark} Shop <help@shop.example>`,
    `${mark}${sent}:${mark} 2026-05-03 10:12`,
    `${mark}${to}:${mark} Ada Lovelace <ada@example.com>`,
    `${mark}${subject}:${mark} Re: 42`,
  ].join('\n')
}

/** A reply of each client, without what its person wrote in front. */
function below(sample: ReplySample): [client: string, text: string][] {
  const { old, attributions, original } = sample
  const outlook = headerOf(sample)
  return [
    ...attributions.flatMap((line): [string, string][] => [
      [`"${line}", marked`, `${line}\n\n${quoted(old)}\n`],
      [`"${line}", marked at once`, `${line}\n${quoted(`${line}\n${quoted(old)}`)}`],
    ]),
    // Some of them write no date and no address, which says too little where nothing is marked.
    ...attributions
      .filter((line) => line.includes('@'))
      .map((line): [string, string] => [`"${line}", not marked`, `${line}\n\n${old}\n`]),
    ['Outlook', `${outlook}\n\n${old}`],
    [
      'Outlook with Cc',
      `${outlook.replace(/\n(?=[^\n]*$)/, '\nCc: a@example.com;\n b@example.com\n')}\n\n${old}`,
    ],
    ['Outlook for the web', `________________________________\n${outlook}\n\n${old}`],
    ['Outlook of old', `-----${original}-----\n${outlook}\n\n${old}`],
    ['Outlook by HTML', `${headerOf(sample, '*')}\n\n${old}`],
    ['Android', `-------- ${original} --------\n${outlook}\n\n${old}`],
    ['Proton of old', `‐‐‐‐‐‐‐ ${original} ‐‐‐‐‐‐‐\n\n${quoted(old)}`],
    ['iOS', quoted(`${attributions.at(0) ?? ''}\n\n${old}`)],
  ]
}

for (const [language, sample] of Object.entries(samples)) {
  test(`a reply in ${language}: what is new, above the quotation`, () => {
    const { fresh, devices } = sample
    for (const [client, text] of below(sample)) {
      const wanted = { client, reply: fresh }
      const reply = (mail: string) => ({ client, reply: replyTextOf(mail) })
      expect(reply(`${fresh}\n\n${text}`)).toEqual(wanted)
      expect(reply(`${fresh}\n\n${text}`.replaceAll('\n', '\r\n'))).toEqual(wanted)
      expect(reply(`${fresh}\n\n-- \nAda Lovelace\nAnalytical Engines\n\n${text}`)).toEqual(wanted)
      for (const device of devices) expect(reply(`${fresh}\n\n${device}\n\n${text}`)).toEqual(wanted)
    }
    for (const device of devices) expect(replyTextOf(`${fresh}\n\n${device}\n`)).toBe(fresh)
  })

  test(`a reply in ${language}: below the quotation, or between its lines`, () => {
    const { fresh, old, attributions } = sample
    for (const line of attributions) {
      const wanted = { line, reply: fresh }
      expect({ line, reply: replyTextOf(`${line}\n${quoted(old)}\n\n${fresh}\n`) }).toEqual(wanted)
      const signed = `${line}\n\n${quoted(old)}\n\n${fresh}\n\n-- \nAda`
      expect({ line, reply: replyTextOf(signed) }).toEqual(wanted)
      const between = `${line}\n${quoted(old)}\n\n${fresh}\n\n${quoted(old)}\n\n${fresh}`
      expect(replyTextOf(`${between}\n`)).toBe(between)
      expect(replyTextOf(`${between}\n\n${sample.devices[0] ?? ''}\n`)).toBe(between)
    }
  })

  test(`a reply in ${language}: nothing but a quotation stays whole`, () => {
    for (const [client, text] of below(sample))
      expect({ client, reply: replyTextOf(text) }).toEqual({ client, reply: text })
  })
}

test.each([
  'My order:\n\nFrom: Berlin\nTo: Paris\nDate: 2026-05-03\n\nPlease confirm.',
  'On Monday at 10:30 I wrote to you about this:\n\nthe printer does not print.',
  'He said:\nthe printer is on fire',
  'Sent from the warehouse yesterday, still not here.',
  'Options --\n-- one\n-- two',
  'The table:\n\n-----\n1 2 3\n-----',
  '2026-05-03 10:12: it stopped.\n2026-05-03 10:15: it went on.',
  'Subject: your invoice\nI have a question about it.',
  'See https://shop.example/orders\nhttps://shop.example/help',
  'I sent it by mail from my phone to info@shop.example at 10:30:\n\nit never arrived',
])('what was written by hand stays: %j', (text) => {
  expect(replyTextOf(text)).toBe(text)
})

test('two signatures, a greeting above the quotation, and blank lines around', () => {
  const quotation = 'On Sun, May 3, 2026 at 10:12 AM Shop <help@shop.example> wrote:\n> Tuesday?'
  expect(replyTextOf(`\n\nHello,\n\n${quotation}\n\nyes.\n--\nAda\n\nSent from my iPad`)).toBe(
    'Hello,\n\nyes.',
  )
  expect(replyTextOf(`yes\n-- \nAda\n\n${quotation}\n-- \nthe list's footer`)).toBe('yes')
  expect(replyTextOf(`yes\n--\n${'more\n'.repeat(20)}`)).toBe(`yes\n--\n${'more\n'.repeat(20)}`.trimEnd())
})

test('a long text: what is looked at, and what is not', () => {
  const long = 'a line of it\n'.repeat(8000)
  const header = headerOf(samples['en'] as ReplySample)
  expect(replyTextOf(`yes\n\n${header}\n\n${long}`)).toBe('yes')
  expect(replyTextOf(`${long}${header}\n\nold`)).toBe(`${long}${header}\n\nold`)
})

test.each(['\n', 'On 1:10 2026 <a@b.c> wrote\n', 'Op a schreef ', 'to:\n', '> \na\n', 'Sent from my '])(
  'as much as is looked at, of %j',
  (piece) => {
    const text = piece.repeat((64 * 1024) / piece.length)
    expect(text).toContain(replyTextOf(text))
  },
)

test('of any text: lines of it in their order, and something wherever there was something', () => {
  const known = Object.values(samples).flatMap((sample) => [
    sample.fresh,
    quoted(sample.old),
    headerOf(sample),
    ...sample.attributions,
    ...sample.devices,
  ])
  const piece = fc.oneof(
    fc.constantFrom('', ' ', '-- ', '--', '>', '> a', '_____', ':', ...known),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (pieces, end) => {
      const text = pieces.join('\n').replaceAll('\n', end)
      const reply = replyTextOf(text)
      if (text.trim() !== '') expect(reply.trim()).not.toBe('')
      const lines = text.split(/\r?\n/)
      let at = -1
      for (const line of reply.split(/\r?\n/)) {
        at = lines.indexOf(line, at + 1)
        expect(at).not.toBe(-1)
      }
    }),
    { numRuns: runs(500) },
  )
})
