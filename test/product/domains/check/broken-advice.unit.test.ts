import { describe } from 'vitest'
import { each, useCheck } from './support/set-ups.js'

const check = useCheck()

const at = (name: string, ...texts: string[]) => ({ [name]: { TXT: texts } })
const dmarc = (...texts: string[]) => at('_dmarc.shop.example', ...texts)
const sts = '_mta-sts.shop.example'
const tls = '_smtp._tls.shop.example'
const bimi = 'default._bimi.shop.example'

describe('MTA-STS:', () => {
  each(check, 'mta_sts', [
    [
      'no record',
      { [sts]: undefined },
      'missing',
      'mta_sts_missing',
      'Where mail to shop.example matters too, publish an MTA-STS policy and announce it at ' +
        '_mta-sts.shop.example, so that nobody can read it in transit.',
    ],
    [
      'another version',
      at(sts, 'v=STSV1; id=1'),
      'wrong',
      'mta_sts_version',
      'The TXT record at _mta-sts.shop.example must begin with exactly "v=STSv1;".',
    ],
    [
      'two records',
      at(sts, 'v=STSv1; id=1', 'v=STSv1; id=2'),
      'wrong',
      'mta_sts_several',
      'There are several MTA-STS records at _mta-sts.shop.example, so senders see no policy. ' +
        'Keep only one.',
    ],
    [
      'no id',
      at(sts, 'v=STSv1;'),
      'wrong',
      'mta_sts_no_id',
      'The MTA-STS record at _mta-sts.shop.example has no id=, so senders ignore it. Add ' +
        'one, and change it with each change of the policy.',
    ],
    [
      'an id that is none',
      at(sts, 'v=STSv1; id=2026-01-01'),
      'wrong',
      'mta_sts_invalid_id',
      'The id of the MTA-STS record at _mta-sts.shop.example must be 1 to 32 letters and ' + 'digits.',
    ],
  ])
})

describe('TLS-RPT:', () => {
  each(check, 'tls_rpt', [
    [
      'no record',
      { [tls]: undefined },
      'missing',
      'tls_rpt_missing',
      'To hear when mail to shop.example cannot be encrypted, publish the expected record at ' +
        '_smtp._tls.shop.example. Senders then report once a day, and the reports are shown here.',
    ],
    [
      'another version',
      at(tls, 'v=TLSRPT1; rua=mailto:a@shop.example'),
      'wrong',
      'tls_rpt_version',
      'The TXT record at _smtp._tls.shop.example must begin with exactly "v=TLSRPTv1;".',
    ],
    [
      'two records',
      at(tls, 'v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:c@b.example'),
      'wrong',
      'tls_rpt_several',
      'There are several TLS-RPT records at _smtp._tls.shop.example, so nobody sends reports. ' +
        'Keep only one.',
    ],
    [
      'an address without mailto',
      at(tls, 'v=TLSRPTv1; rua=a@shop.example'),
      'wrong',
      'tls_rpt_invalid_address',
      'The TLS-RPT record at _smtp._tls.shop.example needs rua= with mailto: or https: ' +
        'addresses, with commas between them.',
    ],
    [
      'addresses elsewhere only',
      at(tls, 'v=TLSRPTv1; rua=mailto:tls@shop.example,https://shop.example/tls'),
      'ok',
      'tls_rpt_reports_elsewhere',
      'TLS reports only go elsewhere. Add mailto:dmarc@bounce.postseal.example to rua in the record at ' +
        '_smtp._tls.shop.example, after a comma, to read them here.',
    ],
  ])
})

describe('BIMI:', () => {
  each(check, 'bimi', [
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
        'Keep only one.',
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
