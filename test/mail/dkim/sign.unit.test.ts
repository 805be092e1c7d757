import { createPrivateKey, createPublicKey } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { signMessage } from '../../../server/mail/dkim/sign.js'
import { dkimRecord } from '../../../server/product/domains/dkim/dns-record.js'
import type { DkimAlgorithm } from '../../../server/mail/dkim/signing-key.js'
import { newKey } from '../../../server/product/domains/dkim/new-key.js'
import type { SigningKey } from '../../../server/mail/dkim/signing-key.js'
import { anyFilename, anyName, anyText, headerText, oneLine } from '../../support/arbitrary/any-text.js'
import { composeMessage, contentOf, fileOf } from '../../support/mail/content.js'
import { signatureOf, verifyDkim, type Zone } from '../../support/mail/dkim.js'
import { expectLegalOnTheWire } from '../../support/mail/wire.js'
import { runs } from '../../support/run/sampled.js'

const at = new Date('2026-02-03T04:05:06.789Z')
const domain = 'shop.example'
let rsa: SigningKey
let ed25519: SigningKey
let zone: Zone

beforeAll(async () => {
  const made = await Promise.all((['rsa', 'ed25519'] as const).map(make))
  ;[rsa, ed25519] = made.map(({ key }) => key) as [SigningKey, SigningKey]
  zone = Object.fromEntries(made.map(({ record }) => [record.name, record.value]))
})

async function make(algorithm: DkimAlgorithm) {
  const { privateKey, publicKey } = await newKey(algorithm)
  const facts = { domain, selector: `s-${algorithm}`, algorithm }
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
  return { key: { ...facts, privateKey: key }, record: dkimRecord({ ...facts, publicKey }) }
}

const resultsOf = async (raw: Buffer) => (await verifyDkim(raw, zone)).map(({ result }) => result)

test('a message of any content verifies with both kinds of key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        text: anyText,
        html: fc.option(anyText),
        subject: oneLine,
        header: headerText,
        name: anyName,
        filename: fc.option(anyFilename),
        local: fc.constantFrom('ada', 'grüße', '例え'),
      }),
      async ({ text, html, subject, header, name, filename, local }) => {
        const message = composeMessage(
          contentOf({
            ...{ text, html, subject },
            from: { name, email: `${local}@shop.example` },
            to: [{ name, email: `${local}@example.com` }],
            headers: { 'X-Any': header, References: header },
            attachments: filename === null ? [] : [fileOf({ filename })],
          }),
        )
        const signed = await signMessage(message, [rsa, ed25519], at)
        expect(await resultsOf(signed)).toEqual(['pass', 'pass'])
        expectLegalOnTheWire(signed)
        expect(signed.subarray(-message.length).equals(message)).toBe(true)
      },
    ),
    { numRuns: runs(150) },
  )
})

test.each([
  ['a body of nothing', 'From: a@shop.example\r\n\r\n'],
  ['blank lines at the end', 'From: a@shop.example\r\n\r\na  b \t\r\n \r\n\r\n\r\n'],
  ['raw UTF-8', 'From: Grüße <grüße@shop.example>\r\nSubject: 例え  x\r\n\r\nÄ\r\n'],
  [
    'long folded fields',
    `From: a@shop.example\r\nTo:${'\r\n ada@example.com,'.repeat(900)} b@x.y\r\n\r\na\r\n`,
  ],
  [
    'fields twice',
    'From: a@shop.example\r\nSubject: 1\r\nSubject: 2\r\nReferences: 1\r\nreferences: 2\r\n\r\na',
  ],
])('a message with %s verifies', async (_what, text) => {
  expect(await resultsOf(await signMessage(Buffer.from(text), [rsa], at))).toEqual(['pass'])
})

describe('what somebody changes on the way does not verify', () => {
  const content = contentOf({
    html: '<p>Hello</p>',
    listUnsubscribe: { url: 'https://shop.example/u', email: 'leave@shop.example' },
  })
  const signed = () => signMessage(composeMessage(content), [rsa, ed25519], at)

  test.each<[string, (raw: string) => string]>([
    ['the body', (raw) => raw.replace('It works.', 'It breaks.')],
    ['text behind the body', (raw) => `${raw}More.\r\n`],
    ['the subject', (raw) => raw.replace('Subject: Hello', 'Subject: Hullo')],
    ['a second From', (raw) => `From: eve@evil.example\r\n${raw}`],
    ['a Reply-To', (raw) => `Reply-To: eve@evil.example\r\n${raw}`],
    ['a second Subject', (raw) => `Subject: Prize\r\n${raw}`],
    ['a second Content-Type', (raw) => `Content-Type: text/html\r\n${raw}`],
    ['the way to leave', (raw) => raw.replace('https://shop.example/u', 'https://evil.example/u')],
    ['a second way to leave', (raw) => `List-Unsubscribe: <https://evil.example/u>\r\n${raw}`],
    ['one click', (raw) => raw.replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two')],
    ['Feedback-ID', (raw) => raw.replace(/Feedback-ID: .*/, 'Feedback-ID: x')],
    ['the time of the signature', (raw) => raw.replaceAll('t=1770091506', 't=1770091507')],
  ])('%s', async (_what, change) => {
    const raw = (await signed()).toString('latin1')
    expect(await resultsOf(Buffer.from(raw, 'latin1'))).toEqual(['pass', 'pass'])
    const changed = change(raw)
    expect(changed).not.toBe(raw)
    for (const result of await resultsOf(Buffer.from(changed, 'latin1'))) expect(result).not.toBe('pass')
  })

  test('but what servers add and reflow verifies', async () => {
    const raw = (await signed()).toString('latin1')
    const passed = `Received: from a by b; Tue, 3 Feb 2026 04:05:07 +0000\r\n${raw.replace('Subject: Hello', 'subject:\r\n\tHello ')}\r\n\r\n`
    expect(await resultsOf(Buffer.from(passed, 'latin1'))).toEqual(['pass', 'pass'])
  })
})

test('the same message, key and time make the same bytes', async () => {
  const message = composeMessage(contentOf())
  const [first, second] = await Promise.all([1, 2].map(() => signMessage(message, [rsa, ed25519], at)))
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true)
  expect(signatureOf(first ?? Buffer.alloc(0), rsa.selector)).toMatchObject({
    v: '1',
    a: 'rsa-sha256',
    c: 'relaxed/relaxed',
    d: domain,
    t: '1770091506',
  })
})

test('without a key a message stays as it is', async () => {
  const message = composeMessage(contentOf())
  expect(await signMessage(message, [], at)).toBe(message)
})

test('the body of RFC 8463, appendix A, has the hash and the key the form that it shows', async () => {
  const seed = Buffer.from('nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=', 'base64')
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const privateKey = createPrivateKey({
    key: Buffer.concat([prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const publicKey = spki.subarray(-32).toString('base64')
  expect(publicKey).toBe('11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=')
  const key: SigningKey = {
    domain: 'football.example.com',
    selector: 'brisbane',
    algorithm: 'ed25519',
    privateKey,
  }
  const message = Buffer.from(
    [
      'From: Joe SixPack <joe@football.example.com>',
      'To: Suzie Q <suzie@shopping.example.net>',
      'Subject: Is dinner ready?',
      'Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)',
      'Message-ID: <20030712040037.46341.5F8J@football.example.com>',
      '',
      'Hi.',
      '',
      'We lost the game.  Are you hungry yet?',
      '',
      'Joe.',
      '',
    ].join('\r\n'),
  )
  const signed = await signMessage(message, [key], at)
  expect(signatureOf(signed, 'brisbane')['bh']).toBe('2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=')
  const { name, value } = dkimRecord({ ...key, publicKey })
  expect(value).toBe('v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=')
  expect((await verifyDkim(signed, { [name]: value }))[0]?.result).toBe('pass')
})
