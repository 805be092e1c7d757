import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DnsFailure } from '../../../../server/mail/dns/resolver.js'
import { evaluateSpf } from '../../../../server/product/domains/check/spf/check-spf.js'
import { isSpfRecord, parseSpf } from '../../../../server/product/domains/check/spf/parse.js'
import { walkSpf } from '../../../../server/product/domains/check/spf/walk.js'
import type { Zone } from '../../../support/domains/dns.js'
import { fakeDns } from './support/fake-dns.js'
import { runs } from '../../../support/run/sampled.js'

/** RFC 7208, appendix A.1. */
const example: Zone = {
  'example.com': {
    A: ['192.0.2.10', '192.0.2.11'],
    MX: [
      [10, 'mail-a.example.com'],
      [20, 'mail-b.example.com'],
    ],
  },
  'amy.example.com': { A: ['192.0.2.65'] },
  'bob.example.com': { A: ['192.0.2.66'] },
  'mail-a.example.com': { A: ['192.0.2.129'] },
  'mail-b.example.com': { A: ['192.0.2.130'] },
  'example.org': { MX: [[10, 'mail-c.example.org']] },
  'mail-c.example.org': { A: ['192.0.2.140'] },
  '192.0.2.10': { PTR: ['example.com'] },
  '192.0.2.65': { PTR: ['amy.example.com'] },
  '192.0.2.140': { PTR: ['mail-c.example.org'] },
}

function spf(text: string, address: string, more: Zone = {}) {
  const zone = { ...example, ...more, 'example.com': { ...example['example.com'], TXT: [text] } }
  return evaluateSpf('example.com', address, 'mail.example.com', fakeDns(zone))
}

describe('SPF says of a sender', () => {
  // RFC 7208, appendix A.1 and A.2.
  test.each([
    ['v=spf1 +all', '192.0.2.200', 'pass'],
    ['v=spf1 a -all', '192.0.2.10', 'pass'],
    ['v=spf1 a -all', '192.0.2.65', 'fail'],
    ['v=spf1 a:example.org -all', '192.0.2.10', 'fail'],
    ['v=spf1 mx -all', '192.0.2.129', 'pass'],
    ['v=spf1 mx -all', '192.0.2.140', 'fail'],
    ['v=spf1 mx:example.org -all', '192.0.2.140', 'pass'],
    ['v=spf1 mx mx:example.org -all', '192.0.2.130', 'pass'],
    ['v=spf1 mx/30 mx:example.org/30 -all', '192.0.2.131', 'pass'],
    ['v=spf1 mx/30 mx:example.org/30 -all', '192.0.2.143', 'pass'],
    ['v=spf1 mx/30 mx:example.org/30 -all', '192.0.2.144', 'fail'],
    ['v=spf1 ptr -all', '192.0.2.65', 'pass'],
    ['v=spf1 ptr -all', '192.0.2.140', 'fail'],
    ['v=spf1 ip4:192.0.2.128/28 -all', '192.0.2.65', 'fail'],
    ['v=spf1 ip4:192.0.2.128/28 -all', '192.0.2.129', 'pass'],
    ['v=spf1 ip4:192.0.2.1 ?all', '192.0.2.65', 'neutral'],
    ['v=spf1 ip4:192.0.2.1 ~all', '192.0.2.65', 'softfail'],
    ['v=spf1 ip4:192.0.2.1', '2001:db8::1', 'neutral'],
    ['v=spf1 ip6:2001:db8::/32 -all', '2001:db8::1', 'pass'],
    ['v=spf1 include:gone.example -all', '192.0.2.65', 'permerror'],
    ['something else', '192.0.2.65', 'none'],
  ])('%s: %s %s', async (text, address, result) => {
    expect(await spf(text, address)).toBe(result)
  })

  // RFC 7208, appendix A.3 and section 6.1.
  test('what other records say that it leads to', async () => {
    const more: Zone = {
      'la.example.org': { TXT: ['v=spf1 redirect=example.org'] },
      'example.org': { ...example['example.org'], TXT: ['v=spf1 include:example.net mx -all'] },
      'example.net': { TXT: ['v=spf1 ip4:192.0.2.77 -all'] },
    }
    expect(await spf('v=spf1 redirect=la.example.org', '192.0.2.77', more)).toBe('pass')
    expect(await spf('v=spf1 redirect=la.example.org', '192.0.2.140', more)).toBe('pass')
    expect(await spf('v=spf1 redirect=la.example.org', '192.0.2.1', more)).toBe('fail')
  })

  test('nothing where the DNS gives no answer, wherever that is', async () => {
    const failing: Zone = { 'slow.example.org': { fails: 'SERVFAIL' } }
    for (const term of ['include:slow.example.org', 'a:slow.example.org', 'redirect=slow.example.org']) {
      expect(await spf(`v=spf1 ${term}`, '192.0.2.65', failing)).toBeInstanceOf(DnsFailure)
    }
    // No answer about the sender's names is none of them (RFC 7208, section 5.5).
    expect(await spf('v=spf1 ptr -all', '192.0.2.9', { '192.0.2.9': { fails: 'SERVFAIL' } })).toBe('fail')
  })
})

describe('an SPF record', () => {
  test('is told from other texts (RFC 7208, section 4.5)', () => {
    expect(['v=spf1', 'v=spf1 -all', 'V=SPF1 a'].map(isSpfRecord)).toEqual([true, true, true])
    expect(['v=spf10', ' v=spf1', 'v=spf1\t-all', 'spf2.0/pra -all'].map(isSpfRecord)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test.each([
    'v=spf1   a   mx  ',
    'v=spf1 A:Example.COM/24//64 MX//48 IP6:2001:DB8::/32 Include:a.example. -ALL',
    'v=spf1 exists:%{ir}.%{v}._spf.%{d2} include:%{d}._x.example ?all',
    'v=spf1 redirect=%{l1r+-}.a.example exp=why.%{d} unknown-modifier=a=b',
    'v=spf1 ptr:a.example a/0 ip4:0.0.0.0/0 -all',
  ])('may be %s', (text) => {
    expect(parseSpf(text).errors).toEqual([])
  })

  test.each([
    'ipv4:192.0.2.1',
    'ip4',
    'ip4:',
    'ip4:192.0.2',
    'ip4:192.0.2.1/33',
    'ip4:192.0.2.1/024',
    'ip6:192.0.2.1',
    'ip6:2001:db8::/129',
    'include',
    'include:',
    'include:example',
    'include:a.example/24',
    'include:a..example',
    'include:192.0.2.1',
    'a:%{x}.example',
    'a:%.example',
    'a/33',
    'a//129',
    'all:example.com',
    'all/8',
    'ptr/24',
    'redirect=',
    'redirect:a.example',
    '+-all',
    '-redirect=a.example',
    'exists',
    '\u00e4',
    ',',
  ])('may not have %s', (term) => {
    expect(parseSpf(`v=spf1 mx ${term} -all`).errors).toEqual([term])
  })

  test('has one redirect', () => {
    expect(parseSpf('v=spf1 redirect=a.example redirect=b.example').errors).toEqual(['redirect=b.example'])
  })
})

describe('the walk through includes', () => {
  const walk = (zone: Zone, text: string) => walkSpf('a.example', text, fakeDns(zone))

  test('counts what asks the DNS, and no more (RFC 7208, section 4.6.4)', async () => {
    const zone: Zone = {
      'b.example': {
        TXT: ['v=spf1 a mx ptr exists:%{i}.b.example ip4:192.0.2.1 exp=why.b.example -all a'],
        A: ['192.0.2.1'],
      },
    }
    const { lookups, costs } = await walk(zone, 'v=spf1 ip4:192.0.2.1 a:b.example include:b.example ~all mx')
    expect(lookups).toBe(6)
    expect(costs).toEqual([
      { term: 'include:b.example', lookups: 5 },
      { term: 'a:b.example', lookups: 1 },
    ])
  })

  test('counts names that are not there', async () => {
    const { voids } = await walk({}, 'v=spf1 a:b.example mx:c.example include:d.example -all')
    expect(voids).toEqual(['b.example', 'c.example', 'd.example'])
  })

  test('ends, whatever is there', async () => {
    const name = fc.constantFrom('a.example', 'b.example', 'c.example', 'd.example')
    const term = fc.oneof(
      fc
        .tuple(fc.constantFrom('include:', 'redirect=', 'a:', 'mx:', 'exists:%{i}.'), name)
        .map((two) => two.join('')),
      fc.constantFrom('+all', 'ptr', 'ip4:1.2.3.4', 'a'),
      fc.string(),
    )
    const text = fc.array(term, { maxLength: 12 }).map((terms) => `v=spf1 ${terms.join(' ')}`)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.array(text, { maxLength: 2 })), text, async (texts, first) => {
        const zone = Object.fromEntries(Object.entries(texts).map(([at, TXT]) => [at, { TXT }]))
        const resolver = fakeDns(zone)
        const found = await walkSpf('a.example', first, resolver)
        expect(resolver.asked.length).toBeLessThanOrEqual(40)
        expect(found.lookups).toBeLessThanOrEqual(40)
      }),
      { numRuns: runs(60) },
    )
  })
})
