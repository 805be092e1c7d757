import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostIn, hostNameOf } from '../../../server/mail/network/host-header.js'
import { runs } from '../../support/run/sampled.js'

describe('the host of a request', () => {
  test.each([
    ['links.shop.example', 'links.shop.example', undefined],
    ['LINKS.Shop.example.', 'links.shop.example', undefined],
    ['links.shop.example.:443', 'links.shop.example', 443],
    ['links.shop.example:', 'links.shop.example', undefined],
    ['my_service:4000', 'my_service', 4000],
    ['192.0.2.1:80', '192.0.2.1', 80],
    ['[2001:DB8::1]:80', '2001:db8::1', 80],
  ])('is known in %s', (header, name, port) => {
    expect(hostIn(header)).toEqual({ name, port })
  })

  // In this or another case, with or without a last dot.
  test('is that of the URL that a browser has', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true }), fc.boolean(), fc.boolean(), (text, dot, upper) => {
        const url = new URL(text)
        const name = `${upper ? url.hostname.toUpperCase() : url.hostname}${dot ? '.' : ''}`
        const header = url.port === '' ? name : `${name}:${url.port}`
        expect(hostIn(header)?.name).toBe(hostNameOf(url))
      }),
      { numRuns: runs(500) },
    )
  })
})
