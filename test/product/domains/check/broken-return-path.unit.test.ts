import { describe } from 'vitest'
import { each, useCheck } from './support/set-ups.js'
import { ourAddress, rightZone } from './support/zone.js'

const check = useCheck()

const bounce = 'bounce.postseal.example'
const mx = (...exchanges: [number, string][]) => ({ [bounce]: { ...rightZone[bounce], MX: exchanges } })

describe('the return path:', () => {
  each(check, 'return_path_mx', [
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
      'The MX record of bounce.postseal.example does not accept mail (null MX, RFC 7505), so no ' +
        'bounces arrive. Publish the expected MX record instead.',
    ],
    [
      'an address for a name',
      mx([10, '192.0.2.25']),
      'wrong',
      'mx_address_literal',
      'The MX record of bounce.postseal.example holds the address 192.0.2.25, but only a host name is allowed there. Publish the expected MX record instead.',
    ],
    [
      'an alias',
      { ...mx([10, 'mx.example']), 'mx.example': { CNAME: 'mail.postseal.example' } },
      'wrong',
      'mx_alias',
      'The MX record of bounce.postseal.example leads to mx.example, which is an alias (CNAME), ' +
        'and that is not allowed there (RFC 2181, section 10.3). Give it its own addresses, or ' +
        'use mail.postseal.example.',
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

describe('the return path of its own:', () => {
  const own = 'bounces.shop.example'
  each(check, 'return_path', [
    [
      'an alias in capitals',
      { [own]: { CNAME: 'Bounce.Postseal.Example' }, 'Bounce.Postseal.Example': rightZone[bounce] },
      'ok',
      null,
      null,
    ],
    [
      'nothing',
      { [own]: undefined },
      'missing',
      'return_path_missing',
      'There is no CNAME record at bounces.shop.example. With it, mail of shop.example leaves with a return path of its ' +
        'own, and SPF aligns as DMARC requires.',
    ],
    [
      'an alias of another name',
      { [own]: { CNAME: 'bounces.esp.example' } },
      'wrong',
      'return_path_elsewhere',
      'The name bounces.shop.example is an alias (CNAME) of bounces.esp.example. Make it one of bounce.postseal.example, ' +
        'and of nothing else.',
    ],
    [
      'records of its own',
      { [own]: { MX: [[10, 'mail.postseal.example']], TXT: ['v=spf1 -all'] } },
      'wrong',
      'return_path_not_alias',
      'The name bounces.shop.example has other records, and an alias (CNAME) can have none beside it. Remove them and publish the expected record, or choose another name for the return path.',
    ],
    [
      'an alias that the provider has doubled',
      { [own]: undefined, [`${own}.shop.example`]: { CNAME: bounce } },
      'missing',
      'return_path_at_doubled_name',
      'The record is published at bounces.shop.example.shop.example: most DNS providers append the domain to the name. Rename it so that it stands at bounces.shop.example.',
    ],
    ['an alias of a service without records', { [bounce]: {} }, 'ok', null, null],
    [
      'a DNS that fails',
      { [own]: { fails: 'SERVFAIL' } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the CNAME record of bounces.shop.example. It is asked again with ' +
        'the next check.',
    ],
  ])
})
