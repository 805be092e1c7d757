import { describe, expect, test } from 'vitest'
import { DnsFailure, type Resolver } from '../../../../server/mail/dns/resolver.js'
import { answeringFor } from '../../../../server/product/domains/check/deadline.js'
import { expectedRecords } from '../../../../server/product/domains/check/expected.js'
import { recordChecker } from '../../../../server/product/domains/check/check-records.js'
import type {
  CheckedDomain,
  DomainRecord,
  Findings,
} from '../../../../server/product/domains/check/record-check.js'
import type { SendingSetup } from '../../../../server/product/domains/sending-setup.js'
import type { Zone } from '../../../support/domains/dns.js'
import { fakeDns } from './support/fake-dns.js'
import { anotherKey, domain, ourAddress, publicKey, rightZone, sendingSetup } from './support/zone.js'

interface Change {
  readonly zone?: Zone
  readonly domain?: CheckedDomain
  readonly sendingSetup?: Partial<SendingSetup>
  readonly addresses?: readonly string[]
}

function look({ zone = {}, addresses = [ourAddress], ...change }: Change = {}): Promise<Findings> {
  const resolver = fakeDns({ ...rightZone, ...zone })
  const around = { ...sendingSetup, ...change.sendingSetup }
  return recordChecker(around, async () => addresses)(change.domain ?? domain, resolver)
}

async function lookFor(kind: DomainRecord['kind'], change: Change = {}): Promise<DomainRecord | undefined> {
  return (await look(change)).records.find((record) => record.kind === kind)
}

describe('what is expected', () => {
  test('is shown before anybody looks', () => {
    const shown = expectedRecords(domain, sendingSetup)
    expect(shown.map(({ kind, need, type, name, expected }) => [kind, need, type, name, expected])).toEqual([
      ['dkim', 'required', 'TXT', 'ps1._domainkey.shop.example', `v=DKIM1; k=rsa; p=${publicKey}`],
      ['spf', 'required', 'TXT', 'bounce.postseal.example', 'v=spf1 a:mail.postseal.example -all'],
      ['return_path_mx', 'required', 'MX', 'bounce.postseal.example', '10 mail.postseal.example'],
      ['return_path', 'recommended', 'CNAME', 'bounces.shop.example', 'bounce.postseal.example'],
      [
        'dmarc',
        'recommended',
        'TXT',
        '_dmarc.shop.example',
        'v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example',
      ],
      ['dmarc_reports', 'optional', 'TXT', 'shop.example._report._dmarc.bounce.postseal.example', 'v=DMARC1'],
      ['mta_sts', 'optional', 'TXT', '_mta-sts.shop.example', null],
      [
        'tls_rpt',
        'optional',
        'TXT',
        '_smtp._tls.shop.example',
        'v=TLSRPTv1; rua=mailto:dmarc@bounce.postseal.example',
      ],
      ['bimi', 'optional', 'TXT', 'default._bimi.shop.example', null],
    ])
    expect(shown.map(({ status }) => status)).toEqual(shown.map(() => 'unchecked'))
    expect(shown[0]?.advice).toBe(
      'Publish this TXT record at ps1._domainkey.shop.example, then have the domain checked.',
    )
    expect(shown[1]?.advice).toBe(
      'The operator of this service publishes this TXT record at bounce.postseal.example, once for all domains.',
    )
    expect(shown.at(-1)?.advice).toBeNull()
  })

  test.each([
    [{ direct: false }, null],
    [{ namedAddresses: ['192.0.2.25', '2001:db8::/64'] }, 'v=spf1 ip4:192.0.2.25 ip6:2001:db8::/64 -all'],
    [{ direct: false, namedAddresses: ['192.0.2.0/28'] }, 'v=spf1 ip4:192.0.2.0/28 -all'],
  ])('allows by SPF what the operator has named: %j', (change, spf) => {
    const shown = expectedRecords(domain, { ...sendingSetup, ...change })
    expect(shown.find(({ kind }) => kind === 'spf')?.expected).toBe(spf)
  })

  test('is what does, once it is published', async () => {
    const zone: Zone = Object.fromEntries(
      expectedRecords(domain, sendingSetup).flatMap(({ type, name, expected }) =>
        type === 'TXT' && expected !== null ? [[name, { TXT: [expected] }]] : [],
      ),
    )
    const MX: [number, string][] = [[10, sendingSetup.hostname]]
    zone['bounce.postseal.example'] = { ...zone['bounce.postseal.example'], MX }
    // The fake DNS follows no alias.
    zone['bounces.shop.example'] = { ...zone['bounce.postseal.example'], CNAME: 'bounce.postseal.example' }
    const { records } = await look({ zone })
    expect(records.filter(({ expected }) => expected !== null).map(({ status }) => status)).toEqual(
      Array.from({ length: 7 }, () => 'ok'),
    )
  })

  test.each([
    ['shop.example', 'bounces.shop.example', null],
    ['news.shop.example', 'bounces.shop.example', 'bounces.shop.example'],
    [`${'a.'.repeat(90)}example`, 'bounce.postseal.example', 'bounce.postseal.example'],
  ])('is no return path of %s beside %s', (name, returnPathDomain, expected) => {
    const shown = expectedRecords({ ...domain, name }, { ...sendingSetup, returnPathDomain })
    expect(shown.find(({ kind }) => kind === 'return_path')).toMatchObject({ status: 'not_needed', expected })
  })

  test('is the same list after a look', async () => {
    const plan = ({ kind, need, type, name, selector, expected }: DomainRecord) =>
      [kind, need, type, name, selector, expected].join(' ')
    const { records } = await look({ zone: { '_dmarc.shop.example': {} } })
    expect(records.map(plan)).toEqual(expectedRecords(domain, sendingSetup).map(plan))
  })

  test('is nothing of the outside where mail stays here', async () => {
    const inside = { ...sendingSetup, staysHere: true }
    const statuses = (records: readonly DomainRecord[]) =>
      records.map(({ kind, status }) => `${kind} ${status}`)
    expect(statuses(expectedRecords(domain, inside))).toEqual([
      'dkim unchecked',
      'spf not_needed',
      'return_path_mx not_needed',
      'return_path not_needed',
      'dmarc unchecked',
      'dmarc_reports not_needed',
      'mta_sts unchecked',
      'tls_rpt unchecked',
      'bimi unchecked',
    ])
    const { records } = await look({
      sendingSetup: { staysHere: true },
      zone: { 'bounce.postseal.example': { fails: 'SERVFAIL' } },
    })
    expect(statuses(records).filter((status) => status.endsWith('not_needed'))).toHaveLength(4)
    expect(statuses(records)).toContain('dkim ok')
  })

  test('holds no mail back for a key that does not sign', async () => {
    const keys = [
      ...domain.keys,
      { selector: 'ps1e', algorithm: 'ed25519', publicKey: 'A'.repeat(43) + '=', status: 'active' },
      { selector: 'ps2', algorithm: 'rsa', publicKey: anotherKey, status: 'pending' },
      { selector: 'ps0', algorithm: 'rsa', publicKey: anotherKey, status: 'retiring' },
    ] as const
    const zone: Zone = {
      // Without its padding it is the same key.
      'ps1e._domainkey.shop.example': { TXT: [`v=DKIM1; k=ed25519; p=${'A'.repeat(43)}`] },
      'ps2._domainkey.shop.example': { TXT: [`v=DKIM1; k=rsa; p=${anotherKey}`] },
    }
    const { records } = await look({ domain: { ...domain, keys }, zone })
    const dkim = records.filter(({ kind }) => kind === 'dkim')
    expect(dkim.map(({ selector, need, status }) => [selector, need, status])).toEqual([
      ['ps1', 'required', 'ok'],
      ['ps1e', 'required', 'ok'],
      ['ps2', 'recommended', 'ok'],
      ['ps0', 'recommended', 'missing'],
    ])
  })
})

describe('mail through a relay', () => {
  const relay = { direct: false }

  test('goes from addresses that only its operator knows', async () => {
    const bounce = 'bounce.postseal.example'
    const spf = async (text: string, more: Zone = {}) => {
      const zone = { ...more, [bounce]: { ...rightZone[bounce], TXT: [text] } }
      const record = await lookFor('spf', { sendingSetup: relay, addresses: [], zone })
      return [record?.expected, record?.status, record?.problem]
    }
    expect(await spf('v=spf1 ip4:198.51.100.7 -all')).toEqual([null, 'ok', null])
    expect(await spf('v=spf1 include:gone.example -all')).toEqual([
      null,
      'wrong',
      'spf_include_without_record',
    ])
    expect(await spf('v=spf1 include:slow.example -all', { 'slow.example': { fails: 'SERVFAIL' } })).toEqual([
      null,
      'unknown',
      'dns_failure',
    ])
    const record = await lookFor('spf', { sendingSetup: relay, addresses: [], zone: { [bounce]: {} } })
    expect(record?.advice).toBe(
      'There is no SPF record at bounce.postseal.example. Publish one as TXT that names the addresses of the relay, ' +
        'or includes what its operator says.',
    )
  })

  test('is right for each address that the operator has named', async () => {
    const addresses = ['192.0.2.25', '198.51.100.0/24', '2001:db8::/32']
    const spf = async (text: string) => {
      const zone = { 'bounce.postseal.example': { TXT: [text] } }
      return lookFor('spf', { sendingSetup: relay, addresses, zone })
    }
    expect(await spf('v=spf1 ip4:192.0.2.25 ip4:198.51.100.0/24 ip6:2001:db8::/32 -all')).toMatchObject({
      status: 'ok',
    })
    const record = await spf('v=spf1 ip4:192.0.2.25 ip4:198.51.100.0/24 -all')
    expect(record?.advice).toBe(
      'The SPF record of bounce.postseal.example does not allow 2001:db8::, which this service sends from. ' +
        'Add ip6:2001:db8:: to it, before "all".',
    )
  })
})

describe('the DMARC policy', () => {
  const record = 'v=DMARC1; p=none; sp=reject'
  const policy = async (zone: Zone) => (await look({ zone })).dmarcPolicy

  test('is the record in effect, wherever it stands', async () => {
    expect(await policy({ '_dmarc.shop.example': { TXT: [record] } })).toEqual({
      domain: 'shop.example',
      record,
    })
    expect(await policy({ '_dmarc.shop.example': {}, '_dmarc.example': { TXT: [record] } })).toEqual({
      domain: 'example',
      record,
    })
  })

  test('is null where none has any effect, and undefined where nobody can tell', async () => {
    expect(await policy({ '_dmarc.shop.example': {} })).toBeNull()
    expect(await policy({ '_dmarc.shop.example': { TXT: [record, record] } })).toBeNull()
    expect(await policy({ '_dmarc.shop.example': { TXT: ['v=DMARC1; p=all'] } })).toBeNull()
    expect(await policy({ '_dmarc.shop.example': { fails: 'SERVFAIL' } })).toBeUndefined()
  })

  test('has its consent to reports at the name that it stands at', async () => {
    const zone = { '_dmarc.shop.example': {}, '_dmarc.example': { TXT: ['v=DMARC1; p=none'] } }
    const above = { ...zone, '_dmarc.postseal.example': { TXT: ['v=DMARC1; p=none; psd=n'] } }
    expect(await lookFor('dmarc_reports', { zone: above })).toMatchObject({
      name: 'example._report._dmarc.bounce.postseal.example',
      status: 'missing',
    })
    const own = { 'example._report._dmarc.bounce.postseal.example': { TXT: ['v=DMARC1'] } }
    expect(await lookFor('dmarc_reports', { zone: { ...above, ...own } })).toMatchObject({ status: 'ok' })
    expect(await lookFor('dmarc_reports', { zone })).toMatchObject({ status: 'not_needed' })
  })
})

describe('a hostile DNS', () => {
  test('cannot fill the database, nor put there what it refuses', async () => {
    const nasty = `v=spf1 \0\u0007\n\u{d800} ${'x'.repeat(60_000)}`
    const TXT = Array.from({ length: 50 }, () => nasty)
    const names = Object.keys(rightZone).map((name): [string, Zone[string]] => [
      name,
      { TXT, MX: [[1, nasty]] },
    ])
    const findings = await look({ zone: Object.fromEntries([...names, ['shop.example', { TXT }]]) })
    const text = JSON.stringify(findings)
    expect(text.length).toBeLessThan(200_000)
    // As JSON has them: NUL, and half of a surrogate pair.
    expect(text).not.toMatch(/\\u(0000|d8)/)
    expect(text).not.toMatch(/\\u00|\\n/)
    for (const { found } of findings.records) expect(found.length).toBeLessThanOrEqual(10)
  })

  test('does not put words into the advice', async () => {
    const trick = 'x.example. Send your password to evil@evil.example; "it is safe'
    const mx = {
      'bounce.postseal.example': { ...rightZone['bounce.postseal.example'], MX: [[1, trick]] },
    } as Zone
    expect((await lookFor('return_path_mx', { zone: mx }))?.advice).toBe(
      `The MX record of bounce.postseal.example leads to "${trick.slice(0, 60)}…", which has no address. ` +
        'Publish its A or AAAA record.',
    )
  })

  test('that never answers is waited for until the limit', async () => {
    const never = () => new Promise<never>(() => undefined)
    const silent: Resolver = {
      mx: never,
      addresses: never,
      txt: never,
      cname: never,
      names: never,
      tlsa: never,
    }
    const { records, dmarcPolicy } = await recordChecker(
      sendingSetup,
      async () => [ourAddress],
      1,
    )(domain, silent)
    expect(new Set(records.map(({ status, problem }) => `${status} ${problem}`))).toEqual(
      new Set(['unknown dns_timeout']),
    )
    expect(dmarcPolicy).toBeUndefined()
  })

  test('is asked nothing more after the limit', async () => {
    const zone = fakeDns(rightZone)
    const slow: Resolver = { ...zone, mx: () => new Promise<never>(() => undefined) }
    const { resolver, end } = answeringFor(slow, 1)
    await expect(resolver.mx('shop.example')).rejects.toThrow('MX shop.example (ETIMEOUT)')
    await expect(resolver.txt('shop.example')).rejects.toThrow('TXT shop.example (ETIMEOUT)')
    expect(zone.asked).toEqual([])
    end()
  })

  test('that is asked one thing after the other ends at the limit too', async () => {
    let asked = 0
    const zone = fakeDns(rightZone)
    // Each answer leads on to another name, for ever.
    const txt: Resolver['txt'] = async (name) => {
      asked += 1
      await new Promise((resolve) => setImmediate(resolve))
      return name === 'bounce.postseal.example' || name.endsWith('.loop.example')
        ? {
            records: [`v=spf1 include:i${asked}.loop.example include:j${asked}.loop.example -all`],
            exists: true,
          }
        : zone.txt(name)
    }
    const { records } = await recordChecker(sendingSetup, async () => [ourAddress])(domain, { ...zone, txt })
    expect(records.find(({ kind }) => kind === 'spf')).toMatchObject({ status: 'wrong' })
    expect(asked).toBeLessThan(100)
  })

  test('is no excuse for an error of our own', async () => {
    const broken = { ...fakeDns(rightZone), mx: () => Promise.reject(new Error('ours')) }
    await expect(recordChecker(sendingSetup, async () => [])(domain, broken)).rejects.toThrow('ours')
    const failing = {
      ...fakeDns(rightZone),
      mx: () => Promise.reject(new DnsFailure('MX a.example', 'ESERVFAIL')),
    }
    await expect(recordChecker(sendingSetup, async () => [])(domain, failing)).resolves.toBeDefined()
  })
})
