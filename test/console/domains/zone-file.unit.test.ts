import { expect, test } from 'vitest'
import { nameAs, valueAs } from '../../../console/screens/domains/records/name-style.js'
import { recordsAsText, stringsOf, zoneFilesOf } from '../../../console/screens/domains/records/zone-file.js'
import { domainOf, recordOf } from './sample.js'

const returnPath = recordOf({
  kind: 'return_path_mx',
  type: 'MX',
  name: 'bounce.postseal.example',
  expected: '10 mail.postseal.example',
})

const filesOf = (...records: ReturnType<typeof recordOf>[]) => zoneFilesOf(domainOf(records))

test('a text beyond 255 octets is written as several strings, which are the text when joined', () => {
  const text = 'x'.repeat(255) + 'y'.repeat(200)
  expect(stringsOf(text)).toEqual([`"${'x'.repeat(255)}"`, `"${'y'.repeat(200)}"`])
  expect(stringsOf('a "b" \\c')).toEqual(['"a \\"b\\" \\\\c"'])
})

test('what stands below the return path is another zone', () => {
  expect(filesOf(recordOf({}), returnPath)).toEqual([
    {
      zone: 'shop.example',
      isOperators: false,
      text: 'ps1._domainkey.shop.example. 3600 IN TXT "v=DKIM1; p=abc"\n',
    },
    {
      zone: 'bounce.postseal.example',
      isOperators: true,
      text: 'bounce.postseal.example. 3600 IN MX 10 mail.postseal.example.\n',
    },
  ])
})

test('the own return path is an alias in the zone of the domain', () => {
  const own = {
    kind: 'return_path' as const,
    type: 'CNAME' as const,
    name: 'bounces.shop.example',
    expected: 'bounce.postseal.example',
  }
  expect(filesOf(recordOf(own))).toMatchObject([
    { zone: 'shop.example', text: 'bounces.shop.example. 3600 IN CNAME bounce.postseal.example.\n' },
  ])
})

test('what is found is left out, as long as something is missing', () => {
  const found = recordOf({ name: 'ps2._domainkey.shop.example', status: 'ok' })
  expect(filesOf(found, recordOf({}))[0]?.text).not.toContain('ps2')
  expect(filesOf(found)[0]?.text).toContain('ps2')
})

const local = recordOf({
  kind: 'dmarc',
  need: 'recommended',
  name: '_dmarc.shop.example',
  expected: 'v=DMARC1; p=none; rua=mailto:dmarc@postseal.localhost',
})

test('a record that would name this machine is left out, and a comment says so', () => {
  const [file] = filesOf(recordOf({}), local)
  expect(file?.text).toBe(
    '; Left out: DMARC. Set POSTSEAL_PUBLIC_URL first: the service has no public name yet.\n' +
      'ps1._domainkey.shop.example. 3600 IN TXT "v=DKIM1; p=abc"\n',
  )
  expect(recordsAsText(domainOf([recordOf({}), local]), undefined)).not.toContain('localhost')
  // A published record stays as it is, whatever the service would propose.
  const own = { ...local, status: 'ok' as const, found: ['v=DMARC1; p=reject; rua=mailto:d@shop.example'] }
  expect(filesOf(own)[0]?.text).toBe(
    '_dmarc.shop.example. 3600 IN TXT "v=DMARC1; p=reject; rua=mailto:d@shop.example"\n',
  )
})

test('a stricter policy that is published is not replaced by the first one', () => {
  const strict = recordOf({
    kind: 'dmarc',
    name: '_dmarc.shop.example',
    expected: 'v=DMARC1; p=none',
    status: 'ok',
    found: ['v=DMARC1; p=reject'],
  })
  expect(filesOf(strict)[0]?.text).toContain('p=reject')
})

test('a colleague gets the records as text, with names as their DNS console takes them', () => {
  expect(recordsAsText(domainOf([recordOf({}), returnPath]), 'shop.example')).toBe(
    `DNS records for shop.example

DKIM (required)
  Type   TXT
  Name   ps1._domainkey
  Value  v=DKIM1; p=abc

For the operator of the mail service, at bounce.postseal.example, once for all domains

Return path (MX) (required)
  Type   MX
  Name   bounce.postseal.example
  Value  10 mail.postseal.example
`,
  )
})

test('names are written in full, with a final dot, or without the zone', () => {
  expect(nameAs('a.shop.example', undefined)).toBe('a.shop.example')
  expect(nameAs('a.shop.example', '.')).toBe('a.shop.example.')
  expect(nameAs('a.shop.example', 'shop.example')).toBe('a')
  expect(nameAs('shop.example', 'shop.example')).toBe('@')
  expect(nameAs('a.ashop.example', 'shop.example')).toBe('a.ashop.example')
  expect(valueAs('CNAME', 'mail.example', '.')).toBe('mail.example.')
  expect(valueAs('TXT', 'v=DKIM1', '.')).toBe('v=DKIM1')
})
