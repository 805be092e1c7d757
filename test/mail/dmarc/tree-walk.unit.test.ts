import { describe, expect, test } from 'vitest'
import { DnsFailure, type Resolver } from '../../../server/mail/dns/resolver.js'
import { findDmarcPolicy, organizationalDomain } from '../../../server/mail/dmarc/tree-walk.js'

/** Makes a DNS with these texts at `_dmarc.` of each name. `asked` lists the names that were asked for. */
function dns(zone: Record<string, string | readonly string[]>): Pick<Resolver, 'txt'> & { asked: string[] } {
  const asked: string[] = []
  const txt: Resolver['txt'] = async (name) => {
    const domain = name.replace(/^_dmarc\./, '')
    asked.push(domain)
    const records = zone[domain]
    if (records === 'fails') throw new DnsFailure(`TXT ${name}`, 'ESERVFAIL')
    return { records: records === undefined ? [] : [records].flat(), exists: records !== undefined }
  }
  return { txt, asked }
}

const none = 'v=DMARC1; p=none'

describe('the policy of a domain', () => {
  test('is its own, found with one question', async () => {
    const resolver = dns({ 'a.shop.example': none, 'shop.example': 'v=DMARC1; p=reject' })
    expect(await findDmarcPolicy('a.shop.example', resolver)).toEqual({
      state: 'found',
      domain: 'a.shop.example',
      record: none,
      several: [],
    })
    expect(resolver.asked).toEqual(['a.shop.example'])
  })

  test('is that of the organization above, not of a name between', async () => {
    const resolver = dns({ 'mail.example.com': none, 'example.com': 'v=DMARC1; p=reject' })
    expect(await findDmarcPolicy('a.mail.example.com', resolver)).toMatchObject({ domain: 'example.com' })
    // RFC 9989, section 4.10: up to the top.
    expect(resolver.asked).toEqual(['a.mail.example.com', 'mail.example.com', 'example.com', 'com'])
  })

  test('is asked for eight times at most (RFC 9989, section 4.10)', async () => {
    const resolver = dns({})
    expect(await findDmarcPolicy('a.b.c.d.e.f.g.h.i.j.mail.example.com', resolver)).toEqual({
      state: 'none',
      several: [],
    })
    expect(resolver.asked).toEqual([
      'a.b.c.d.e.f.g.h.i.j.mail.example.com',
      'g.h.i.j.mail.example.com',
      'h.i.j.mail.example.com',
      'i.j.mail.example.com',
      'j.mail.example.com',
      'mail.example.com',
      'example.com',
      'com',
    ])
    const eight = dns({})
    await findDmarcPolicy('a.b.c.d.e.f.example.com', eight)
    expect(eight.asked).toHaveLength(8)
    expect(eight.asked[1]).toBe('b.c.d.e.f.example.com')
  })

  test('stops at psd=n', async () => {
    const resolver = dns({ 'b.example.com': 'v=DMARC1; p=none; psd=n', 'example.com': 'v=DMARC1; p=reject' })
    expect(await findDmarcPolicy('a.b.example.com', resolver)).toMatchObject({ domain: 'b.example.com' })
    expect(resolver.asked).toEqual(['a.b.example.com', 'b.example.com'])
  })

  test('is of the name below a public suffix, or of the suffix itself', async () => {
    const suffix = { 'giant.example': 'v=DMARC1; p=reject; psd=y' }
    expect(await findDmarcPolicy('a.shop.giant.example', dns(suffix))).toMatchObject({
      domain: 'giant.example',
    })
    expect(
      await findDmarcPolicy('a.shop.giant.example', dns({ ...suffix, 'shop.giant.example': none })),
    ).toMatchObject({ domain: 'shop.giant.example' })
  })

  test('is none where a name has several, which is said', async () => {
    expect(await findDmarcPolicy('shop.example', dns({ 'shop.example': [none, none] }))).toEqual({
      state: 'several',
      several: ['shop.example'],
    })
    expect(
      await findDmarcPolicy('a.shop.example', dns({ 'a.shop.example': [none, none], 'shop.example': none })),
    ).toMatchObject({ state: 'found', domain: 'shop.example', several: ['a.shop.example'] })
  })

  test('is not held up by other texts at the name', async () => {
    expect(
      await findDmarcPolicy('shop.example', dns({ 'shop.example': ['hello', 'v=dmarc1; p=reject', none] })),
    ).toMatchObject({ state: 'found', record: none })
  })

  test('is unknown where the DNS gives no answer on the way', async () => {
    expect(await findDmarcPolicy('a.shop.example', dns({ 'shop.example': 'fails' }))).toMatchObject({
      state: 'unknown',
      failure: { message: 'The DNS gave no answer about TXT _dmarc.shop.example (ESERVFAIL).' },
    })
  })
})

describe('the organizational domain', () => {
  test.each([
    ['the name itself where nothing is found', {}, 'a.b.example', 'a.b.example'],
    [
      'the one with the fewest labels',
      { 'a.b.example': none, 'b.example': none },
      'a.b.example',
      'b.example',
    ],
    [
      'the one with psd=n',
      { 'b.c.example': `${none}; psd=n`, 'c.example': none },
      'a.b.c.example',
      'b.c.example',
    ],
    [
      'one below psd=y',
      { 'c.example': `${none}; psd=y`, 'a.b.c.example': none },
      'a.b.c.example',
      'b.c.example',
    ],
    ['the public suffix for itself', { 'c.example': `${none}; psd=y` }, 'c.example', 'c.example'],
  ])('is %s', async (_what, zone, domain, organization) => {
    expect(await organizationalDomain(domain, dns(zone))).toBe(organization)
  })

  test('is not known where the DNS gives no answer', async () => {
    await expect(organizationalDomain('a.example', dns({ example: 'fails' }))).rejects.toThrow(DnsFailure)
  })
})
