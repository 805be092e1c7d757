import { gzipSync } from 'node:zlib'
import type { Knex } from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newWorkspaceId, toTypeId, type Uuid, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { deleteDomain } from '../../../../server/product/domains/delete.js'
import { dayOf } from '../../../../server/product/domains/dmarc/days.js'
import { bufferSource } from '../../../../server/product/domains/dmarc/reports/source.js'
import { importAnyReport } from '../../../../server/product/domains/import-any-report.js'
import { listTlsReports } from '../../../../server/product/domains/tls-reports/list.js'
import { deleteOldTls } from '../../../../server/product/domains/tls-reports/purge.js'
import type { TimeWindow } from '../../../../server/platform/http/lists/pagination.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { insertReportedDomain } from '../../../support/domains/dmarc.js'
import { reportDay } from '../../../support/domains/dmarc-reports.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { purgeOnce } from '../../../support/database/purge.js'
import { writeTlsReport, type WrittenTlsReport } from '../../../support/domains/tls-reports.js'

/** Tests which parts of TLS reports a database keeps, how they are read, and when they go. */

const dayMs = 86_400_000
let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
let workspaceId: WorkspaceId
let domain: { id: Uuid; name: string }

beforeAll(async () => {
  database = await openMigratedDatabase(6)
  db = database.db
  sql = new pg.Pool({ connectionString: database.url, max: 2 })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})
beforeEach(async () => {
  workspaceId = await addWorkspace()
  domain = await insertReportedDomain(sql, workspaceId)
})

async function addWorkspace(): Promise<WorkspaceId> {
  const id = newWorkspaceId()
  await db('workspaces').insert({ id, name: 'A', retention_days: 30 })
  return id
}

/** A report about the domain, unless its policies say otherwise. */
const take = ({ policies = [{}], ...report }: WrittenTlsReport = {}) => {
  const about = policies.map((policy) => ({ domain: domain.name, ...policy }))
  const json = writeTlsReport({ ...report, policies: about })
  return importAnyReport(db, bufferSource(gzipSync(json)), { from: 'mail' })
}

const window = (sinceDays = 30) => ({ since: new Date(Date.now() - sinceDays * dayMs), until: null })
const list = async (of: WorkspaceId = workspaceId, days: TimeWindow = window()) =>
  (await listTlsReports(db, of, { limit: 25 }, days)).data

const ends = new Date((reportDay + 86_399) * 1000).toISOString()

test('sessions are summed by policy, and failures by reason and MX host', async () => {
  const failures = [{ sessions: 5 }, { sessions: 2, ip: '192.0.2.1' }, { sessions: 1, mx: '' }]
  expect(await take({ policies: [{ successful: 90, failed: 8, failures }] })).toMatchObject({
    kind: 'tls',
    outcome: 'stored',
    policies: 1,
    domains: [{ domain: { id: domain.id }, successful: 90, failed: 8 }],
  })
  await take({ id: 't-2', ago: 1, policies: [{ failed: 1, failures: [{ ip: '192.0.2.9' }] }] })
  const other = { type: 'no-policy-found', domain: `news.${domain.name}`, successful: 3 }
  const refused = { result: 'starttls-not-supported', sessions: 20 }
  await take({
    org: 'Another',
    policies: [{ ...other, failed: 21, failures: [refused] }, { failures: [{}] }],
  })
  expect(await list()).toEqual([
    {
      domain_id: toTypeId('dom', domain.id),
      domain: domain.name,
      reports: 3,
      reporters: ['receiver inc.', 'another'],
      successful_sessions: 113,
      failed_sessions: 30,
      policies: [
        { policy_type: 'sts', policy_domain: domain.name, successful_sessions: 110, failed_sessions: 9 },
        {
          policy_type: 'no-policy-found',
          policy_domain: `news.${domain.name}`,
          successful_sessions: 3,
          failed_sessions: 21,
        },
      ],
      failures: [
        {
          result_type: 'starttls-not-supported',
          policy_type: 'no-policy-found',
          receiving_mx: `mx1.mail.news.${domain.name}`,
          sessions: 20,
          reporters: ['another'],
          sending_addresses: ['2001:db8::25'],
          last_seen_at: ends,
        },
        {
          result_type: 'certificate-expired',
          policy_type: 'sts',
          receiving_mx: `mx1.mail.${domain.name}`,
          sessions: 9,
          reporters: ['receiver inc.', 'another'],
          sending_addresses: ['2001:db8::25', '192.0.2.1'],
          last_seen_at: ends,
        },
        {
          result_type: 'certificate-expired',
          policy_type: 'sts',
          receiving_mx: null,
          sessions: 1,
          reporters: ['receiver inc.'],
          sending_addresses: ['2001:db8::25'],
          last_seen_at: ends,
        },
      ],
      last_seen_at: ends,
    },
  ])
})

test('a window is of whole days, and a domain without reports in it is left out', async () => {
  await take()
  await take({ id: 't-2', ago: 5, policies: [{ successful: 1 }] })
  const of = async (since: number, until: number) => {
    const at = (ago: number) => new Date((reportDay - ago * 86_400) * 1000 + 3_600_000)
    return (await list(workspaceId, { since: at(since), until: at(until) }))[0]
  }
  expect(await of(5, 0)).toMatchObject({ reports: 2, successful_sessions: 11 })
  expect(await of(5, 1)).toMatchObject({ reports: 1, successful_sessions: 1 })
  expect(await of(4, 1)).toBeUndefined()
})

test('a page has the newest domains, and one domain can be asked for', async () => {
  const newer = await insertReportedDomain(sql, workspaceId)
  await insertReportedDomain(sql, workspaceId)
  await take()
  await take({ policies: [{ domain: newer.name }] })
  const first = await listTlsReports(db, workspaceId, { limit: 1 }, window())
  expect(first).toMatchObject({ has_more: true, data: [{ domain: newer.name, reports: 1 }] })
  const next = { limit: 1, cursor: first.next_cursor ?? '' }
  expect(await listTlsReports(db, workspaceId, next, window())).toMatchObject({
    has_more: false,
    data: [{ domain: domain.name, reports: 1 }],
  })
  const only = { limit: 25, domain_id: toTypeId('dom', domain.id) }
  expect((await listTlsReports(db, workspaceId, only, window())).data).toMatchObject([{ reports: 1 }])
  expect((await listTlsReports(db, await addWorkspace(), only, window())).data).toEqual([])
})

test('a report counts once, also when it comes many times at once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => take()))
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
    ...Array<string>(4).fill('duplicate'),
    'stored',
  ])
  expect(await take({ org: ' RECEIVER  inc. ' })).toMatchObject({ outcome: 'duplicate', domains: [] })
  expect(await list()).toMatchObject([{ reports: 1, successful_sessions: 10 }])
})

test('a report is for every workspace that has proved the domain, and for no other', async () => {
  const [another, unproved] = [await addWorkspace(), await addWorkspace()]
  await insertReportedDomain(sql, another, { name: domain.name })
  const { id } = await insertReportedDomain(sql, unproved, { name: domain.name })
  await db('domains').where({ id }).update({ status: 'pending' })
  expect((await take()).domains).toHaveLength(2)
  const reports = async (of: WorkspaceId) => (await list(of)).map((row) => row.reports)
  expect([await reports(workspaceId), await reports(another), await reports(unproved)]).toEqual([
    [1],
    [1],
    [],
  ])
  await expect(take({ policies: [{ domain: 'nobodys.example' }] })).rejects.toMatchObject({
    code: 'unknown_domain',
  })
})

test('nothing is kept of a report with more kinds of failure than any needs', async () => {
  const failures = Array.from({ length: 501 }, (_, at) => ({ mx: `mx${at}.shop.example` }))
  await expect(take({ policies: [{ failures }] })).rejects.toMatchObject({ code: 'too_large' })
  expect(await list()).toEqual([])
  await take({ policies: [{ failures: failures.slice(1) }] })
  expect((await list())[0]?.failures).toHaveLength(50)
})

describe('what was told goes', () => {
  const tables = ['tls_reports', 'tls_policy_days', 'tls_failure_days'] as const
  const left = () =>
    Promise.all(tables.map(async (table) => (await db(table).where({ workspace_id: workspaceId })).length))

  test('with its retention', async () => {
    for (const ago of [0, 20, 31, 60])
      await take({ id: `t-${ago}`, ago, policies: [{ failed: 1, failures: [{}] }] })
    expect(await left()).toEqual([4, 4, 4])
    await purgeOnce(db, 1)
    expect(await left()).toEqual([2, 2, 2])
  })

  test('with its domain', async () => {
    await take({ policies: [{ failed: 1, failures: [{}] }] })
    const row = { workspace_id: workspaceId, ...domain }
    await db.transaction((trx) => deleteDomain(trx, row))
    expect(await left()).toEqual([0, 0, 0])
  })
})

describe('with much else beside it', () => {
  const days = 4000
  let small: { id: Uuid; name: string }

  beforeAll(async () => {
    workspaceId = await addWorkspace()
    small = await insertReportedDomain(sql, workspaceId)
    const others = [
      await insertReportedDomain(sql, workspaceId),
      await insertReportedDomain(sql, workspaceId),
    ]
    const ids = [small, ...others].map(({ id }) => id)
    const rows = {
      tls_reports: `:workspaceId, gen_random_uuid(), id, 'a', n::text, now(), now(), current_date - n`,
      tls_policy_days: `:workspaceId, id, current_date - n, 'sts', 'a.example', 1, 1`,
      tls_failure_days: `:workspaceId, id, current_date - n, 'sts', 'x', '', 'a', 1, '{}', now()`,
    }
    for (const [table, columns] of Object.entries(rows)) {
      await db.raw(
        `insert into ${table} select ${columns}
         from unnest(cast(:ids as uuid[])) with ordinality as domain (id, place), generate_series(1, :days) n
         where place > 1 or n <= 3`,
        { workspaceId, ids: `{${ids.join(',')}}`, days },
      )
    }
    await db.raw('analyze')
  })

  test('a domain is read, and old days are deleted, in the time of their own rows', async () => {
    const of = (await db('domains').where({ id: small.id }).first()) as { workspace_id: WorkspaceId }
    const query = { limit: 25, domain_id: toTypeId('dom', small.id) }
    await expectBounded(db, (trx) => listTlsReports(trx, of.workspace_id, query, window(3000)), 30)
    const before = (ago: number) => dayOf(new Date(Date.now() - ago * dayMs))
    for (const deleteOld of Object.values(deleteOldTls)) {
      await expectBounded(db, (trx) => deleteOld(trx, of.workspace_id, before(days + 5), 100), 10)
      await expectBounded(db, (trx) => deleteOld(trx, of.workspace_id, before(0), 100), 210)
    }
  })
})
