import { expect, test } from 'vitest'
import { newUuid, newWorkspaceId } from '../../../server/platform/db/ids.js'
import { expectedRecords } from '../../../server/product/domains/check/expected.js'
import type { DomainRecord } from '../../../server/product/domains/check/record-check.js'
import { judgeRules, type RuledDomain } from '../../../server/product/domains/rules/judge.js'
import { domain, sendingSetup } from './check/support/zone.js'

/** Tests how the rules judge a domain by what is known of it. */

const found = (status: DomainRecord['status'], records = expectedRecords(domain, sendingSetup)) =>
  records.map((record) => ({ ...record, status }))

const right: RuledDomain = {
  row: {
    workspace_id: newWorkspaceId(),
    id: newUuid(),
    name: domain.name,
    status: 'verified',
    bulk_since: null,
    vouched_at: null,
    verified_at: new Date(),
    degraded_since: null,
    checked_at: new Date(),
    next_check_at: new Date(),
    records: [],
    dmarc_policy: { domain: domain.name, record: 'v=DMARC1; p=none' },
    return_path_label: 'bounces',
    return_path_verified_at: new Date(),
    return_path_broken_at: null,
  },
  records: found('ok'),
  setup: sendingSetup,
  publicUrl: 'https://mail.postseal.example',
  relayTls: undefined,
  sourceProblems: [null, null],
  mostMails: 12,
  sending: { settled: 10_000, complaint_rate: 0.0002 },
  spamRate: undefined,
}

const statuses = (changes: Partial<RuledDomain> = {}) =>
  Object.fromEntries(judgeRules({ ...right, ...changes }).map(({ code, status }) => [code, status]))
const ruleOf = (code: string, changes: Partial<RuledDomain>) =>
  judgeRules({ ...right, ...changes }).find((rule) => rule.code === code)

test('all of them hold where everything is right', () => {
  expect(new Set(Object.values(statuses()))).toEqual(new Set(['holds']))
})

test('before the first check nobody can tell what the DNS says', () => {
  const row = { ...right.row, dmarc_policy: null }
  expect(statuses({ row, records: found('unchecked') })).toMatchObject({
    dkim: 'unknown',
    spf: 'unknown',
    dmarc: 'unknown',
  })
})

test('mail that stays in the sink has nobody’s rules of the way to keep', () => {
  const setup = { ...sendingSetup, staysHere: true }
  expect(statuses({ setup, publicUrl: 'http://localhost:4000' })).toMatchObject({
    spf: 'not_needed',
    reverse_dns: 'not_needed',
    tls: 'not_needed',
    one_click: 'not_needed',
  })
})

const { row } = right
test.each<[code: string, words: RegExp, enforcement: string, changes: Partial<RuledDomain>]>([
  [
    'dkim',
    /DKIM record ps1\._domainkey\.shop\.example is missing/,
    'enforced',
    { records: found('missing') },
  ],
  ['spf', /SPF record of bounce\.postseal\.example is wrong/, 'warned', { records: found('wrong') }],
  ['spf', /SPF passes but does not align/, 'warned', { row: { ...row, return_path_verified_at: null } }],
  [
    'dmarc',
    /has no DMARC policy\. One is required once .* the most of the last 30 days were 12/,
    'warned',
    { row: { ...row, dmarc_policy: null }, records: found('missing') },
  ],
  [
    'dmarc',
    /has no DMARC policy\. One is required, since/,
    'enforced',
    { row: { ...row, dmarc_policy: null, bulk_since: new Date() }, records: found('missing') },
  ],
  ['reverse_dns', /2 of 2 addresses are not used/, 'enforced', { sourceProblems: ['no PTR', 'no PTR'] }],
  [
    'tls',
    /unencrypted/,
    'warned',
    { setup: { ...sendingSetup, direct: false }, relayTls: 'never', sourceProblems: [] },
  ],
  ['one_click', /is not https/, 'enforced', { publicUrl: 'http://mail.postseal.example' }],
  [
    'spam_rate',
    /0\.10 % .* had complaints/,
    'enforced',
    { sending: { settled: 500, complaint_rate: 0.001 } },
  ],
  [
    'spam_rate',
    /Google counted 0\.25 % spam of shop\.example on 2026-11-20/,
    'enforced',
    { spamRate: { day: '2026-11-20', rate: 0.0025 } },
  ],
  ['sender_domain', /gmail\.com is a mailbox provider/, 'enforced', { row: { ...row, name: 'gmail.com' } }],
])('%s is broken: %s', (code, words, enforcement, changes) => {
  const rule = ruleOf(code, changes)
  expect(rule).toMatchObject({
    status: 'broken',
    enforcement,
    message: expect.stringMatching(words) as string,
  })
  expect(rule?.advice).toBeTruthy()
})

test.each<[code: string, status: string, changes: Partial<RuledDomain>]>([
  ['reverse_dns', 'unknown', { sourceProblems: [] }],
  [
    'reverse_dns',
    'not_needed',
    { setup: { ...sendingSetup, direct: false }, relayTls: 'required', sourceProblems: [] },
  ],
  ['reverse_dns', 'holds', { sourceProblems: ['no PTR', null] }],
  ['tls', 'holds', { setup: { ...sendingSetup, direct: false }, relayTls: 'required', sourceProblems: [] }],
  ['spf', 'holds', { setup: { ...sendingSetup, returnPathDomain: 'bounces.shop.example' } }],
  [
    'spam_rate',
    'holds',
    { sending: { settled: 0, complaint_rate: 0 }, spamRate: { day: '2026-11-20', rate: 0.0005 } },
  ],
  ['spam_rate', 'unknown', { sending: { settled: 499, complaint_rate: 0.01 } }],
])('%s is %s', (code, status, changes) => {
  expect(ruleOf(code, changes)?.status).toBe(status)
})
