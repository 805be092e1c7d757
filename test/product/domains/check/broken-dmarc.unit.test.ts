import { describe } from 'vitest'
import { each, useCheck } from './support/set-ups.js'

const check = useCheck()

const dmarc = (...texts: string[]) => ({ '_dmarc.shop.example': { TXT: texts } })
const rua = 'rua=mailto:dmarc@bounce.postseal.example'

describe('DMARC:', () => {
  each(check, 'dmarc', [
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
        'Keep only one.',
    ],
    [
      'two records above',
      {
        '_dmarc.shop.example': undefined,
        '_dmarc.example': { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
      },
      'missing',
      'dmarc_several_above',
      'There are several DMARC records at _dmarc.example, so receivers apply none of them. Keep one there, or publish the expected record at _dmarc.shop.example.',
    ],
    [
      'a record above only',
      { '_dmarc.shop.example': undefined, '_dmarc.example': { TXT: [`v=DMARC1; p=reject; ${rua}`] } },
      'ok',
      'dmarc_inherited',
      'The record at _dmarc.example applies to shop.example, too. Publish one at ' +
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
      'The DMARC record is published at shop.example, where receivers do not look for it. Publish it at ' +
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
      'The DMARC record at _dmarc.shop.example says p="block", which is not a policy, so ' +
        'receivers ignore it or treat it as p=none. Say none, quarantine or reject.',
    ],
    [
      'a policy that is none for what is below',
      dmarc(`v=DMARC1; p=reject; sp=monitor; ${rua}`),
      'wrong',
      'dmarc_policy_invalid',
      'The DMARC record at _dmarc.shop.example says sp="monitor", which is not a policy, so ' +
        'receivers ignore it or treat it as p=none. Say none, quarantine or reject.',
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
      'The DMARC record at _dmarc.shop.example has the tag p twice, and receivers differ in which one they use. Keep one.',
    ],
    [
      'a value that is none',
      dmarc(`v=DMARC1; p=none; adkim=strict; ${rua}`),
      'wrong',
      'dmarc_invalid_value',
      'The DMARC record at _dmarc.shop.example says adkim="strict", which receivers do not know ' +
        'and ignore. Correct the value, or take the tag out.',
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
      'The DMARC record at _dmarc.shop.example has a part that is not a tag: "hello". Remove it, ' +
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
      'Reports only go elsewhere. Add mailto:dmarc@bounce.postseal.example to rua in the record ' +
        'at _dmarc.shop.example, after a comma, to read them here.',
    ],
    [
      'what is obsolete',
      dmarc(`v=DMARC1; p=reject; pct=50; ri=3600; ${rua}`),
      'ok',
      'dmarc_obsolete_tag',
      'RFC 9989 has dropped pct, ri, which more and more receivers ignore. Take that out of the ' +
        'record at _dmarc.shop.example.',
    ],
    ['testing', dmarc(`v=DMARC1; p=quarantine; t=y; ${rua}`), 'ok', null, null],
  ])
})

const consent = 'shop.example._report._dmarc.bounce.postseal.example'

describe('consent to DMARC reports:', () => {
  each(check, 'dmarc_reports', [
    [
      'none',
      { [consent]: undefined },
      'missing',
      'dmarc_reports_consent_missing',
      'Receivers only send reports on shop.example to bounce.postseal.example if that says so. ' +
        'The operator of this service must publish "v=DMARC1" as TXT at ' +
        'shop.example._report._dmarc.bounce.postseal.example, or once for all domains at ' +
        '*._report._dmarc.bounce.postseal.example.',
    ],
    [
      'another text',
      { [consent]: { TXT: ['yes'] } },
      'wrong',
      'dmarc_reports_consent_wrong',
      'The TXT record at shop.example._report._dmarc.bounce.postseal.example does not begin ' +
        'with v=DMARC1, so receivers send no reports here. The operator of this service must ' +
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
