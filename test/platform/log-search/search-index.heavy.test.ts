import type { Knex } from 'knex'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newUuid, newWorkspaceId, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { inTransaction } from '../../../server/platform/db/transaction/transaction.js'
import { clampWindow } from '../../../server/platform/http/lists/pagination.js'
import type { Erasure, ErasureBatch } from '../../../server/product/audience/erasure/erasure.js'
import { redactorOf } from '../../../server/product/audience/erasure/redact.js'
import { erasureSteps } from '../../../server/process/erasure-steps.js'
import type { LogFilters } from '../../../server/product/messages/reads/log-conditions.js'
import { listLogs } from '../../../server/product/messages/reads/read-logs.js'
import { logSearchJob } from '../../../server/platform/log-search/job.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { seedHistory } from '../../support/messages/history.js'
import { purgeOnce } from '../../support/database/purge.js'

/** The index of words of logs, on a database of its own: how it is made, searched over many blocks, and emptied. */

const day = 24 * 3600 * 1000
const messages = 600
const config = { everySeconds: 3600, walkSeconds: 3600, blockLogs: 20, settledSeconds: 600 }

let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
const [workspaceId, neighbour, small] = [newWorkspaceId(), newWorkspaceId(), newWorkspaceId()]

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  sql = new pg.Pool({ connectionString: database.url, max: 1 })
  for (const [id, count] of [
    [workspaceId, messages],
    [neighbour, 100],
    [small, 19],
  ] as const) {
    await db('workspaces').insert({ id, name: 'Shop', retention_days: 30 })
    await seed(id, count, { from: new Date(Date.now() - 20 * day), to: new Date(Date.now() - day) })
  }
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

function seed(
  id: WorkspaceId,
  count: number,
  { from, to, project = newUuid() }: { readonly from: Date; readonly to: Date; readonly project?: Uuid },
) {
  return seedHistory(sql, { workspaceId: id, projects: [project], messages: count, from, to })
}

const index = () => logSearchJob(db, config, pino({ level: 'silent' })).run(new AbortController().signal)

interface Block {
  block: number
  first_id: Uuid
  last_id: Uuid
  logs: number
  words: string[]
  stale: boolean
}

const blocksOf = (id: WorkspaceId) =>
  db<Block>('log_search_blocks').where('workspace_id', id).orderBy('block')

const wordsOf = async (id: WorkspaceId, block: number) => {
  const rows = await db('log_search_words')
    .where({ workspace_id: id, block })
    .select<{ word: string }[]>('word')
  return rows.map(({ word }) => word).sort()
}

/** All that is found, and how many pages that took. */
async function search(filters: LogFilters, limit = 7, of = workspaceId) {
  const [found, window]: [string[], ReturnType<typeof clampWindow>] = [[], clampWindow({}, new Date(0))]
  let cursor: string | undefined
  let pages = 0
  do {
    const visibility = { workspaceId: of, projectId: null, environment: null }
    const query = { limit, ...filters, ...(cursor !== undefined && { cursor }) }
    const page = await listLogs(db, visibility, query, window)
    found.push(...page.data.map(({ subject, recipient }) => `${subject} ${recipient}`))
    expect(page.data.length).toBeLessThanOrEqual(limit)
    cursor = page.next_cursor ?? undefined
    pages += 1
  } while (cursor !== undefined)
  return { found, pages }
}

async function looked(where: string): Promise<string[]> {
  const { rows } = await sql.query<{ text: string }>(
    `select message.subject || ' ' || log.recipient as text
     from message_logs log join messages message on message.workspace_id = $1 and message.id = log.message_id
     where log.workspace_id = $1 and ${where} order by log.id desc`,
    [workspaceId],
  )
  return rows.map(({ text }) => text)
}

test('whole blocks are made, each log is in one, and what is too little or too new is in none', async () => {
  await seed(workspaceId, 50, { from: new Date(Date.now() - 60_000), to: new Date() })
  await index()
  const blocks = await blocksOf(workspaceId)
  expect(blocks.map(({ block, logs }) => [block, logs])).toEqual(
    Array.from({ length: 30 }, (_, at) => [at + 1, 20]),
  )
  const { rows } = await sql.query<{ block: number; count: string }>(
    `select block, count(log.id) from log_search_blocks block join message_logs log
       on log.workspace_id = block.workspace_id and log.id between block.first_id and block.last_id
     where block.workspace_id = $1 group by block having count(log.id) <> 20`,
    [workspaceId],
  )
  expect(rows).toEqual([])
  expect(await wordsOf(workspaceId, 3)).toEqual([...(blocks[2]?.words ?? [])].sort())
  expect(await blocksOf(small)).toEqual([])
  expect(await blocksOf(neighbour)).toHaveLength(5)
  await index()
  expect(await blocksOf(workspaceId)).toHaveLength(30)
})

test('between two looks at all workspaces, the job looks at those whose logs it was told of', async () => {
  // No id is made while the clock is ahead.
  const [id, project] = [newWorkspaceId(), newUuid()]
  await db('workspaces').insert({ id, name: 'Shop', retention_days: 30 })
  const job = logSearchJob(db, config, pino({ level: 'silent' }))
  const blocksAfterRun = async () => {
    await job.run(new AbortController().signal)
    return (await blocksOf(id)).length
  }
  expect(await blocksAfterRun()).toBe(0)
  const old = () => seed(id, 20, { from: new Date(Date.now() - 20 * day), to: new Date(Date.now() - day) })
  await old()
  expect(await blocksAfterRun()).toBe(0)
  job.noteLogs(id)
  expect(await blocksAfterRun()).toBe(1)

  // It keeps them in mind until their logs are old enough, and no longer.
  await seed(id, 20, { from: new Date(Date.now() - 10_000), to: new Date() })
  expect(await blocksAfterRun()).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * config.settledSeconds * 1000 })
  try {
    expect(await blocksAfterRun()).toBe(2)
    vi.setSystemTime(Date.now() + config.settledSeconds * 1000)
    await seed(id, 20, { from: new Date(Date.now() - 900_000), to: new Date(Date.now() - 800_000), project })
    expect(await blocksAfterRun()).toBe(2)
    vi.setSystemTime(Date.now() + config.walkSeconds * 1000)
    expect(await blocksAfterRun()).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})

test.each<[LogFilters, string]>([
  [{ q: 'order' }, `subject like '%Order%'`],
  [{ q: 'a-30' }, `subject like '% A-30%'`],
  [{ q: 'a-300' }, `subject like '% A-300%'`],
  [{ q: 'user7@example.com' }, `address = 'user7@example.com'`],
  [{ q: 'user1 order' }, `subject like '%Order%' and address like 'user1%'`],
  [{ q: 'statement 7' }, `subject like '%statement 7%'`],
  [{ q: 'statement order' }, 'false'],
  [{ q: 'pro' }, `message.metadata ->> 'plan' = 'pro'`],
  [{ metadata_key: 'plan' }, `message.metadata ->> 'plan' is not null`],
  [{ recipient_domain: 'example.com' }, 'true'],
  [{ recipient_domain: 'rare.example' }, 'false'],
  [{ subject: 'order a-3' }, `subject like '%Order A-3%'`],
  [{ q: 'order', status: 'bounced' }, `subject like '%Order%' and status = 'bounced'`],
])('%j finds over all blocks what a full look does', async (filters, where) => {
  const expected = await looked(where)
  for (const limit of [1, 7, 100]) expect((await search(filters, limit)).found).toEqual(expected)
})

test('a block whose logs have changed is made anew', async () => {
  const [block] = await blocksOf(workspaceId)
  expect(block?.stale).toBe(false)
  await sql.query(
    `update messages set subject = 'Quokka' where workspace_id = $1 and id = (
       select message_id from message_logs where workspace_id = $1 and id = $2)`,
    [workspaceId, block?.first_id],
  )
  await sql.query('update log_search_blocks set stale = true where workspace_id = $1 and block = 1', [
    workspaceId,
  ])
  await index()
  expect((await search({ q: 'quokka' })).found).toHaveLength(1)
  expect(await wordsOf(workspaceId, 1)).toContain('quokka')
  expect((await blocksOf(workspaceId))[0]?.stale).toBe(false)
})

test('who is erased leaves no word in any block', async () => {
  const address = 'user7@example.com'
  const words = async () =>
    (await db('log_search_words').where({ workspace_id: workspaceId, word: 'user7' })).length
  expect(await words()).toBeGreaterThan(5)
  const erasure: Erasure = {
    id: newUuid(),
    workspaceId,
    projectId: null,
    address,
    token: '#token',
    contactIds: [],
    redactor: redactorOf(address),
  }
  for (const step of erasureSteps) {
    let position: string | null = null
    do {
      const at: string | null = position
      const batch: ErasureBatch = await inTransaction(db, ({ sql: trx }) => step.run(trx, erasure, at, 100))
      position = batch.next
    } while (position !== null)
  }
  expect(await words()).toBe(0)
  const blocks = await blocksOf(workspaceId)
  expect(blocks.filter((block) => block.stale || block.words.includes('user7'))).toEqual([])
  expect((await search({ q: address })).found).toEqual([])
  expect((await search({ q: 'user8@example.com' })).found).toEqual(
    await looked(`address = 'user8@example.com'`),
  )
})

test('what is past its retention goes with its words', async () => {
  await db('workspaces').where('id', workspaceId).update({ retention_days: 10 })
  const before = await blocksOf(workspaceId)
  await purgeOnce(db, 50)
  await index()
  const [first, ...rest] = await blocksOf(workspaceId)
  expect(rest.length).toBeLessThan(before.length - 5)
  const { rows } = await sql.query<{ block: number }>(
    'select distinct block from log_search_words where workspace_id = $1 order by block',
    [workspaceId],
  )
  expect(rows.map(({ block }) => block)).toEqual([first, ...rest].map((block) => block?.block))
  // Of the block in which the retention begins, the words of what is left.
  const left = await looked(`log.id <= '${first?.last_id}'`)
  expect(first?.logs).toBe(left.length)
  const told = first?.words.filter((word) => /^\d+$/.test(word)) ?? []
  for (const number of told) expect(left.join(' ')).toContain(number)
  expect((await search({ q: 'order' })).found).toEqual(await looked(`subject like '%Order%'`))
  expect(await blocksOf(neighbour)).toHaveLength(5)
})

test('two processes at once make each block once', async () => {
  await seed(neighbour, 200, { from: new Date(Date.now() - day), to: new Date(Date.now() - day / 2) })
  await Promise.all([index(), index()])
  await index()
  const blocks = await blocksOf(neighbour)
  expect(blocks.map(({ block }) => block)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1))
})
