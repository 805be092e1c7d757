import type { Domain } from 'postseal'
import { describe, expect, test } from 'vitest'
import { sentencesOn, waitsFor } from '../../../console/screens/domains/standing/sentences.js'
import { wrongsOf } from '../../../console/screens/domains/words.js'
import { domainOf, recordOf } from './sample.js'

type Fields = Parameters<typeof recordOf>[0]

const dkim = (status: Fields['status'], rest: Fields = {}) =>
  recordOf({ kind: 'dkim', ...(status && { status }), ...rest })
const spf = (status: Fields['status']) =>
  recordOf({ kind: 'spf', name: 'bounce.postseal.example', ...(status && { status }) })
const mx = (status: Fields['status']) =>
  recordOf({ kind: 'return_path_mx', name: 'bounce.postseal.example', ...(status && { status }) })
const dmarc = (status: Fields['status'], need: Fields['need'] = 'recommended') =>
  recordOf({ kind: 'dmarc', name: '_dmarc.shop.example', ...(status && { status }), ...(need && { need }) })
const localDmarc = recordOf({
  kind: 'dmarc',
  name: '_dmarc.shop.example',
  expected: 'v=DMARC1; p=none; rua=mailto:dmarc@postseal.localhost',
})

const publishOne =
  'Publish the record below where the DNS of the domain is kept. Changes can take minutes to hours to show.'
const operators = 'The operator of this service publishes SPF and Return path (MX), once for all domains.'
const sends = 'Live projects can send from this domain'

describe('a domain says what is so', () => {
  test.each<[state: string, domain: Domain, title: string, words: string]>([
    [
      'new, mail stays in the sink',
      domainOf([dkim('unchecked'), spf('not_needed'), mx('not_needed')], { checked_at: null }),
      'Publish 1 record',
      publishOne,
    ],
    [
      'new, mail leaves',
      domainOf([dkim('unchecked'), spf('unchecked'), mx('unchecked')], { checked_at: null }),
      'Publish 3 records',
      `${publishOne} ${operators}`,
    ],
    [
      'nothing is published, and what is not needed does not count as published',
      domainOf([dkim('missing'), spf('not_needed'), mx('not_needed')]),
      '1 record left to publish',
      `DKIM is missing. ${publishOne}`,
    ],
    [
      'the service’s own records are missing, too',
      domainOf([dkim('ok'), spf('missing'), mx('missing')]),
      '2 records left to publish',
      `SPF and Return path (MX) are missing. ${operators}`,
    ],
    ['a record is wrong', domainOf([dkim('wrong')]), '1 record left to fix', `DKIM is wrong. ${publishOne}`],
    [
      'one is missing and one wrong',
      domainOf([dkim('missing'), dmarc('wrong', 'required')]),
      '2 records left to publish or fix',
      `DKIM is missing. DMARC is wrong. ${publishOne.replace('the record', 'the records')}`,
    ],
    [
      'the DNS gave no answer',
      domainOf([dkim('unknown')]),
      'No answer from the DNS about 1 record',
      'The DNS gave no answer about DKIM.',
    ],
    [
      'everything is found, and the next check decides',
      domainOf([dkim('ok')]),
      'The only required record is published',
      'Live projects can send from this domain after the next check.',
    ],
    [
      'nothing is required',
      domainOf([dkim('not_needed')]),
      'No record is required here',
      'Live projects can send from this domain after the next check.',
    ],
    [
      'verified by one record',
      domainOf([dkim('ok'), spf('not_needed')], { status: 'verified' }),
      sends,
      'The only required record is published.',
    ],
    [
      'verified by several, a recommended one is open',
      domainOf([dkim('ok'), spf('ok'), mx('ok'), dmarc('missing')], { status: 'verified' }),
      sends,
      'All required records are published. Recommended, and still open: DMARC.',
    ],
    [
      'verified, and the DNS is silent now',
      domainOf([dkim('unknown'), spf('ok')], { status: 'verified' }),
      sends,
      'The DNS gave no answer about DKIM.',
    ],
    [
      'verified, and DMARC has just become required',
      domainOf([dkim('ok'), dmarc('unchecked', 'required')], { status: 'verified' }),
      sends,
      'DMARC has not been checked yet.',
    ],
    [
      'verified, while new keys wait for their record',
      domainOf([dkim('ok'), dkim('missing', { need: 'recommended', name: 'ps2._domainkey.shop.example' })], {
        status: 'verified',
      }),
      sends,
      'The only required record is published. Recommended, and still open: DKIM.',
    ],
    [
      'degraded',
      domainOf([dkim('missing')], { status: 'degraded' }),
      'Fix this before the domain fails',
      `DKIM is missing. Mail still goes out until then. ${publishOne}`,
    ],
    [
      'failed',
      domainOf([dkim('wrong')], { status: 'failed' }),
      'Live projects cannot send from this domain',
      `DKIM is wrong. Sending resumes once a check finds every required record. ${publishOne}`,
    ],
    [
      'vouched for',
      domainOf([dkim('missing')], { status: 'verified', vouched: true }),
      'The operator vouches for this domain',
      'Live projects send from it, whatever its records say. DKIM is missing.',
    ],
    [
      'a record would name this machine, which nobody is told to publish',
      domainOf([dkim('ok'), { ...localDmarc, need: 'recommended' }], { status: 'verified' }),
      sends,
      'The only required record is published.',
    ],
  ])('%s', (_, domain, title, words) => {
    expect(sentencesOn(domain)).toMatchObject({ title, words })
  })

  test('it names what it waits for', () => {
    expect(waitsFor(domainOf([dkim('missing'), spf('not_needed')]))).toBe('waiting for DKIM')
    const pending = { status: 'pending' } as Domain['dkim_keys'][number]
    expect(waitsFor(domainOf([dkim('ok')], { dkim_keys: [pending] }))).toBe(
      'waiting for the record of the new DKIM key',
    )
    expect(waitsFor(domainOf([dkim('ok')]))).toBe('waiting for the next check')
  })

  test('the list names what is open, and not what would name this machine', () => {
    expect(wrongsOf(domainOf([dkim('missing'), spf('not_needed'), dmarc('wrong')]))).toBe(
      'DKIM: missing, DMARC: wrong',
    )
    expect(wrongsOf(domainOf([dkim('ok'), { ...localDmarc, need: 'recommended' }]))).toBe('')
    expect(wrongsOf(domainOf([dkim('unchecked')], { checked_at: null }))).toBe('Not checked yet')
  })
})
