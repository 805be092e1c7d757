import { describe } from 'vitest'
import type { Zone } from '../../../support/domains/dns.js'
import { each, useCheck } from './support/set-ups.js'
import { rightZone } from './support/zone.js'

const check = useCheck()

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
  each(check, 'spf', [
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
      'The TXT record at bounce.postseal.example must begin with exactly "v=spf1" and a space, ' +
        'or receivers ignore it.',
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
      'The SPF record of bounce.postseal.example has an invalid term: "ipv4:192.0.2.1". ' +
        'Fix it: receivers discard the whole record for it.',
    ],
    [
      'an address that is none',
      spf('v=spf1 ip4:192.0.2.256 -all'),
      'wrong',
      'spf_syntax',
      'The SPF record of bounce.postseal.example has an invalid term: "ip4:192.0.2.256". ' +
        'Fix it: receivers discard the whole record for it.',
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
      'The SPF record of bounce.postseal.example ends in "?all", which has no rule for other senders. End it in "-all".',
    ],
    [
      'no end',
      spf('v=spf1 ip4:192.0.2.25'),
      'ok',
      'spf_no_all',
      'The SPF record of bounce.postseal.example has no rule for all other mail. End it with "-all".',
    ],
    [
      'names by reverse DNS',
      { ...spf('v=spf1 ip4:192.0.2.25 ptr -all') },
      'ok',
      'spf_ptr',
      'The SPF record of bounce.postseal.example has "ptr", which is slow and should not be used ' +
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
        '"mx:shop.example" (1): remove what you do not use, or name addresses instead.',
    ],
    [
      'more than ten look-ups behind our address',
      { ...spf('v=spf1 ip4:192.0.2.25 include:small.example include:big.example -all'), ...costly },
      'ok',
      'spf_too_many_lookups',
      'The SPF record of bounce.postseal.example needs 11 DNS look-ups, and receivers give up ' +
        'after 10. Most go to "include:big.example" (8), "include:small.example" (3): remove what you do not use, or name addresses instead.',
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
        'has no SPF record, so receivers give up there. Remove the term, or fix the name.',
    ],
    [
      'an include of two records',
      { ...spf('v=spf1 include:two.example -all'), 'two.example': { TXT: ['v=spf1 -all', 'v=spf1 mx'] } },
      'wrong',
      'spf_include_several',
      'The SPF record of bounce.postseal.example has "include:two.example", but two.example has ' +
        '2 SPF records, so receivers give up there. Its owner must keep only one.',
    ],
    [
      'an include of a broken record',
      { ...spf('v=spf1 include:bad.example -all'), 'bad.example': { TXT: ['v=spf1 ip5:1 -all'] } },
      'wrong',
      'spf_syntax',
      'The SPF record of bad.example has an invalid term: "ip5:1". Fix it: receivers ' +
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
        'has no SPF record, so receivers give up there. Remove the term, or fix the name.',
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
