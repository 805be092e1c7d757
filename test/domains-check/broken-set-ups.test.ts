import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openResolver } from '../../server/dns/open-resolver.js'
import type { DomainRecord } from '../../server/domains/check/look-at.js'
import { lookAt } from '../../server/domains/check/look-at-all.js'
import { startDns, type TestDns, type Zone } from '../support/dns.js'
import {
  anotherKey,
  domain,
  inParts,
  ourAddress,
  publicKey,
  rightZone,
  surroundings,
} from './support/zone.js'

let dns: TestDns
beforeAll(async () => {
  dns = await startDns()
})
afterAll(() => dns.close())

/** What a check finds where the right zone is changed in this way; undefined takes a name out. */
async function check(changes: Record<string, Zone[string] | undefined>): Promise<readonly DomainRecord[]> {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
  for (const [name, entry] of Object.entries({ ...rightZone, ...changes })) {
    if (entry !== undefined) dns.zone[name] = entry
  }
  const look = lookAt(surroundings, async () => [ourAddress])
  return (await look(domain, openResolver([dns.server], { tryMs: 200 }))).records
}

test('a right set-up has nothing to advise', async () => {
  const records = await check({})
  const kinds = ['dkim', 'spf', 'return_path_mx', 'dmarc', 'dmarc_reports', 'mta_sts', 'tls_rpt', 'bimi']
  expect(records.map(({ kind, state, problem, advice }) => [kind, state, problem, advice])).toEqual(
    kinds.map((kind) => [kind, 'ok', null, null]),
  )
})

type SetUp = [
  what: string,
  changes: Record<string, Zone[string] | undefined>,
  state: DomainRecord['state'],
  problem: string | null,
  advice: string | null,
]

function each(kind: DomainRecord['kind'], setUps: readonly SetUp[]): void {
  test.each(setUps)('%s', async (_what, changes, state, problem, advice) => {
    const record = (await check(changes)).find((one) => one.kind === kind)
    expect({ state: record?.state, problem: record?.problem, advice: record?.advice }).toEqual({
      state,
      problem,
      advice,
    })
  })
}

const selector = 'ps1._domainkey.shop.example'
const key = (...texts: string[]) => ({ [selector]: { TXT: texts.map(inParts) } })
const ours = `v=DKIM1; k=rsa; p=${publicKey}`

describe('DKIM:', () => {
  each('dkim', [
    [
      'no record',
      { [selector]: undefined },
      'missing',
      'dkim_missing',
      'There is no TXT record at ps1._domainkey.shop.example. Publish the expected one there.',
    ],
    [
      'an alias of nothing',
      { [selector]: { CNAME: 'gone.provider.example' } },
      'wrong',
      'dkim_alias_leads_nowhere',
      'The name ps1._domainkey.shop.example is an alias (CNAME) of gone.provider.example, where ' +
        'there is no TXT record. Replace it by the expected TXT record.',
    ],
    [
      'an alias of the key',
      { [selector]: { CNAME: 'k.provider.example' }, 'k.provider.example': { TXT: [inParts(ours)] } },
      'ok',
      null,
      null,
    ],
    [
      'no server that answers',
      { [selector]: { fails: 'silent' } },
      'unknown',
      'dns_timeout',
      'The DNS did not answer in time when asked for the TXT record of ' +
        'ps1._domainkey.shop.example. It is asked again with the next check.',
    ],
    [
      'a server in trouble',
      { [selector]: { fails: 'SERVFAIL' } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the TXT record of ' +
        'ps1._domainkey.shop.example. It is asked again with the next check.',
    ],
    [
      'another key',
      key(`v=DKIM1; k=rsa; p=${anotherKey}`),
      'wrong',
      'dkim_key_mismatch',
      'The TXT record at ps1._domainkey.shop.example holds another key than the one that signs. ' +
        'Publish the expected text instead.',
    ],
    [
      'a key cut off',
      key(ours.slice(0, 255)),
      'wrong',
      'dkim_key_cut_off',
      'The TXT record at ps1._domainkey.shop.example holds our key, but only the first 237 of ' +
        'its 392 characters. Publish the whole text, in several strings of at most 255 characters ' +
        'each.',
    ],
    [
      'white space in the key',
      key(`v=DKIM1;k=rsa;\tp = ${publicKey.replace(/.{60}/g, '$& ')} ;`),
      'ok',
      null,
      null,
    ],
    ['a key without its version', key(`p=${publicKey}`), 'ok', null, null],
    [
      'quotation marks in the text',
      key(`"${ours}"`),
      'wrong',
      'dkim_literal_quotes',
      'The TXT record at ps1._domainkey.shop.example has quotation marks in its text. Publish ' +
        'the expected text without them.',
    ],
    [
      'backslashes in the text',
      key(ours.replaceAll(';', '\\;')),
      'wrong',
      'dkim_literal_backslash',
      'The TXT record at ps1._domainkey.shop.example has backslashes in its text. Publish the ' +
        'expected text without them.',
    ],
    [
      'line ends in the text',
      key(ours.replace(/.{70}/g, '$&\n')),
      'wrong',
      'dkim_literal_line_end',
      'The TXT record at ps1._domainkey.shop.example has line ends in its text. Publish the ' +
        'expected text without them.',
    ],
    [
      'two records',
      key(ours, `v=DKIM1; p=${anotherKey}`),
      'wrong',
      'dkim_several',
      'There are 2 TXT records at ps1._domainkey.shop.example, and receivers take any of them. ' +
        'Leave the expected one only.',
    ],
    [
      'a revoked key',
      key('v=DKIM1; p='),
      'wrong',
      'dkim_revoked',
      'The TXT record at ps1._domainkey.shop.example has an empty p=, which says that the key ' +
        'is revoked. Publish the expected text to use it.',
    ],
    [
      'no key in the record',
      key('v=DKIM1; k=rsa'),
      'wrong',
      'dkim_no_key',
      'The TXT record at ps1._domainkey.shop.example holds no key: it lacks p=. Publish the ' +
        'expected text instead.',
    ],
    [
      'a key for another algorithm',
      key(ours.replace('k=rsa', 'k=ed25519')),
      'wrong',
      'dkim_wrong_algorithm',
      'The TXT record at ps1._domainkey.shop.example says k="ed25519", and the key is for rsa. ' +
        'Publish the expected text instead.',
    ],
    [
      'a key that is held to SHA-1',
      key(`${ours}; h=sha1`),
      'wrong',
      'dkim_wrong_hash',
      'The TXT record at ps1._domainkey.shop.example leaves out sha256 in h=, which is what ' +
        'signatures are made with. Publish the expected text instead.',
    ],
    [
      'a key for something else than e-mail',
      key(`${ours}; s=tlsrpt`),
      'wrong',
      'dkim_not_for_mail',
      'The TXT record at ps1._domainkey.shop.example says by s= that the key is not for e-mail. ' +
        'Publish the expected text instead.',
    ],
    ['a key for all services and hashes', key(`${ours}; h=sha1:sha256; s=*; t=s; n=note`), 'ok', null, null],
    [
      'a key that is being tested',
      key(`${ours}; t=y:s`),
      'ok',
      'dkim_testing',
      'The TXT record at ps1._domainkey.shop.example says t=y, so receivers may ignore the ' +
        'signatures. Take t=y out of it.',
    ],
    [
      'another version',
      key(ours.replace('DKIM1', 'DKIM2')),
      'wrong',
      'dkim_version',
      'The TXT record at ps1._domainkey.shop.example says v="DKIM2", and receivers pass over ' +
        'all but v=DKIM1. Publish the expected text instead.',
    ],
    [
      'a version that is not first',
      key(`k=rsa; v=DKIM1; p=${publicKey}`),
      'wrong',
      'dkim_version_not_first',
      'The TXT record at ps1._domainkey.shop.example does not begin with v=DKIM1, so receivers ' +
        'pass over it. Publish the expected text instead.',
    ],
    [
      'a tag twice',
      key(`${ours}; k=rsa`),
      'wrong',
      'dkim_duplicate_tag',
      'The TXT record at ps1._domainkey.shop.example has the tag k twice, so receivers pass ' +
        'over it. Publish the expected text instead.',
    ],
    [
      'a part that is no tag',
      key(`${ours}; hello`),
      'wrong',
      'dkim_malformed',
      'The TXT record at ps1._domainkey.shop.example has a part that is no tag: "hello". ' +
        'Publish the expected text instead.',
    ],
    [
      'a key that is no base64',
      key('v=DKIM1; k=rsa; p=MIIB-your-key-here'),
      'wrong',
      'dkim_key_malformed',
      'The TXT record at ps1._domainkey.shop.example has characters in p= that are not of ' +
        'base64. Publish the expected text instead.',
    ],
    [
      'the domain twice in the name',
      { [selector]: undefined, [`${selector}.shop.example`]: { TXT: [inParts(ours)] } },
      'missing',
      'dkim_at_doubled_name',
      'The key is published at ps1._domainkey.shop.example.shop.example: most providers add the ' +
        'domain to the name themselves. Rename the record so that it stands at ' +
        'ps1._domainkey.shop.example.',
    ],
    [
      'no _domainkey in the name',
      { [selector]: undefined, 'ps1.shop.example': { TXT: [inParts(ours)] } },
      'missing',
      'dkim_at_wrong_name',
      'The key is published at ps1.shop.example, where nobody looks for it. Publish it at ' +
        'ps1._domainkey.shop.example.',
    ],
    [
      'the key at the domain itself',
      { [selector]: undefined, 'shop.example': { TXT: [inParts(ours)] } },
      'missing',
      'dkim_at_wrong_name',
      'The key is published at shop.example, where nobody looks for it. Publish it at ' +
        'ps1._domainkey.shop.example.',
    ],
  ])
})

const bounce = 'bounce.postseal.example'
const spf = (...texts: string[]) => ({ [bounce]: { ...rightZone[bounce], TXT: texts } })
const costly = Object.fromEntries(
  ['big', 'small'].flatMap((name, index) => {
    const parts = Array.from({ length: index === 0 ? 7 : 2 }, (_, part) => `${part}.${name}.example`)
    const includes = parts.map((part) => `include:${part}`).join(' ')
    return [
      [`${name}.example`, { TXT: [`v=spf1 ${includes} -all`] }],
      ...parts.map((part) => [part, { TXT: ['v=spf1 ip4:198.51.100.0/24 -all'] }]),
    ]
  }),
) as Zone
const many = Array.from({ length: 11 }, (_, index): [number, string] => [10, `mx${index}.many.example`])

describe('SPF:', () => {
  each('spf', [
    [
      'no record',
      spf('something else'),
      'missing',
      'spf_missing',
      'There is no SPF record at bounce.postseal.example. Publish the expected one there as ' + 'TXT.',
    ],
    [
      'no answer',
      { [bounce]: { fails: { TXT: 'SERVFAIL' } } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the TXT record of ' +
        'bounce.postseal.example. It is asked again with the next check.',
    ],
    [
      'a version of its own',
      spf('v=spf1,a -all'),
      'wrong',
      'spf_version',
      'The TXT record at bounce.postseal.example has to begin with "v=spf1" and a space, ' +
        'exactly so, or receivers pass over it.',
    ],
    ['capitals', spf('V=SPF1 A:mail.postseal.example -ALL'), 'ok', null, null],
    [
      'two records',
      spf('v=spf1 a -all', 'v=spf1 mx -all'),
      'wrong',
      'spf_several',
      'There are 2 SPF records at bounce.postseal.example, so receivers apply none of them. ' +
        'Join them into one.',
    ],
    [
      'a term that is none',
      spf('v=spf1 a:mail.postseal.example ipv4:192.0.2.1 -all'),
      'wrong',
      'spf_syntax',
      'The SPF record of bounce.postseal.example has a term that is none: "ipv4:192.0.2.1". ' +
        'Mend it: receivers discard the whole record for it.',
    ],
    [
      'an address that is none',
      spf('v=spf1 ip4:192.0.2.256 -all'),
      'wrong',
      'spf_syntax',
      'The SPF record of bounce.postseal.example has a term that is none: "ip4:192.0.2.256". ' +
        'Mend it: receivers discard the whole record for it.',
    ],
    [
      'everybody allowed',
      spf('v=spf1 a:mail.postseal.example +all'),
      'wrong',
      'spf_allows_all',
      'The SPF record of bounce.postseal.example ends in "+all", which allows everybody to ' +
        'send. End it in "-all".',
    ],
    [
      'everybody allowed by an include',
      { ...spf('v=spf1 include:open.example -all'), 'open.example': { TXT: ['v=spf1 all'] } },
      'wrong',
      'spf_allows_all',
      'The SPF record of open.example ends in "+all", which allows everybody to send. End it in ' + '"-all".',
    ],
    [
      'nothing said of strangers',
      spf('v=spf1 ip4:192.0.2.0/24 ?all'),
      'ok',
      'spf_neutral_all',
      'The SPF record of bounce.postseal.example ends in "?all", which says nothing about ' +
        'strangers. End it in "-all".',
    ],
    [
      'no end',
      spf('v=spf1 ip4:192.0.2.25'),
      'ok',
      'spf_no_all',
      'The SPF record of bounce.postseal.example does not say what is to become of all other ' +
        'mail. End it in "-all".',
    ],
    [
      'names by reverse DNS',
      { ...spf('v=spf1 ip4:192.0.2.25 ptr -all') },
      'ok',
      'spf_ptr',
      'The SPF record of bounce.postseal.example has "ptr", which is slow and not to be used ' +
        '(RFC 7208, section 5.5). Name addresses instead.',
    ],
    [
      'another address',
      spf('v=spf1 ip4:192.0.2.26 -all'),
      'wrong',
      'spf_address_not_allowed',
      'The SPF record of bounce.postseal.example does not allow 192.0.2.25, which this service ' +
        'sends from. Add ip4:192.0.2.25 to it, before "all".',
    ],
    [
      'an address that only softly fails',
      spf('v=spf1 ~ip4:192.0.2.0/24 -all'),
      'wrong',
      'spf_wrong_qualifier',
      'The SPF record of bounce.postseal.example has "~ip4:192.0.2.0/24", which does not allow ' +
        '192.0.2.25, which this service sends from. Take the "~" before it away.',
    ],
    [
      'more than ten look-ups',
      {
        ...spf(
          'v=spf1 mx:shop.example include:small.example include:big.example a:mail.postseal.example -all',
        ),
        ...costly,
      },
      'wrong',
      'spf_too_many_lookups',
      'The SPF record of bounce.postseal.example needs 13 DNS look-ups, and receivers give up ' +
        'after 10. Most go to "include:big.example" (8), "include:small.example" (3), ' +
        '"mx:shop.example" (1): take out what you do not use, or name addresses instead.',
    ],
    [
      'more than ten look-ups behind our address',
      { ...spf('v=spf1 ip4:192.0.2.25 include:small.example include:big.example -all'), ...costly },
      'ok',
      'spf_too_many_lookups',
      'The SPF record of bounce.postseal.example needs 11 DNS look-ups, and receivers give up ' +
        'after 10. Most go to "include:big.example" (8), "include:small.example" (3): take out ' +
        'what you do not use, or name addresses instead.',
    ],
    [
      'names that are not there',
      spf('v=spf1 a:a.example a:b.example mx:c.example a:mail.postseal.example -all'),
      'wrong',
      'spf_too_many_voids',
      'The SPF record of bounce.postseal.example asks for 3 names that are not there, and ' +
        'receivers give up after 2. Take out a.example, b.example, c.example.',
    ],
    [
      'an include of nothing',
      spf('v=spf1 include:gone.example a:mail.postseal.example -all'),
      'wrong',
      'spf_include_without_record',
      'The SPF record of bounce.postseal.example has "include:gone.example", but gone.example ' +
        'has no SPF record, so receivers give up there. Take the term out, or mend the name.',
    ],
    [
      'an include of two records',
      { ...spf('v=spf1 include:two.example -all'), 'two.example': { TXT: ['v=spf1 -all', 'v=spf1 mx'] } },
      'wrong',
      'spf_include_several',
      'The SPF record of bounce.postseal.example has "include:two.example", but two.example has ' +
        '2 SPF records, so receivers give up there. Whoever runs it has to leave one.',
    ],
    [
      'an include of a broken record',
      { ...spf('v=spf1 include:bad.example -all'), 'bad.example': { TXT: ['v=spf1 ip5:1 -all'] } },
      'wrong',
      'spf_syntax',
      'The SPF record of bad.example has a term that is none: "ip5:1". Mend it: receivers ' +
        'discard the whole record for it.',
    ],
    [
      'a circle of includes',
      {
        ...spf('v=spf1 include:a.example -all'),
        'a.example': { TXT: ['v=spf1 include:bounce.postseal.example -all'] },
      },
      'wrong',
      'spf_include_loop',
      'The SPF records include each other in a circle: bounce.postseal.example, a.example, ' +
        'bounce.postseal.example. Take one of the includes out.',
    ],
    [
      'a redirect to nothing',
      spf('v=spf1 redirect=gone.example'),
      'wrong',
      'spf_redirect_without_record',
      'The SPF record of bounce.postseal.example has "redirect=gone.example", but gone.example ' +
        'has no SPF record, so receivers give up there. Take the term out, or mend the name.',
    ],
    [
      'a redirect that is never followed',
      spf('v=spf1 ip4:192.0.2.25 redirect=x.example -all'),
      'ok',
      'spf_redirect_ignored',
      'The SPF record of bounce.postseal.example has both "all" and "redirect=x.example", so ' +
        'the redirect is never followed. Take one out.',
    ],
    [
      'a redirect to the addresses',
      { ...spf('v=spf1 redirect=r.example'), 'r.example': { TXT: ['v=spf1 ip4:192.0.2.25 -all'] } },
      'ok',
      null,
      null,
    ],
    [
      'more than ten exchanges',
      {
        ...spf('v=spf1 mx:many.example -all'),
        'many.example': { MX: many },
        ...Object.fromEntries(many.map(([, name]) => [name, { A: ['198.51.100.1'] }])),
      },
      'wrong',
      'spf_too_many_mx',
      'The SPF record of bounce.postseal.example has "mx:many.example", and many.example has 11 ' +
        'MX records: receivers give up at more than 10. Name addresses instead.',
    ],
    [
      'an include that nobody answers for',
      { ...spf('v=spf1 include:broken.example -all'), 'broken.example': { fails: 'SERVFAIL' } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the TXT record of broken.example. It is ' +
        'asked again with the next check.',
    ],
    [
      'a macro that leads nowhere',
      spf('v=spf1 include:%{i}.gone.example -all'),
      'wrong',
      'spf_permerror',
      'Receivers give up over the SPF record of bounce.postseal.example when mail comes from ' +
        '192.0.2.25. Name that address at its beginning.',
    ],
  ])
})

const mx = (...exchanges: [number, string][]) => ({ [bounce]: { ...rightZone[bounce], MX: exchanges } })

describe('the return path:', () => {
  each('return_path_mx', [
    [
      'no MX',
      mx(),
      'missing',
      'mx_missing',
      'bounce.postseal.example has no MX record, so bounces do not arrive. Publish the expected ' +
        'MX record there.',
    ],
    ['no MX but our address', { [bounce]: { A: [ourAddress] } }, 'ok', null, null],
    [
      'no mail at all',
      mx([0, '.']),
      'wrong',
      'mx_null',
      'The MX record of bounce.postseal.example says that it takes no mail (RFC 7505), so no ' +
        'bounces arrive. Publish the expected MX record instead.',
    ],
    [
      'an address for a name',
      mx([10, '192.0.2.25']),
      'wrong',
      'mx_address_literal',
      'The MX record of bounce.postseal.example holds the address 192.0.2.25, and only a host ' +
        'name may stand there. Publish the expected MX record instead.',
    ],
    [
      'an alias',
      { ...mx([10, 'mx.example']), 'mx.example': { CNAME: 'mail.postseal.example' } },
      'wrong',
      'mx_alias',
      'The MX record of bounce.postseal.example leads to mx.example, which is an alias (CNAME), ' +
        'and that is not allowed there (RFC 2181, section 10.3). Give it addresses of its own, or ' +
        'name mail.postseal.example.',
    ],
    [
      'a host without address',
      mx([10, 'nowhere.example']),
      'wrong',
      'mx_no_address',
      'The MX record of bounce.postseal.example leads to nowhere.example, which has no address. ' +
        'Publish its A or AAAA record.',
    ],
    [
      'our host without address',
      { 'mail.postseal.example': undefined },
      'wrong',
      'mx_no_address',
      'The MX record of bounce.postseal.example leads to mail.postseal.example, which has no ' +
        'address. Publish its A or AAAA record.',
    ],
    [
      'another host',
      { ...mx([10, 'mx.example']), 'mx.example': { A: ['198.51.100.1'] } },
      'wrong',
      'mx_elsewhere',
      'The first MX record of bounce.postseal.example leads to mx.example, so bounces do not ' +
        'arrive here. Make the expected MX record the one with the lowest number.',
    ],
    [
      'another host before ours',
      { ...mx([20, 'mail.postseal.example'], [10, 'mx.example']), 'mx.example': { A: ['198.51.100.1'] } },
      'wrong',
      'mx_elsewhere',
      'The first MX record of bounce.postseal.example leads to mx.example, so bounces do not ' +
        'arrive here. Make the expected MX record the one with the lowest number.',
    ],
    [
      'our host by another name',
      { ...mx([10, 'mx.example']), 'mx.example': { A: [ourAddress] } },
      'ok',
      null,
      null,
    ],
    ['our host before another', mx([20, 'mx.example'], [5, 'MAIL.postseal.example']), 'ok', null, null],
    [
      'no answer',
      { [bounce]: { fails: { MX: 'SERVFAIL' } } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the MX record of ' +
        'bounce.postseal.example. It is asked again with the next check.',
    ],
  ])
})

const dmarc = (...texts: string[]) => ({ '_dmarc.shop.example': { TXT: texts } })
const rua = 'rua=mailto:dmarc@bounce.postseal.example'

describe('DMARC:', () => {
  each('dmarc', [
    [
      'no record',
      { '_dmarc.shop.example': undefined },
      'missing',
      'dmarc_missing',
      'Publish the expected record at _dmarc.shop.example, so that receivers report who sends ' +
        'as shop.example.',
    ],
    [
      'no answer',
      { '_dmarc.shop.example': { fails: 'REFUSED' } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (REFUSED) when asked for the TXT record of _dmarc.shop.example. It ' +
        'is asked again with the next check.',
    ],
    [
      'no answer above',
      { '_dmarc.shop.example': undefined, '_dmarc.example': { fails: 'SERVFAIL' } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the TXT record of _dmarc.example. It ' +
        'is asked again with the next check.',
    ],
    [
      'two records',
      dmarc('v=DMARC1; p=none', 'v=DMARC1; p=reject'),
      'wrong',
      'dmarc_several',
      'There are several DMARC records at _dmarc.shop.example, so receivers apply none of them. ' +
        'Leave one only.',
    ],
    [
      'two records above',
      {
        '_dmarc.shop.example': undefined,
        '_dmarc.example': { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
      },
      'missing',
      'dmarc_several_above',
      'There are several DMARC records at _dmarc.example, so receivers apply none of them. ' +
        'Leave one there, or publish the expected record at _dmarc.shop.example.',
    ],
    [
      'a record above only',
      { '_dmarc.shop.example': undefined, '_dmarc.example': { TXT: [`v=DMARC1; p=reject; ${rua}`] } },
      'ok',
      'dmarc_inherited',
      'The record at _dmarc.example speaks for shop.example too. Publish one at ' +
        '_dmarc.shop.example to have a policy and reports of its own.',
    ],
    [
      'a version in small letters',
      dmarc('v=dmarc1; p=none'),
      'wrong',
      'dmarc_version',
      'The TXT record at _dmarc.shop.example begins as "v=dmarc1; p=none". Receivers only take ' +
        'one that begins with "v=DMARC1;", exactly so.',
    ],
    [
      'no semicolon behind the version',
      dmarc('v=DMARC1 p=none'),
      'wrong',
      'dmarc_version',
      'The TXT record at _dmarc.shop.example begins as "v=DMARC1 p=none". Receivers only take ' +
        'one that begins with "v=DMARC1;", exactly so.',
    ],
    [
      'the record at the domain itself',
      { '_dmarc.shop.example': undefined, 'shop.example': { TXT: ['v=DMARC1; p=none'] } },
      'missing',
      'dmarc_at_wrong_name',
      'The DMARC record is published at shop.example, where nobody looks for it. Publish it at ' +
        '_dmarc.shop.example.',
    ],
    [
      'no policy',
      dmarc(`v=DMARC1; ${rua}`),
      'wrong',
      'dmarc_policy_missing',
      'The DMARC record at _dmarc.shop.example has no policy. Add p=none, p=quarantine or ' +
        'p=reject to it, right behind v=DMARC1.',
    ],
    [
      'a policy that is none',
      dmarc(`v=DMARC1; p=block; ${rua}`),
      'wrong',
      'dmarc_policy_invalid',
      'The DMARC record at _dmarc.shop.example says p="block", which is no policy, so it counts ' +
        'for nothing or as p=none. Say none, quarantine or reject.',
    ],
    [
      'a policy that is none for what is below',
      dmarc(`v=DMARC1; p=reject; sp=monitor; ${rua}`),
      'wrong',
      'dmarc_policy_invalid',
      'The DMARC record at _dmarc.shop.example says sp="monitor", which is no policy, so it ' +
        'counts for nothing or as p=none. Say none, quarantine or reject.',
    ],
    [
      'no semicolon',
      dmarc(`v=DMARC1; p=none ${rua}`),
      'wrong',
      'dmarc_missing_semicolon',
      'The DMARC record at _dmarc.shop.example lacks a semicolon in p="none ' +
        'rua=mailto:dmarc@bounce.postseal.example". Put one between the tags.',
    ],
    [
      'a tag twice',
      dmarc(`v=DMARC1; p=none; p=reject; ${rua}`),
      'wrong',
      'dmarc_duplicate_tag',
      'The DMARC record at _dmarc.shop.example has the tag p twice, and receivers differ in ' +
        'which they take. Leave one.',
    ],
    [
      'a value that is none',
      dmarc(`v=DMARC1; p=none; adkim=strict; ${rua}`),
      'wrong',
      'dmarc_invalid_value',
      'The DMARC record at _dmarc.shop.example says adkim="strict", which receivers do not know ' +
        'and ignore. Mend the value, or take the tag out.',
    ],
    [
      'an address without mailto',
      dmarc('v=DMARC1; p=none; rua=dmarc@shop.example'),
      'wrong',
      'dmarc_invalid_report_address',
      'The DMARC record at _dmarc.shop.example asks for reports to "dmarc@shop.example" in rua. ' +
        'Each address there needs mailto: before it, and commas between them.',
    ],
    [
      'a part that is no tag',
      dmarc(`v=DMARC1; p=none; ${rua}; hello`),
      'wrong',
      'dmarc_malformed',
      'The DMARC record at _dmarc.shop.example has a part that is no tag: "hello". Take it out, ' +
        'or write it as name=value.',
    ],
    [
      'no reports',
      dmarc('v=DMARC1; p=none'),
      'ok',
      'dmarc_no_reports',
      'The record at _dmarc.shop.example asks for no reports. Add ' +
        'rua=mailto:dmarc@bounce.postseal.example to it to see who sends as this domain.',
    ],
    [
      'reports to others only',
      dmarc('v=DMARC1; p=none; rua=mailto:dmarc@shop.example'),
      'ok',
      'dmarc_reports_elsewhere',
      'Reports go elsewhere only. Add mailto:dmarc@bounce.postseal.example to rua in the record ' +
        'at _dmarc.shop.example, behind a comma, to read them here.',
    ],
    [
      'what is obsolete',
      dmarc(`v=DMARC1; p=reject; pct=50; ri=3600; ${rua}`),
      'ok',
      'dmarc_obsolete_tag',
      'RFC 9989 has dropped pct, ri, which receivers more and more ignore. Take that out of the ' +
        'record at _dmarc.shop.example.',
    ],
    ['testing', dmarc(`v=DMARC1; p=quarantine; t=y; ${rua}`), 'ok', null, null],
  ])
})

const consent = 'shop.example._report._dmarc.bounce.postseal.example'

describe('consent to DMARC reports:', () => {
  each('dmarc_reports', [
    [
      'none',
      { [consent]: undefined },
      'missing',
      'dmarc_reports_consent_missing',
      'Receivers only send reports on shop.example to bounce.postseal.example if that says so. ' +
        'The operator of this service is to publish "v=DMARC1" as TXT at ' +
        'shop.example._report._dmarc.bounce.postseal.example, or once for all domains at ' +
        '*._report._dmarc.bounce.postseal.example.',
    ],
    [
      'another text',
      { [consent]: { TXT: ['yes'] } },
      'wrong',
      'dmarc_reports_consent_wrong',
      'The TXT record at shop.example._report._dmarc.bounce.postseal.example does not begin ' +
        'with v=DMARC1, so receivers send no reports here. The operator of this service is to ' +
        'publish "v=DMARC1" as TXT at shop.example._report._dmarc.bounce.postseal.example, or ' +
        'once for all domains at *._report._dmarc.bounce.postseal.example.',
    ],
    [
      'no answer',
      { [consent]: { fails: 'SERVFAIL' } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the TXT record of ' +
        'shop.example._report._dmarc.bounce.postseal.example. It is asked again with the next ' +
        'check.',
    ],
    [
      'one organization',
      {
        [consent]: undefined,
        '_dmarc.shop.example': undefined,
        '_dmarc.example': { TXT: ['v=DMARC1; p=none; psd=n'] },
      },
      'not_needed',
      null,
      null,
    ],
  ])
})

const at = (name: string, ...texts: string[]) => ({ [name]: { TXT: texts } })
const sts = '_mta-sts.shop.example'
const tls = '_smtp._tls.shop.example'
const bimi = 'default._bimi.shop.example'

describe('MTA-STS:', () => {
  each('mta_sts', [
    [
      'no record',
      { [sts]: undefined },
      'missing',
      'mta_sts_missing',
      'Where mail to shop.example matters too, publish an MTA-STS policy and announce it at ' +
        '_mta-sts.shop.example, so that nobody can read it on its way.',
    ],
    [
      'another version',
      at(sts, 'v=STSV1; id=1'),
      'wrong',
      'mta_sts_version',
      'The TXT record at _mta-sts.shop.example has to begin with "v=STSv1;", exactly so.',
    ],
    [
      'two records',
      at(sts, 'v=STSv1; id=1', 'v=STSv1; id=2'),
      'wrong',
      'mta_sts_several',
      'There are several MTA-STS records at _mta-sts.shop.example, so senders see no policy. ' +
        'Leave one only.',
    ],
    [
      'no id',
      at(sts, 'v=STSv1;'),
      'wrong',
      'mta_sts_no_id',
      'The MTA-STS record at _mta-sts.shop.example has no id=, so senders pass over it. Add ' +
        'one, and change it with each change of the policy.',
    ],
    [
      'an id that is none',
      at(sts, 'v=STSv1; id=2026-01-01'),
      'wrong',
      'mta_sts_invalid_id',
      'The id of the MTA-STS record at _mta-sts.shop.example has to be 1 to 32 letters and ' + 'digits.',
    ],
  ])
})

describe('TLS-RPT:', () => {
  each('tls_rpt', [
    [
      'no record',
      { [tls]: undefined },
      'missing',
      'tls_rpt_missing',
      'To hear when mail to shop.example cannot be encrypted, publish "v=TLSRPTv1; ' +
        'rua=mailto:…" with an address of yours at _smtp._tls.shop.example.',
    ],
    [
      'another version',
      at(tls, 'v=TLSRPT1; rua=mailto:a@shop.example'),
      'wrong',
      'tls_rpt_version',
      'The TXT record at _smtp._tls.shop.example has to begin with "v=TLSRPTv1;", exactly so.',
    ],
    [
      'two records',
      at(tls, 'v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:c@b.example'),
      'wrong',
      'tls_rpt_several',
      'There are several TLS-RPT records at _smtp._tls.shop.example, so nobody sends reports. ' +
        'Leave one only.',
    ],
    [
      'an address without mailto',
      at(tls, 'v=TLSRPTv1; rua=a@shop.example'),
      'wrong',
      'tls_rpt_invalid_address',
      'The TLS-RPT record at _smtp._tls.shop.example needs rua= with mailto: or https: ' +
        'addresses, with commas between them.',
    ],
  ])
})

describe('BIMI:', () => {
  each('bimi', [
    [
      'no record',
      { [bimi]: undefined },
      'missing',
      'bimi_missing',
      'Once DMARC says quarantine or reject, a BIMI record at default._bimi.shop.example can ' +
        'show your logo next to your mail.',
    ],
    [
      'two records',
      at(bimi, 'v=BIMI1; l=https://a.example/a.svg', 'v=BIMI1; l='),
      'wrong',
      'bimi_several',
      'There are several BIMI records at default._bimi.shop.example, so mailboxes show no logo. ' +
        'Leave one only.',
    ],
    [
      'a logo without TLS',
      at(bimi, 'v=BIMI1; l=http://shop.example/logo.svg'),
      'wrong',
      'bimi_invalid_logo',
      'The BIMI record at default._bimi.shop.example needs l= with an https: address of an SVG ' + 'file.',
    ],
    [
      'a domain that is only watched',
      dmarc('v=DMARC1; p=none'),
      'wrong',
      'bimi_needs_dmarc',
      'Mailboxes show the logo that default._bimi.shop.example names only once the DMARC policy ' +
        'of shop.example is quarantine or reject, without t=y.',
    ],
    [
      'a policy that is only tested',
      dmarc('v=DMARC1; p=reject; t=y'),
      'wrong',
      'bimi_needs_dmarc',
      'Mailboxes show the logo that default._bimi.shop.example names only once the DMARC policy ' +
        'of shop.example is quarantine or reject, without t=y.',
    ],
    ['no logo on purpose', at(bimi, 'v=BIMI1; l=; a='), 'ok', null, null],
    [
      'no answer about DMARC',
      { '_dmarc.shop.example': { fails: 'SERVFAIL' } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the TXT record of ' +
        '_dmarc.shop.example. It is asked again with the next check.',
    ],
  ])
})
