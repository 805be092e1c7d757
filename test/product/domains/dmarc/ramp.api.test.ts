import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import {
  daysAgo,
  insertReport,
  insertReportedDomain,
  insertSource,
  type DomainFields,
  type SourceFields,
} from '../../../support/domains/dmarc.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Tests the place of domains on their way to p=reject. */

type Ramp = components['schemas']['DmarcRamp']

const env = {
  POSTSEAL_ROLES: 'api',
  POSTSEAL_SENDING_ADDRESSES: '192.0.2.25',
  POSTSEAL_RETURN_PATH_DOMAIN: 'bounce.postseal.example',
}
const ourReports = 'mailto:dmarc@bounce.postseal.example'
const dayMs = 24 * 3600 * 1000
const longAgo = new Date(Date.now() - 40 * dayMs)

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await startTestService({ env })
  await useNewTenant()
})
afterAll(() => service.stop())

/** Each test has domains of its own, which is enough for most. */
async function useNewTenant(retentionDays = 30): Promise<void> {
  tenant = await addTenant(service, { retentionDays })
  key = await tenant.key({ scopes: ['reports:read'] })
}

interface Known {
  readonly id: Uuid
  readonly name: string
}

const add = (fields: DomainFields = {}) => insertReportedDomain(service.sql, tenant.workspaceId, fields)
const source = (domain: Known, fields: SourceFields) =>
  insertSource(service.sql, tenant.workspaceId, domain, fields)

/** A domain with a record of its own. */
async function addWith(record: string): Promise<Known> {
  const name = `${toTypeId('dom', crypto.randomUUID()).slice(-20)}.example`
  return add({ name, policy: { domain: name, record } })
}

async function ramp({ id }: Known, by = key): Promise<Ramp> {
  const reply = await call(service.url, 'GET', `/v1/domains/${toTypeId('dom', id)}/dmarc-ramp`, { key: by })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Ramp
}

const codes = ({ blockers }: Ramp) => blockers.map(({ code }) => code)

describe('without a record', () => {
  test('the first step is to ask for reports, and nothing is in the way', async () => {
    const domain = await add()
    const found = await ramp(domain)
    expect(found).toMatchObject({ domain_id: toTypeId('dom', domain.id), domain: domain.name })
    expect(found).toMatchObject({ stage: null, next_stage: 'monitor', ready: true, blockers: [] })
    expect(found.current_record).toBeNull()
    expect(found.next_record).toEqual({
      type: 'TXT',
      name: `_dmarc.${domain.name}`,
      value: `v=DMARC1; p=none; rua=${ourReports}`,
    })
    expect(found.evidence).toEqual({
      since: `${daysAgo(14)}T00:00:00.000Z`,
      until: `${daysAgo(-1)}T00:00:00.000Z`,
      reports: 0,
      reporters: [],
      messages: 0,
      aligned: 0,
      aligned_share: null,
      dkim_aligned: 0,
      spf_aligned: 0,
      unauthorized: 0,
      unexplained_sources: [],
    })
  })

  test('a domain that was never checked is checked first', async () => {
    const domain = await add({ checkedAt: null })
    expect(await ramp(domain)).toMatchObject({
      stage: null,
      ready: false,
      blockers: [
        {
          code: 'not_checked',
          message: `The DNS of ${domain.name} has not been checked yet. Check the domain first.`,
        },
      ],
    })
  })

  test('a broken one is mended first', async () => {
    const advice = 'Publish one record at _dmarc.shop.example and remove the other.'
    const domain = await add({ records: [{ kind: 'dmarc', status: 'wrong', advice }] })
    expect(await ramp(domain)).toMatchObject({
      ready: false,
      blockers: [{ code: 'record_broken', message: `Fix the DMARC record first. ${advice}` }],
    })
  })
})

describe('the stages', () => {
  test('are climbed one by one, each with the record of the next', async () => {
    const climbed: unknown[] = []
    let record = `v=DMARC1; p=none; adkim=s; rua=mailto:own@shop.example; pct=50`
    for (let step = 0; step < 5; step += 1) {
      const domain = await addWith(record)
      await source(domain, { address: '192.0.2.25', days: [{ messages: 100, pass: 100 }] })
      const found = await ramp(domain)
      expect(found.current_record).toEqual({ type: 'TXT', name: `_dmarc.${domain.name}`, value: record })
      climbed.push([found.stage, found.ready, found.next_stage, found.next_record?.value])
      record = found.next_record?.value ?? ''
    }
    const kept = `adkim=s; rua=mailto:own@shop.example,${ourReports}`
    expect(climbed).toEqual([
      ['monitor', true, 'quarantine_testing', `v=DMARC1; p=quarantine; t=y; ${kept}`],
      ['quarantine_testing', true, 'quarantine', `v=DMARC1; p=quarantine; ${kept}`],
      ['quarantine', true, 'reject_testing', `v=DMARC1; p=reject; t=y; ${kept}`],
      ['reject_testing', true, 'reject', `v=DMARC1; p=reject; ${kept}`],
      ['reject', false, null, undefined],
    ])
  })

  test('are those of the domain above where its record is in effect, and the next one is of its own', async () => {
    const above = 'v=DMARC1; p=reject; sp=none; np=reject; adkim=s; rua=mailto:own@shop.example'
    const domain = await add({ policy: { domain: 'shop.example', record: above } })
    expect(await ramp(domain)).toMatchObject({
      stage: 'monitor',
      next_stage: 'quarantine_testing',
      current_record: { name: '_dmarc.shop.example', value: above },
      next_record: {
        name: `_dmarc.${domain.name}`,
        value: `v=DMARC1; p=quarantine; t=y; adkim=s; rua=mailto:own@shop.example,${ourReports}`,
      },
    })
  })

  test('have nothing in the way at the end', async () => {
    const domain = await addWith('v=DMARC1; p=reject')
    expect(await ramp(domain)).toMatchObject({ ready: false, blockers: [], next_stage: null })
    expect((await ramp(domain)).next_record).toBeNull()
  })
})

describe('the evidence', () => {
  test('is of the fourteen days before today and of today', async () => {
    const domain = await addWith('v=DMARC1; p=none')
    const days = [
      { ago: 0, messages: 1 },
      { ago: 1, messages: 20, pass: 20, dkimAligned: 15, spfAligned: 10 },
      { ago: 14, messages: 300, pass: 295, dkimAligned: 290, spfAligned: 5 },
      { ago: 15, messages: 4000 },
    ]
    await source(domain, { address: '192.0.2.25', days })
    await source(domain, { address: '198.51.100.1', days: [{ messages: 70 }], review: 'unauthorized' })
    for (const ago of [0, 1, 14, 15]) await insertReport(service.sql, tenant.workspaceId, domain.id, { ago })
    await insertReport(service.sql, tenant.workspaceId, domain.id, { reporter: 'outlook.com' })
    const { evidence, ready } = await ramp(domain)
    expect(evidence).toEqual({
      since: `${daysAgo(14)}T00:00:00.000Z`,
      until: `${daysAgo(-1)}T00:00:00.000Z`,
      reports: 4,
      reporters: ['google.com', 'outlook.com'],
      messages: 321,
      aligned: 315,
      aligned_share: 0.981,
      dkim_aligned: 305,
      spf_aligned: 15,
      unauthorized: 70,
      unexplained_sources: [],
    })
    expect(ready).toBe(true)
  })

  test('is not cut short by a short retention', async () => {
    await useNewTenant(1)
    const domain = await addWith('v=DMARC1; p=none')
    await source(domain, { days: [{ ago: 14, messages: 5, pass: 5 }] })
    expect((await ramp(domain)).evidence.messages).toBe(5)
  })

  test.each([
    [99, 99, ['too_few_messages']],
    [100, 98, []],
    [100, 97, ['aligned_share_too_low']],
    // 97.999 %, which rounds to 98.
    [100_000, 97_999, ['aligned_share_too_low']],
    [0, 0, ['too_few_messages']],
  ])('of %d messages with %d that pass is judged exactly', async (messages, pass, expected) => {
    const domain = await addWith('v=DMARC1; p=none')
    if (messages > 0) await source(domain, { address: '192.0.2.25', days: [{ messages, pass }] })
    const found = await ramp(domain)
    expect(codes(found)).toEqual(expected)
    expect(found.ready).toBe(expected.length === 0)
  })

  test('says what is in the way and what to do', async () => {
    const domain = await addWith('v=DMARC1; p=none')
    await source(domain, { address: '192.0.2.25', days: [{ messages: 60, pass: 60 }] })
    for (const last of [1, 2, 3, 4])
      await source(domain, {
        address: `203.0.113.${last}`,
        days: [{ messages: 10 + last, pass: last === 4 ? 1 : 0 }],
      })
    const messages = async () => (await ramp(domain)).blockers.map(({ message }) => message)
    expect(await messages()).toEqual([
      '55.4 % of the messages of the last 14 days passed DMARC; at least 98 % are required. Make the failing sources sign with DKIM as this domain, or review them as unauthorized.',
      '4 sources that nobody has explained turned up in the last 14 days, each with more than 2 messages that failed: ' +
        '203.0.113.4, 203.0.113.3, 203.0.113.2 and 1 more. Review each as authorized or unauthorized.',
    ])
    await service.sql.query(
      `update dmarc_sources set review = 'unauthorized' where domain_id = $1 and address <<= '203.0.113.0/24'`,
      [domain.id],
    )
    expect(await messages()).toEqual([
      'Receivers reported 60 messages for the last 14 days; at least 100 are required. Send more, or wait for more reports.',
    ])
  })
})

describe('a source that nobody can explain', () => {
  /** Beside so many messages of ours. */
  async function beside(messages: number, fields: SourceFields): Promise<Ramp> {
    const domain = await addWith('v=DMARC1; p=none')
    await source(domain, {
      address: '192.0.2.25',
      firstSeenAt: longAgo,
      days: [{ messages, pass: messages }],
    })
    await source(domain, { address: '203.0.113.9', ...fields })
    return ramp(domain)
  }
  const failing = (messages: number) => ({ days: [{ messages }] })

  test('is in the way with more than two messages and more than one in a thousand', async () => {
    expect(codes(await beside(1000, failing(2)))).toEqual([])
    expect(codes(await beside(1000, failing(3)))).toEqual(['unexplained_source'])
    const found = await beside(5000, failing(11))
    expect(found.blockers).toEqual([
      {
        code: 'unexplained_source',
        message:
          '1 source that nobody has explained turned up in the last 14 days, with more than 2 messages that failed: ' +
          '203.0.113.9. Review it as authorized or unauthorized.',
      },
    ])
    expect(found.evidence.unexplained_sources).toMatchObject([
      { address: '203.0.113.9', hostname: null, header_from: found.domain, messages: 11 },
    ])
    expect(codes(await beside(49_950, failing(50)))).toEqual([])
    expect(codes(await beside(49_950, failing(51)))).toEqual(['unexplained_source'])
  })

  test.each([
    ['is old', { ...failing(50), firstSeenAt: new Date(Date.now() - 15 * dayMs) }],
    ['was authorized', { ...failing(50), review: 'authorized' as const }],
    ['was found to be unauthorized', { ...failing(50), review: 'unauthorized' as const }],
    ['forwards our mail', { days: [{ messages: 50, ownSignature: 1 }] }],
    ['passes half of the time', { days: [{ messages: 50, pass: 25 }] }],
  ])('is none where it %s', async (_name, fields) => {
    expect(codes(await beside(5000, fields))).toEqual([])
  })

  test('is listed with the largest first, ten at most', async () => {
    const domain = await addWith('v=DMARC1; p=none')
    for (let index = 0; index < 12; index += 1) await source(domain, failing(20 + index))
    const sources = (await ramp(domain)).evidence.unexplained_sources
    expect(sources.map(({ messages }) => messages)).toEqual([31, 30, 29, 28, 27, 26, 25, 24, 23, 22])
    const one = await call(service.url, 'GET', '/v1/deliverability/dmarc/sources?limit=100', { key })
    const shown = (one.body as components['schemas']['DmarcSourceList']).data.find(
      ({ id }) => id === sources[0]?.source_id,
    )
    expect(shown).toMatchObject({ messages: 31, address: sources[0]?.address })
  })
})

describe('the list', () => {
  test('has the ramp of every domain, the newest first, page by page', async () => {
    await useNewTenant()
    const domains = [await addWith('v=DMARC1; p=none'), await add(), await addWith('v=DMARC1; p=reject')]
    for (const [index, domain] of domains.entries()) {
      await source(domain, { days: [{ messages: 1000 + index, pass: 1000 }] })
      await insertReport(service.sql, tenant.workspaceId, domain.id, { reporter: `${index}.example` })
    }
    const list = async (query: string) => {
      const reply = await call(service.url, 'GET', `/v1/domains/dmarc-ramp?${query}`, { key })
      expect(reply.status, reply.text).toBe(200)
      return reply.body as components['schemas']['DmarcRampList']
    }
    const each = await Promise.all(domains.reverse().map((domain) => ramp(domain)))
    expect((await list('')).data).toEqual(each)
    const first = await list('limit=2')
    expect(first.data).toEqual(each.slice(0, 2))
    const second = await list(`limit=2&cursor=${first.next_cursor}`)
    expect(second).toEqual({ data: each.slice(2), has_more: false, next_cursor: null })
  })

  test('and the ramp of one are nothing to another workspace', async () => {
    const domain = await addWith('v=DMARC1; p=none')
    const theirs = await (await addTenant(service)).key()
    const path = `/v1/domains/${toTypeId('dom', domain.id)}/dmarc-ramp`
    expect((await call(service.url, 'GET', path, { key: theirs })).status).toBe(404)
    const list = await call(service.url, 'GET', '/v1/domains/dmarc-ramp', { key: theirs })
    expect(list.body).toEqual({ data: [], has_more: false, next_cursor: null })
  })
})
