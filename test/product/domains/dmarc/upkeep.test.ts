import type { Knex } from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  type Uuid,
  type WorkspaceId,
} from '../../../../server/platform/db/ids.js'
import { DnsFailure } from '../../../../server/mail/dns/resolver.js'
import { namingJob } from '../../../../server/product/domains/dmarc/sources/naming-job.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { daysAgo, insertReport, insertReportedDomain, insertSource } from '../../../support/domains/dmarc.js'
import { purgeOnce } from '../../../support/database/purge.js'

/** Tests the scheduler's upkeep of DMARC reports. */

let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
let workspaceId: WorkspaceId
let domain: { id: Uuid; name: string }

beforeAll(async () => {
  database = await openMigratedDatabase(5)
  db = database.db
  sql = new pg.Pool({ connectionString: database.url, max: 2 })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})
beforeEach(async () => {
  await sql.query('delete from dmarc_sources')
  await addWorkspace(30)
})

async function addWorkspace(retentionDays: number): Promise<void> {
  workspaceId = newWorkspaceId()
  await sql.query(`insert into workspaces (id, name, retention_days) values ($1, 'A', $2)`, [
    workspaceId,
    retentionDays,
  ])
  domain = await insertReportedDomain(sql, workspaceId)
}

const going = new AbortController().signal
const old = () => minUuidAt(new Date(Date.now() - 25 * 3600 * 1000)).slice(0, 24) + newUuid().slice(24)

describe('names', () => {
  const asked: string[] = []
  /** Everybody is called by the address, but for those that are silent. */
  const silent = new Set<string>()
  const resolver = {
    names: (address: string) => {
      asked.push(address)
      if (silent.has(address)) return Promise.reject(new DnsFailure(address, 'ETIMEOUT'))
      return Promise.resolve({ records: [`n${address.replaceAll('.', '-')}.example.com`], exists: true })
    },
    addresses: (host: string) =>
      Promise.resolve({ records: [host.slice(1, host.indexOf('.')).replaceAll('-', '.')], exists: true }),
  }
  const job = (batch = 500) => namingJob(db, { everySeconds: 60, batch, atOnce: 3 }, () => resolver)
  const add = (address: string, id = newUuid(), headerFrom = domain.name) =>
    insertSource(sql, workspaceId, domain, { id, address, headerFrom, days: [] })

  async function named(): Promise<Record<string, string | null>> {
    const { rows } = await sql.query<{ address: string; hostname: string | null; network: string | null }>(
      'select distinct host(address) as address, hostname, network from dmarc_sources where named_at is not null',
    )
    return Object.fromEntries(rows.map(({ address, hostname }) => [address, hostname]))
  }

  beforeEach(() => {
    asked.length = 0
    silent.clear()
  })

  test('are looked up once for each address, and then no more', async () => {
    await add('8.0.0.1')
    await add('8.0.0.1', newUuid(), 'another.example')
    await add('8.0.0.2')
    await add('10.0.0.1')
    const names = job()
    await names.run(going)
    expect(await named()).toEqual({
      '8.0.0.1': 'n8-0-0-1.example.com',
      '8.0.0.2': 'n8-0-0-2.example.com',
      '10.0.0.1': null,
    })
    await names.run(going)
    expect(asked.sort()).toEqual(['8.0.0.1', '8.0.0.2'])
  })

  test('are looked up for a batch of sources, and the next run goes on behind it', async () => {
    for (let last = 1; last <= 5; last += 1) {
      await add(`8.0.0.${last}`)
      if (last <= 3) silent.add(`8.0.0.${last}`)
    }
    const names = job(2)
    for (let run = 0; run < 3; run += 1) await names.run(going)
    expect(asked).toEqual(['8.0.0.1', '8.0.0.2', '8.0.0.3', '8.0.0.4', '8.0.0.5'])
    expect(Object.keys(await named()).sort()).toEqual(['8.0.0.4', '8.0.0.5'])
    // From the beginning again, without asking those who were silent a moment ago.
    for (let run = 0; run < 3; run += 1) await names.run(going)
    expect(asked).toHaveLength(5)
    silent.clear()
    await job().run(going)
    expect(Object.keys(await named())).toHaveLength(5)
  })

  test('are given up for a source that is a day old', async () => {
    silent.add('8.0.0.1').add('8.0.0.2')
    await add('8.0.0.1', old())
    await add('8.0.0.2')
    await job().run(going)
    expect(await named()).toEqual({ '8.0.0.1': null })
  })

  test('wait for the next process where this one stops', async () => {
    await add('8.0.0.1')
    const stopping = new AbortController()
    const never = { ...resolver, names: () => new Promise<never>(() => stopping.abort()) }
    await namingJob(db, { everySeconds: 60, batch: 500, atOnce: 3 }, () => never).run(stopping.signal)
    expect(await named()).toEqual({})
  })
})

describe('the purge', () => {
  const purge = () => purgeOnce(db, 2)
  const left = async (what: string, table: string): Promise<string[]> => {
    const { rows } = await sql.query<{ what: string }>(
      `select ${what} as what from ${table} where workspace_id = $1 order by 1`,
      [workspaceId],
    )
    return rows.map((row) => row.what)
  }

  test.each([
    [30, 30],
    [3, 15],
  ])('of a retention of %d days keeps %d', async (retention, kept) => {
    await addWorkspace(retention)
    const other = await insertReportedDomain(sql, workspaceId)
    for (const of of [domain, other]) {
      for (const ago of [kept + 3, kept + 2, kept + 1, kept, 1]) {
        await insertSource(sql, workspaceId, of, {
          days: [
            { ago, messages: 1 },
            { ago: ago + 30, messages: 1 },
          ],
        })
        await insertReport(sql, workspaceId, of.id, { ago })
      }
    }
    await purge()
    const days = [kept, kept, 1, 1].map(daysAgo)
    expect(await left('day::text', 'dmarc_source_days')).toEqual(days)
    expect(await left('day::text', 'dmarc_reports')).toEqual(days)
    expect(await left('id', 'dmarc_sources')).toHaveLength(4)
  })

  test('leaves a source that was reviewed, and goes with the review', async () => {
    const fields = { days: [{ ago: 40, messages: 1 }] }
    const reviewed = await insertSource(sql, workspaceId, domain, { ...fields, review: 'authorized' })
    await insertSource(sql, workspaceId, domain, fields)
    await purge()
    expect(await left('id', 'dmarc_sources')).toEqual([reviewed])
    await sql.query('update dmarc_sources set review = null')
    await purge()
    expect(await left('id', 'dmarc_sources')).toEqual([])
  })

  test('passes over what an import is adding to, and what has days left', async () => {
    const idle = { days: [], lastSeenAt: new Date(0) }
    const busy = await insertSource(sql, workspaceId, domain, idle)
    const counted = await insertSource(sql, workspaceId, domain, { ...idle, days: [{ messages: 1 }] })
    await insertSource(sql, workspaceId, domain, idle)
    const client = await sql.connect()
    try {
      await client.query('begin')
      await client.query('update dmarc_sources set last_seen_at = now() where id = $1', [busy])
      await purge()
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await left('id', 'dmarc_sources')).toEqual([busy, counted])
  })
})
