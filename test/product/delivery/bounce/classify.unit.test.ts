import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressFaultOf } from '../../../../server/product/delivery/bounce/address-fault.js'
import { classify, type BounceClass } from '../../../../server/product/delivery/bounce/classify.js'
import { parseReply, type SmtpReply } from '../../../../server/product/delivery/smtp/reply.js'
import { misleadingReplies } from '../../../vectors/misleading-replies.js'
import { replies } from '../../../vectors/replies.js'
import { runs } from '../../../support/run/sampled.js'

const table = [...Object.entries(replies), ...Object.entries(misleadingReplies)].flatMap(
  ([expected, texts]) => texts.map((text) => [expected, text]),
)
const classes = Object.keys(replies)

function replyOf(text: string): SmtpReply {
  const reply = parseReply(text, 'mx.example.com:25')
  if (reply === undefined) throw new Error(`no reply: ${text}`)
  return reply
}

test.each(table)('%s: %s', (expected, text) => {
  expect(classify(replyOf(text ?? ''))).toBe(expected)
})

test('case and folded lines do not matter', () => {
  for (const [expected, text = ''] of table) {
    const shouted = text.replace(/(?<=^\d{3}[ -].*)[a-z]/gm, (letter) => letter.toUpperCase())
    expect(classify(replyOf(shouted)), shouted).toBe(expected)
    const reply = replyOf(text)
    expect(classify({ ...reply, text: reply.text.replaceAll(' ', '\r\n\t') }), text).toBe(expected)
  }
})

test('a block list wins over whatever code comes with it', () => {
  const blocked = 'Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'
  for (const code of ['5.1.1', '5.1.2', '5.1.10', '5.2.1', '5.2.2', '5.7.1', '5.4.1']) {
    expect(classify(replyOf(`550 ${code} ${blocked}`)), code).toBe('reputation')
  }
})

test('only what says that there is no such mailbox is a hard fault of the address', () => {
  const faults = classes.map((each) => [each, addressFaultOf(each as BounceClass)])
  expect(Object.fromEntries(faults.filter(([, fault]) => fault !== null))).toEqual({
    unknown_user: 'hard',
    unknown_domain: 'hard',
    mailbox_full: 'soft',
    mailbox_disabled: 'soft',
  })
})

/** Words of the rules, so that they meet in every order, and text that would keep a regular expression busy. */
const words = [...new Set(Object.values(replies).flat().join(' ').split(/\s+/))]
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((some) => some.join(' ')),
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 5 }), fc.nat(300_000))
    .map(([text, times]) => text.repeat(times)),
  fc
    .constantFrom(' ', '@', '5.1.', '(', '<', 'a@', "user doesn't have a ")
    .map((text) => text.repeat(100_000)),
)
const anyReply: fc.Arbitrary<SmtpReply> = fc.record({
  code: fc.integer({ min: 200, max: 599 }),
  enhanced_code: fc.oneof(
    fc.constant(null),
    fc.tuple(fc.constantFrom(2, 4, 5), fc.nat(999), fc.nat(999)).map((parts) => parts.join('.')),
  ),
  text: anyText,
  host: fc.string(),
})

test('any reply has a class', () => {
  fc.assert(
    fc.property(anyReply, (reply) => {
      expect(classes).toContain(classify(reply))
    }),
    { numRuns: runs(500) },
  )
})
