import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReply } from '../../../server/product/delivery/smtp/reply.js'
import { broken } from '../../../server/product/delivery/smtp/session/step-failed.js'
import { quoted } from '../../../server/product/domains/check/record-check.js'
import { printableLine, printableMarked, printableText } from '../../../base/text/printable.js'
import { ReplyText } from '../../../server/product/webhooks/send/reply-text.js'
import { runs } from '../../support/run/sampled.js'

/** The class of Unicode, and what else must not reach a terminal; the joiners and Arabic's own signs are text. */
const forbidden =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u

/** Text of any code units, with what is forbidden more often than not. */
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('\0', '\x1b[2J', '\x9b31m', '\x7f', '\r', '\r\n', '\t', '\u0085', '\u061c'),
      fc.constantFrom(
        '\u200e',
        '\u200f',
        '\u202e',
        '\u2066',
        '\u2069',
        '\u2028',
        '\u2029',
        '\ufeff',
        '\ud83d',
      ),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''))

const international = [
  'Utilisateur inconnu – boîte désactivée',
  'المستخدم غير معروف',
  'می\u200cخواهم',
  'הנמען אינו קיים',
  '利用者が見つかりません',
  'उपयोगकर्ता नहीं मिला',
  '👩\u200d👩\u200d👧 ❤️ 🇫🇷 👋🏽',
]

test('a line holds nothing that a terminal obeys or that hides, whatever came', () => {
  fc.assert(
    fc.property(nasty, fc.nat({ max: 50 }), (text, max) => {
      const line = printableLine(text, max)
      expect(line).not.toMatch(forbidden)
      expect(line.length).toBeLessThanOrEqual(max)
      expect(printableLine(line)).toBe(line)
    }),
    { numRuns: runs(1000) },
  )
})

test('a text keeps its tabs and lines, and nothing else of that kind', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const cleaned = printableText(text)
      expect(cleaned.replace(/[\t\n]/g, '')).not.toMatch(forbidden)
      expect(printableText(cleaned)).toBe(cleaned)
    }),
    { numRuns: runs(1000) },
  )
  expect(printableText('{\r\n\t"a": 1\n}\u2028')).toBe('{\n\t"a": 1\n}\n')
})

test('a record shows where something cannot be shown', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(printableMarked(text)).not.toMatch(forbidden)
    }),
  )
  expect(printableMarked('v=spf1\u200b -all\x1b')).toBe('v=spf1\ufffd -all\ufffd')
})

test.each(international)('what people write stays as it is: %s', (text) => {
  for (const printable of [printableLine, printableText, printableMarked]) expect(printable(text)).toBe(text)
})

describe('is applied to', () => {
  const attack = 'a\x1b[31m\u009b2J\u202eb\u2066\u2028c\ud800'

  test('SMTP replies, and the name of the host', () => {
    const reply = parseReply(`550 5.1.1 ${attack}`, 'mx\x1b[0m.example:25')
    expect(reply).toMatchObject({ text: 'a [31m 2Jb c\ufffd', host: 'mx [0m.example:25' })
  })

  test('errors that quote a server', () => {
    expect(broken('tls', 'tls', `The TLS handshake failed: ${attack}`).result).toMatchObject({
      error: 'The TLS handshake failed: a [31m 2Jb c\ufffd',
    })
  })

  test('the body of a reply to a webhook', () => {
    const body = new ReplyText()
    body.add(Buffer.from('a\x1b[31m\u009b2J\u202eb\r\n\tc\0'))
    expect(body.toText(true)).toBe('a\ufffd[31m\ufffd2Jb\n\tc\ufffd')
    const unseen = new ReplyText()
    unseen.add(Buffer.from('\u202e'))
    expect(unseen.toText(true)).toBeNull()
  })

  test('records in the advice on a domain', () => {
    expect(quoted('x\u202ey\x1b')).toBe('"x\ufffdy\ufffd"')
  })
})
