import { createHash, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isUsable } from '../../../../server/product/delivery/mx/dane/usable.js'
import { verifyDane } from '../../../../server/product/delivery/mx/dane/verify.js'
import type { TlsaRecord } from '../../../../server/mail/dns/resolver.js'
import { certificatePem } from '../../../support/mail-servers/certificates.js'
import { afterHandshake } from '../../../support/mail-servers/starttls.js'

/** The record that fits a certificate. */
function tlsa(usage: number, selector: number, matchingType: number, name: string): TlsaRecord {
  const certificate = new X509Certificate(certificatePem(name))
  const whole =
    selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = ['', 'sha256', 'sha512'][matchingType]
  return {
    usage,
    selector,
    matchingType,
    data: algorithm ? createHash(algorithm).update(whole).digest() : whole,
  }
}

const names = ['mx1.shop.example', 'shop.example']
const judged = (shown: [string, ...string[]], records: TlsaRecord[], now?: Date) =>
  afterHandshake(shown, 'mx1.shop.example', (socket) => verifyDane(socket, records, names, now))

const everyForm = [0, 1].flatMap((selector) => [0, 1, 2].map((matching) => [selector, matching] as const))
const inAThousandYears = new Date('3026-01-01')

describe("the server's own certificate (usage 3)", () => {
  test.each(everyForm)('is recognised by selector %i and matching type %i', async (selector, matching) => {
    expect(await judged(['leaf'], [tlsa(3, selector, matching, 'leaf')])).toBeUndefined()
    expect(await judged(['other'], [tlsa(3, selector, matching, 'leaf')])).toMatch('no TLSA record')
  })

  test('needs neither the name nor the dates nor an authority', async () => {
    expect(await judged(['other'], [tlsa(3, 1, 1, 'other')], inAThousandYears)).toBeUndefined()
  })

  test('has to match one of several', async () => {
    expect(await judged(['leaf'], [tlsa(3, 1, 1, 'other'), tlsa(3, 1, 1, 'leaf')])).toBeUndefined()
  })

  test('is not that of an authority above it', async () => {
    expect(await judged(['leaf', 'root'], [tlsa(3, 1, 1, 'root')])).toMatch('no TLSA record')
  })
})

describe('an authority (usage 2)', () => {
  test.each(everyForm)('is recognised by selector %i and matching type %i', async (selector, matching) => {
    const record = tlsa(2, selector, matching, 'root')
    expect(await judged(['leaf', 'root'], [record])).toBeUndefined()
    expect(await judged(['deep', 'intermediate', 'root'], [record])).toBeUndefined()
  })

  test('can be one in the middle', async () => {
    expect(await judged(['deep', 'intermediate'], [tlsa(2, 1, 1, 'intermediate')])).toBeUndefined()
    expect(await judged(['deep', 'intermediate'], [tlsa(2, 1, 1, 'narrow')])).toMatch('no TLSA record')
  })

  test.each([0, 1])('need not be sent where its record has it as a whole (selector %i)', async (selector) => {
    expect(await judged(['deep', 'intermediate'], [tlsa(2, selector, 0, 'root')])).toBeUndefined()
    expect(await judged(['deep', 'intermediate'], [tlsa(2, selector, 0, 'narrow')])).toMatch('no TLSA record')
  })

  test('vouches for the name of the host or of the domain, and no other', async () => {
    const records = [tlsa(2, 1, 1, 'root')]
    expect(await judged(['domain', 'root'], records)).toBeUndefined()
    expect(await judged(['other', 'root'], records)).toMatch('not for mx1.shop.example')
  })

  test('vouches for a time', async () => {
    expect(await judged(['leaf', 'root'], [tlsa(2, 1, 1, 'root')], inAThousandYears)).toMatch('expired')
    expect(await judged(['leaf', 'root'], [tlsa(2, 1, 1, 'root')], new Date(0))).toMatch('not valid yet')
    const after = new Date(Date.parse(new X509Certificate(certificatePem('leaf')).validTo) + 1000)
    expect(await judged(['leaf', 'root'], [tlsa(2, 1, 1, 'root')], after)).toMatch(
      'a certificate of the chain',
    )
    expect(await judged(['leaf'], [tlsa(2, 1, 0, 'root')], after)).toMatch('a certificate of the chain')
  })

  test('vouches for servers only', async () => {
    expect(await judged(['client', 'root'], [tlsa(2, 1, 1, 'root')])).toMatch('not for servers')
  })

  test('has to be an authority: a certificate that it issued cannot issue others', async () => {
    expect(await judged(['by-leaf', 'leaf', 'root'], [tlsa(2, 1, 1, 'root')])).toMatch('not signed')
    expect(await judged(['by-leaf', 'leaf'], [tlsa(2, 0, 0, 'leaf')])).toMatch('not signed')
  })

  test('has signed the certificate, not only lent its name', async () => {
    expect(await judged(['forged', 'root'], [tlsa(2, 1, 1, 'root')])).toMatch('not signed')
    expect(await judged(['forged'], [tlsa(2, 0, 0, 'root')])).toBeDefined()
    expect(await judged(['forged'], [tlsa(2, 1, 0, 'root')])).toBeDefined()
  })

  test('limits those below it', async () => {
    const records = [tlsa(2, 1, 1, 'root')]
    expect(await judged(['too-deep', 'under-narrow', 'narrow', 'root'], records)).toMatch('limited')
    expect(await judged(['by-named', 'named', 'root'], records)).toMatch('limited')
  })

  test('is not the certificate itself', async () => {
    expect(await judged(['leaf'], [tlsa(2, 1, 1, 'leaf')])).toBeDefined()
  })
})

describe('a record cannot be used', () => {
  const usable = tlsa(3, 1, 1, 'leaf')
  test.each([
    ['that names a public authority', { ...usable, usage: 0 }],
    ['that names a certificate of a public authority', { ...usable, usage: 1 }],
    ['of an unknown usage', { ...usable, usage: 4 }],
    ['of an unknown selector', { ...usable, selector: 2 }],
    ['of an unknown matching type', { ...usable, matchingType: 3 }],
    ['whose digest has another length', { ...usable, data: Buffer.alloc(31) }],
    ['whose certificate is none', { ...usable, selector: 0, matchingType: 0, data: Buffer.from('x') }],
    ['whose key is none', { ...usable, selector: 1, matchingType: 0, data: Buffer.from('x') }],
  ])('%s', (_, record) => {
    expect(isUsable(record)).toBe(false)
    expect(isUsable(usable)).toBe(true)
  })
})
