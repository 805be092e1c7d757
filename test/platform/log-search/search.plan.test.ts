import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidBytes } from '../../../base/text/uuid-bytes.js'
import { minUuidAt, nilUuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { clampWindow } from '../../../server/platform/http/lists/pagination.js'
import type { LogFilters } from '../../../server/product/messages/reads/log-conditions.js'
import { listLogs } from '../../../server/product/messages/reads/read-logs.js'
import { makeBlock, renewBlock } from '../../../server/platform/log-search/blocks.js'
import { logSearchJob } from '../../../server/platform/log-search/job.js'
import { searchBlocksTask } from '../../../server/platform/log-search/purge.js'
import { expectBounded } from '../../support/database/expect-bounded.js'
import { historyHas, type History } from '../../support/messages/history.js'
import { openLongHistory, type SeededDatabase } from '../../support/messages/long-history.js'

/** Neither a search by words nor the making of a block costs more the longer the history is. */

const day = 24 * 3600 * 1000
const limit = 25
const config = { everySeconds: 3600, walkSeconds: 3600, blockLogs: 25, settledSeconds: 600 }

let database: SeededDatabase
let db: Knex
let history: History

beforeAll(async () => {
  database = await openLongHistory()
  ;({ db, history } = database)
  // The job rests after each of the two thousand blocks as long as the block took.
  for (const id of await db('workspaces').pluck<WorkspaceId[]>('id')) {
    let made = await makeBlock(db, id, config)
    while (typeof made === 'number') made = await makeBlock(db, id, config)
    expect(made).not.toBe('busy')
  }
})
afterAll(() => database.drop())

const everything = () => ({ workspaceId: history.workspaceId, projectId: null, environment: null })
const window = () => clampWindow({}, new Date(history.from.getTime() - day))
const cursor = () =>
  uuidBytes(minUuidAt(new Date((history.from.getTime() + history.to.getTime()) / 2))).toString('base64url')

const searches: readonly LogFilters[] = [
  { q: historyHas.commonSubject },
  { q: historyHas.rareSubject },
  { q: 'a-9000' },
  { q: 'nothing' },
  { q: 'order user77' },
  { q: 'welcome order' },
  { q: 'user1' },
  { recipient_domain: 'example.com' },
  { recipient_domain: 'absent.example' },
  { metadata_key: 'no_such_key' },
  { subject: 'quarterly statement' },
]

/** Entries of the index may be as many as its budget says. */
const budget = 20_000

describe.each(['without statistics', 'with statistics'])('%s', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with statistics') await db.raw('analyze')
  })

  test.each(searches)('%j', async (filters) => {
    for (const query of [
      { limit, ...filters },
      { limit, ...filters, cursor: cursor() },
    ])
      await expectBounded(db, (trx) => listLogs(trx, everything(), query, window()), budget)
  })

  test('a block, made and made anew', async () => {
    const { workspaceId } = history
    await expectBounded(db, (trx) => renewBlock(trx, workspaceId), 3000)
    await db('log_search_blocks').where({ workspace_id: workspaceId, block: 40 }).update({ stale: true })
    await expectBounded(db, (trx) => renewBlock(trx, workspaceId), 3000)
    await expectBounded(db, (trx) => makeBlock(trx, workspaceId, config), 3000)
  })

  test('a look at all workspaces that finds nothing to index', async () => {
    const job = logSearchJob(db, config, pino({ level: 'silent' }))
    await job.run(new AbortController().signal)
    await expectBounded(
      db,
      (trx) => logSearchJob(trx, config, pino({ level: 'silent' })).run(new AbortController().signal),
      200,
    )
  })

  test('a purge', async () => {
    const scope = { workspaceId: history.workspaceId, before: new Date(history.from.getTime() + 10 * day) }
    await expectBounded(db, (trx) => searchBlocksTask.purge(trx, scope, nilUuid, 100), 5000)
    await expectBounded(db, (trx) => searchBlocksTask.workspaces(trx, nilUuid, 100), 5)
  })
})
