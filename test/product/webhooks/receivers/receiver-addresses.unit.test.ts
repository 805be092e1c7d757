import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressGuard } from '../../../../server/mail/network/address-guard.js'
import { newToken, receiverAddresses } from '../../../../server/product/webhooks/receivers/addresses.js'
import { isSigned } from '../../../../server/product/webhooks/receivers/signature.js'
import { signatureHeader } from '../../../../server/product/webhooks/signatures/sign.js'
import { endpointUrl } from '../../../../server/product/webhooks/subscriptions/url.js'
import { runs } from '../../../support/run/sampled.js'

/** Which addresses webhooks may be sent to although they lead to this service itself, and nothing besides. */

const services = [
  'http://localhost:4000',
  'https://mail.shop.example',
  'http://10.1.2.3/post',
  'http://[::1]:80',
]
const guard = addressGuard([])

/** Pieces of addresses, as somebody would put them together who looks for another way in. */
const piece = fc.constantFrom(
  ...['/', '//', '\\', '..', '/../', '%2e%2e', '%2F', '%5c', '?', '#', '@', ':', ';', '.', '%00', '\t', ' '],
  ...['webhook-receivers', 'v1', 'messages', 'localhost', '127.0.0.1', '4000', '5432', 'http:', 'me:pass@'],
  ...['A'.repeat(43), 'A'.repeat(42), 'ä', '%41'],
)

/** An address of a receiver, with something put into it, taken out of it or both. */
const altered = (url: string) =>
  fc
    .tuple(
      fc.nat(url.length),
      fc.nat(3),
      fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 3 }),
    )
    .map(([at, removed, put]) => url.slice(0, at) + put.join('') + url.slice(at + removed))

describe.each(services)('of the service at %s', (publicUrl) => {
  const addresses = receiverAddresses(publicUrl)
  const normal = new URL(`${publicUrl}/`)

  test('the addresses that it gives are its own, and are taken as they are', () => {
    for (let count = 0; count < 100; count += 1) {
      const url = addresses.urlOf(newToken())
      expect(addresses.isOwn(url)).toBe(true)
      expect(endpointUrl(url, () => false, addresses.isOwn)).toBe(url)
    }
  })

  test('no other address is taken for one', () => {
    fc.assert(
      fc.property(altered(addresses.urlOf(newToken())), (text) => {
        if (!addresses.isOwn(text)) return
        const url = new URL(text)
        expect([url.href, url.origin, url.username, url.password, url.search, url.hash]).toEqual([
          ...[text, normal.origin, '', '', '', ''],
        ])
        expect(url.pathname.slice(0, -43)).toBe(`${normal.pathname}webhook-receivers/`)
        expect(url.pathname.slice(-43)).toMatch(/^[A-Za-z0-9_-]+$/)
      }),
      { numRuns: runs(5000) },
    )
  })

  test('what a subscription takes is one of them or goes by the guard', () => {
    fc.assert(
      fc.property(altered(addresses.urlOf(newToken())), (text) => {
        const taken = outcome(text, addresses.isOwn)
        if (taken === outcome(text, () => false)) return
        // The exception has made the difference.
        expect(addresses.isOwn(taken)).toBe(true)
      }),
      { numRuns: runs(5000) },
    )
  })
})

function outcome(text: string, isOwn: (url: string) => boolean): string {
  try {
    return endpointUrl(text, guard, isOwn)
  } catch {
    return 'refused'
  }
}

describe('a signature', () => {
  const body = Buffer.from('{"a":1}')
  const now = new Date('2026-01-14T09:30:00.000Z')
  const header = signatureHeader(['whsec_new', 'whsec_old'], body, now)

  test('of any secret is right', () => {
    expect(isSigned(header, body, ['whsec_new'], now)).toBe(true)
    expect(isSigned(header, body, ['whsec_other', 'whsec_old'], now)).toBe(true)
  })

  test('is not right for other bytes, by other secrets or at another time', () => {
    expect(isSigned(header, Buffer.from('{"a":2}'), ['whsec_new'], now)).toBe(false)
    expect(isSigned(header, body, ['whsec_other'], now)).toBe(false)
    expect(isSigned(header, body, [], now)).toBe(false)
    for (const seconds of [-301, 301])
      expect(isSigned(header, body, ['whsec_new'], new Date(now.getTime() + seconds * 1000))).toBe(false)
  })

  test('of any other text is not right, and is no failure', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isSigned(text, body, ['whsec_new'], now)).toBe(false)
      }),
    )
  })
})
