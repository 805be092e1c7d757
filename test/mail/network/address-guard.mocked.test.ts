import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { addressGuard } from '../../../server/mail/network/address-guard.js'

vi.mock('node:os', async (original) => ({
  ...(await original<object>()),
  networkInterfaces: () => ({ eth0: [{ address: '8.8.4.4' }, { address: '2606:4700::1' }] }),
}))

const guard = addressGuard([])

test.each([
  '8.8.8.8',
  '192.88.98.1',
  '2606:4700::1111',
  '64:ff9b::808:808',
  '2002:808:808::1',
  '::ffff:8.8.8.8',
])('%s is on the public internet', (address) => {
  expect(guard(address)).toBe(true)
})

describe('is refused', () => {
  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['all of the loopback', '127.254.1.2'],
    ['private', '10.0.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['CGNAT', '100.64.0.1'],
    ['link-local, where clouds keep credentials', '169.254.169.254'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '203.0.113.9'],
    ['benchmarks', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback, written in full', '0:0:0:0:0:0:0:1'],
    ['unique local', 'fd12:3456::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['discard', '100::1'],
    ['not assigned', '4000::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['compatible loopback', '::127.0.0.1'],
    ['translated loopback', '64:ff9b::7f00:1'],
    ['translated private', '64:ff9b::192.168.1.1'],
    ['private translation', '64:ff9b:1::808:808'],
    ['6to4 of a private one', '2002:a00:1::1'],
    ['6to4 of the loopback', '2002:7f00:1::'],
    ['SIIT', '::ffff:0:127.0.0.1'],
    ['an older notation', '127.1'],
    ['octal', '0177.0.0.1'],
    ['a number', '2130706433'],
    ['hexadecimal', '0x7f.0.0.1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('%s: %s', (_, address) => {
    expect(guard(address)).toBe(false)
  })

  test.each([
    '8.8.4.4',
    '::ffff:8.8.4.4',
    '64:ff9b::808:404',
    '2002:808:404::1',
    '2606:4700::1',
    '2606:4700:0::1',
  ])('this machine, though it is on the public internet: %s', (address) => {
    expect(guard(address)).toBe(false)
    expect(addressGuard(['8.8.4.0/24', '2606:4700::/32'])('8.8.4.4')).toBe(true)
  })

  test('no private address passes in any form of IPv6 that carries it', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.constantFrom(10, 127, 0), octet, octet, octet, (a, b, c, d) => {
        const hex = [(a << 8) | b, (c << 8) | d].map((part) => part.toString(16)).join(':')
        for (const address of [`::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`])
          expect(guard(address)).toBe(false)
      }),
    )
  })
})

test('allowed ranges pass wherever they are, and no others', () => {
  const allowing = addressGuard(['10.1.0.0/16', 'fd00::/8', '127.0.0.2'])
  expect(['10.1.2.3', 'fd12::1', '127.0.0.2', '::ffff:10.1.2.3', '8.8.8.8'].map(allowing)).toEqual(
    Array(5).fill(true),
  )
  expect(['10.2.0.1', 'fe80::1', '127.0.0.1', '64:ff9b::a01:203'].map(allowing)).toEqual(Array(4).fill(false))
})
