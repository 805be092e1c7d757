import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, nilUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { dayOf } from '../../../../server/product/domains/dmarc/days.js'
import { findRamp } from '../../../../server/product/domains/dmarc/ramp/read-ramps.js'
import { namingJob } from '../../../../server/product/domains/dmarc/sources/naming-job.js'
import { listSources, sourcesExaminedAtMost } from '../../../../server/product/domains/dmarc/sources/list.js'
import { reviewSource } from '../../../../server/product/domains/dmarc/sources/review.js'
import {
  deleteOldDmarcDays,
  deleteOldDmarcReports,
  purgeDmarcSources,
} from '../../../../server/product/domains/dmarc/purge.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { capture, findings } from '../../../support/database/explain.js'

/**
 * Tests that reads of DMARC reports cost no more with more sources elsewhere, and a search no more than its budget.
 */

const sources = 6_000
const days = 3
const day = 24 * 3600 * 1000

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const [large, small] = [newUuid(), newUuid()]

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  for (const workspace of [workspaceId, newWorkspaceId()]) {
    const mine = workspace === workspaceId
    await db('workspaces').insert({ id: workspace, name: 'A' })
    const domains = mine ? [large, small] : [newUuid(), newUuid()]
    const policy = (name: string) => JSON.stringify({ domain: name, record: 'v=DMARC1; p=none' })
    await db('domains').insert(
      domains.map((id) => ({
        workspace_id: workspace,
        id,
        name: id,
        status: 'verified',
        dmarc_policy: policy(id),
      })),
    )
    // Ten of them are the small domain's, all over the ids.
    await db.raw(
      `with source as (
         insert into dmarc_sources (workspace_id, id, domain_id, address, header_from, first_seen_at, last_seen_at,
           named_at)
         select :workspace, ('01980000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
           case when n % 600 = 0 then cast(:small as uuid) else cast(:large as uuid) end, '10.0.0.0'::inet + n, 'a.example', now(),
           now(), now()
         from generate_series(1, :sources) n returning *
       )
       insert into dmarc_source_days
       select workspace_id, id, current_date - n, domain_id, 20, 0, 0, 0, 0, 0, 0, 20, 0, 0
       from source cross join generate_series(1, :days) n`,
      { workspace, sources, days, large: domains[0]!, small: domains[1]! },
    )
    await db.raw(
      `insert into dmarc_reports
       select :workspace, gen_random_uuid(), (cast(:domains as uuid[]))[case when n % 600 = 0 then 2 else 1 end], 'google.com', n::text,
         now(), now(), current_date - 1 - n % 40, 1
       from generate_series(1, :sources) n`,
      { workspace, domains: `{${domains.join(',')}}`, sources },
    )
  }
  await db.raw('analyze')
})
afterAll(() => database.drop())

const window = { since: new Date(Date.now() - 30 * day), until: null }
const ranges = ['192.0.2.0/24', '2001:db8::/32']
const list = (filters: object) => (trx: Knex) =>
  listSources(trx, workspaceId, { limit: 25, ...filters }, { window, ranges })

test.each<[string, object, number]>([
  ['nothing', {}, 26 * days],
  ['an address', { address: '10.0.3.7' }, days],
  ['an address that nobody has', { address: '203.0.113.1' }, 0],
  ['the domain of a few', { domain_id: toTypeId('dom', small) }, 10 * days],
  ['the domain of many', { domain_id: toTypeId('dom', large) }, 26 * days],
  ['one that nobody has', { domain_id: toTypeId('dom', newUuid()) }, 0],
  ['a From domain that none has', { header_from: 'b.example' }, sourcesExaminedAtMost + 1],
  ['ours, of which there are none', { ours: true }, sourcesExaminedAtMost + 1],
  ['a review that none has', { review: 'authorized' }, sourcesExaminedAtMost + 1],
  ['a kind that none is of', { kind: 'aligned' }, sourcesExaminedAtMost * days],
])('sources by %s', (_name, filters, maxRows) => expectBounded(db, list(filters), Math.max(maxRows, 30)))

test('a review', () => {
  const days = { from: dayOf(window.since), below: 'infinity' }
  const id = '01980000-0000-7000-8000-000000000007'
  return expectBounded(
    db,
    (trx) => reviewSource(trx, workspaceId, id, { fields: { review: 'authorized' }, days, ranges }),
    10,
  )
})

test('the ramp of a domain, whatever the others have', () => {
  const sendingSetup = { reportAddress: 'dmarc@b.example', ranges, now: new Date() }
  return expectBounded(db, (trx) => findRamp(trx, workspaceId, small, sendingSetup), 40)
})

test('the search for names where nearly all have one', async () => {
  const job = namingJob(db, { everySeconds: 1, batch: 500, atOnce: 1 }, () => {
    throw new Error('there is nobody to ask about')
  })
  await db('dmarc_sources').where('address', '10.0.0.9').update({ named_at: null })
  const sent = await capture(db, () => job.run(new AbortController().signal).catch(() => undefined))
  expect(sent).toHaveLength(1)
  for (const statement of sent) expect(await findings(db, statement, 10)).toEqual([])
})

test('a purge', async () => {
  const firstDay = dayOf(new Date(Date.now() - 35 * day))
  const recent = dayOf(new Date())
  const max = 100
  const walk = (first: string) => (trx: Knex) =>
    purgeDmarcSources(trx, workspaceId, { after: nilUuid, firstDay: first, max })
  await expectBounded(db, (trx) => deleteOldDmarcDays(trx, workspaceId, firstDay, max), 10)
  await expectBounded(db, (trx) => deleteOldDmarcDays(trx, workspaceId, recent, max), 2 * max + 10)
  await expectBounded(db, (trx) => deleteOldDmarcReports(trx, workspaceId, firstDay, max), 2 * max + 10)
  await expectBounded(db, walk(firstDay), max)
  await expectBounded(db, walk('2100-01-01'), days * max)
})
