import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  erasedAddress,
  redactorOf,
  type Redactor,
} from '../../../../server/product/audience/erasure/redact.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { runAtOnce } from '../../../../base/time/time-slice.js'
import { runs } from '../../../support/run/sampled.js'

const ada = redactorOf('ada@example.com')
const textOf = (redactor: Redactor, text: string) => runAtOnce(redactor.text(text))

test.each([
  ['550 5.1.1 <ada@example.com>: no such user', `550 5.1.1 <${erasedAddress}>: no such user`],
  ['rfc822;ADA@Example.COM', `rfc822;${erasedAddress}`],
  ["user 'ada@example.com' unknown", `user '${erasedAddress}' unknown`],
  ['Write to ada@example.com.', `Write to ${erasedAddress}.`],
  ['Write to ada@example.com. Or else', `Write to ${erasedAddress}. Or else`],
  ['to=ada@example.com, relay=none', `to=${erasedAddress}, relay=none`],
  ['ada@example.com-unknown', `${erasedAddress}-unknown`],
  ['ada@example.comada@example.com', 'ada@example.comada@example.com'],
  ['ada@example.com,ada@example.com', `${erasedAddress},${erasedAddress}`],
  ['https://shop.example/?email=ada%40example.com&x=1', `https://shop.example/?email=${erasedAddress}&x=1`],
  ['%3Cada%40example.com%3E', `%3C${erasedAddress}%3E`],
])('%s', (text, redacted) => {
  expect(textOf(ada, text)).toBe(redacted)
})

test.each([
  'maria.ada@example.com',
  'x+ada@example.com',
  'éada@example.com',
  'ada@example.com.au',
  'ada@example.community',
  'ada@example.com-x.org',
  'ada@mail.example.com',
  'ada at example.com',
])('%s is another one', (text) => {
  expect(textOf(ada, text)).toBe(text)
})

test('a key that somebody made of the address has it, one of another address has not', () => {
  for (const name of [
    'ada@example.com',
    'welcome-ada@example.com',
    'ADA@example.com:1',
    'to_ada%40example.com',
  ])
    expect(ada.isNamedIn(name), name).toBe(true)
  for (const name of ['welcome-nada@example.com', 'ada@example.community', 'order-1'])
    expect(ada.isNamedIn(name), name).toBe(false)
})

const local = fc
  .stringMatching(/^[a-z0-9]([a-z0-9._+-]{0,8}[a-z0-9])?$/)
  .filter((text) => !text.includes('..'))
const domain = fc.stringMatching(/^[a-z0-9]{1,8}(\.[a-z0-9]{1,5})?\.[a-z]{2,4}$/)
const address = fc.tuple(local, domain).map(([name, host]) => `${name}@${host}`)
/** As somebody may write it: any case, percent-encoded or not. */
const written = (email: string) =>
  fc
    .tuple(fc.boolean(), fc.array(fc.boolean(), { minLength: email.length, maxLength: email.length }))
    .map(([encoded, upper]) => {
      const cased = [...email]
        .map((letter, at) => (upper[at] === true ? letter.toUpperCase() : letter))
        .join('')
      return encoded ? encodeURIComponent(cased) : cased
    })
const around = fc.constantFrom(
  '',
  ' ',
  '<',
  '>',
  '"',
  "'",
  ',',
  ';',
  ':',
  '=',
  '/',
  '(',
  ')',
  '\n',
  ' ü ',
  '\u{1f4e7}',
)

test('every way to write it goes, and is found by a needle', () => {
  const given = address.chain((email) => fc.tuple(fc.constant(email), written(email), around, around))
  fc.assert(
    fc.property(given, ([email, text, before, after]) => {
      const redactor = redactorOf(email)
      const whole = `${before}${text}${after}`
      expect(textOf(redactor, whole)).toBe(`${before}${erasedAddress}${after}`)
      expect(redactor.needles.some((needle) => whole.toLowerCase().includes(needle))).toBe(true)
    }),
    { numRuns: runs(100) },
  )
})

test('other addresses stay, whatever they have in common with it', () => {
  fc.assert(
    fc.property(address, local, domain, (email, more, host) => {
      const [name = '', own = ''] = email.split('@')
      const others = [
        `${more}.${email}`,
        `${more}${email}`,
        `${email}.${host}`,
        `${email}${more.replace(/[^a-z0-9].*/, '')}`,
      ]
      const text = [...others, `${name}@${host}.${own}`, `${name}${more}@${own}`].join(' <> ')
      expect(textOf(redactorOf(email), text)).toBe(text)
    }),
    { numRuns: runs(100) },
  )
})

test('international addresses go in their other forms, too', () => {
  const redactor = redactorOf(foldAddress('Zoë@Bücher.example'))
  for (const form of [
    'zoë@bücher.example',
    'ZOË@xn--bcher-kva.example',
    'Zoe\u0308@BÜCHER.example',
    'zo%C3%AB%40b%C3%BCcher.example',
  ]) {
    expect(textOf(redactor, `<${form}>`)).toBe(`<${erasedAddress}>`)
    expect(redactor.needles.some((needle) => form.toLowerCase().includes(needle))).toBe(true)
  }
})

test('in JSON it goes from keys and values, and what is said of the person beside it as well', () => {
  const given = {
    recipients: [
      { log_id: 'a', email: 'Ada@Example.com', name: 'Ada Lovelace' },
      { log_id: 'b', email: 'bob@example.com', name: 'Bob' },
    ],
    recipient: 'ada@example.com',
    note: 'She asked for it',
    reply: { code: 550, text: 'Lovelace is unknown' },
    'ada@example.com': [1, null, true, 'see ada@example.com'],
  }
  expect(runAtOnce(ada.json(given))).toEqual({
    recipients: [
      { log_id: 'a', email: erasedAddress },
      { log_id: 'b', email: 'bob@example.com', name: 'Bob' },
    ],
    recipient: erasedAddress,
    note: null,
    reply: { code: 550, text: '' },
    [erasedAddress]: [1, null, true, `see ${erasedAddress}`],
  })
})

test('JSON without the address stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown
      expect(runAtOnce(ada.json(plain))).toEqual(plain)
    }),
    { numRuns: runs(100) },
  )
})
