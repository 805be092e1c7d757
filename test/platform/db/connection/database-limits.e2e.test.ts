import type { Knex } from 'knex'
import { createServer, connect as dial, type AddressInfo, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../../server/platform/db/connection/database.js'
import { batcher } from '../../../../server/platform/db/batching/batcher.js'
import { inTransaction, type Transaction } from '../../../../server/platform/db/transaction/transaction.js'
import { isDatabaseTimeout, isUnavailable } from '../../../../server/platform/db/connection/unavailable.js'
import { createDatabase, type TestDatabase } from '../../../support/database/database.js'
import { startLossyProxy } from '../../../support/network/lossy-proxy.js'

/** Limits on PostgreSQL: no statement or transaction may run forever, or ask the pool for a second connection. */

let home: TestDatabase
/** Its statements may take a second: for what is to take longer. */
let hasty: Database
/** For what has to be in time on a busy machine, too. */
let patient: Database
let db: Knex
const open = (url: string, statementSeconds: number) =>
  openDatabase({
    databaseUrl: url,
    databaseConnections: 2,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds,
  })

beforeAll(async () => {
  home = await createDatabase()
  hasty = await open(home.url, 1)
  patient = await open(home.url, 240)
  db = hasty.db
  await patient.db.raw('create table facts (id integer primary key)')
})
afterAll(async () => {
  await hasty.close()
  await patient.close()
  await home.drop()
})

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error & { code?: string }) => error,
  )
const factsAre = async (ids: number[]) =>
  expect((await patient.db('facts').orderBy('id')).map(({ id }: { id: number }) => id)).toEqual(ids)

test('a statement is ended by PostgreSQL, and its connection goes on', async () => {
  const error = await failure(db.raw('select pg_sleep(20)'))
  expect(error?.code).toBe('57014')
  expect(isUnavailable(error) && isDatabaseTimeout(error)).toBe(true)
  expect((await db.raw<{ rows: unknown[] }>('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a wait for a lock ends', async () => {
  const held = async ({ sql }: Transaction) => {
    await sql.raw('lock table facts')
    const other = await open(home.url, 1)
    const error = await failure(other.db('facts').insert({ id: 1 }))
    expect(['55P03', '57014']).toContain(error?.code)
    expect(isUnavailable(error)).toBe(true)
    await other.close()
  }
  await inTransaction(db, held, { maxMs: 240_000 })
})

test('transactions that do nothing are rolled back, and their connections given back', async () => {
  // As many transactions as the pool has connections. None of them ends by itself.
  const idle = () =>
    inTransaction(db, async ({ sql }) => {
      await sql('facts').insert({ id: Math.trunc(Math.random() * 1e9) })
      await new Promise(() => undefined)
    })
  for (const error of await Promise.all([failure(idle()), failure(idle())])) {
    expect(error?.name).toBe('DatabaseTimeoutError')
    expect(isUnavailable(error)).toBe(true)
  }
  await factsAre([])
})

test('a transaction that never ends is rolled back, however busy it is', async () => {
  const error = await failure(
    inTransaction(db, async ({ sql }) => {
      await sql('facts').insert({ id: 3 })
      for (;;) await sql.raw('select pg_sleep(0.1)')
    }),
  )
  expect(error?.name).toBe('DatabaseTimeoutError')
  await factsAre([])
})

test('a transaction that was given more time has it', async () => {
  const slow = inTransaction(
    db,
    async ({ sql }) => {
      await sql.raw('select pg_sleep(1.2)')
      await sleep(1200)
      await sql('facts').insert({ id: 4 })
    },
    { maxMs: 240_000 },
  )
  expect(await failure(slow)).toBeUndefined()
  await factsAre([4])
  // The next transaction on this connection has the usual time limit.
  expect((await failure(inTransaction(db, ({ sql }) => sql.raw('select pg_sleep(20)'))))?.code).toBe('57014')
})

test('the pool is refused inside a transaction, by a statement, a transaction and a shared call', async () => {
  const { db } = patient
  const shared = batcher(async (ids: number[]) => {
    await db('facts')
    return ids
  })
  const asks = [() => db('facts'), () => inTransaction(db, async () => undefined), () => shared(1)]
  for (const ask of asks) {
    const error = await failure(inTransaction(db, async () => void (await ask())))
    expect(error?.name).toBe('PoolInTransactionError')
    expect(error?.message).toMatch(/tx\.sql/)
  }
  // A transaction cannot join a shared call that started outside, either.
  const begun = shared(1)
  const error = await failure(inTransaction(db, async () => void (await shared(2))))
  expect(error?.name).toBe('PoolInTransactionError')
  expect(await begun).toBe(1)
})

test('what a transaction leaves running, and what follows its commit, may ask the pool', async () => {
  const { db } = patient
  let left: Promise<unknown> | undefined
  let after: Promise<unknown> | undefined
  await inTransaction(db, async (tx) => {
    await tx.sql.raw('select 1')
    left = sleep(50).then(() => db('facts'))
    tx.afterCommit(() => {
      after = db('facts').then()
    })
  })
  await expect(left).resolves.toBeDefined()
  await expect(after).resolves.toBeDefined()
})

test('a statement whose reply never comes is given up, and so is its connection', async () => {
  const proxy = await startLossyProxy(home.url)
  const other = await open(proxy.url, 1)
  await other.db.raw('select 1')
  proxy.lose('all')
  const error = await failure(other.db.raw('select 1'))
  expect(error?.message).toMatch(/The database did not reply within 6 seconds/)
  expect(isUnavailable(error)).toBe(true)
  await other.close()
  proxy.close()
})

/** A proxy that, like PgBouncer, refuses connections whose first message has one of our settings. */
async function startPooler(to: URL): Promise<{ url: string; refused: () => number; server: Server }> {
  let refused = 0
  const server = createServer((near) => {
    near.on('error', () => undefined)
    near.once('data', (first) => {
      if (!first.includes('statement_timeout') && !first.includes('jit=off')) {
        const far = dial({ host: to.hostname, port: Number(to.port) })
        far.on('error', () => undefined)
        far.write(first)
        near.pipe(far).pipe(near)
        return
      }
      refused += 1
      const fields = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0')
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(fields.length + 4, 1)
      near.end(Buffer.concat([head, fields]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, refused: () => refused, server }
}

test('nothing is compiled, and a setting in the address goes before', async () => {
  const jitOf = async ({ db }: Database) => (await db.raw<{ rows: unknown[] }>('show jit')).rows
  expect(await jitOf(patient)).toEqual([{ jit: 'off' }])
  const other = await open(`${home.url}?options=-c%20jit%3Don`, 240)
  expect(await jitOf(other)).toEqual([{ jit: 'on' }])
  await other.close()
})

test('a connection pooler that takes no time-outs at the start is used without them', async () => {
  const pooler = await startPooler(new URL(home.url))
  const other = await open(pooler.url, 240)
  expect(await Promise.all([1, 2].map(() => other.db('facts').count().first()))).toHaveLength(2)
  expect(pooler.refused()).toBeGreaterThan(0)
  const refused = pooler.refused()
  await other.db.raw('select 1')
  expect(pooler.refused()).toBe(refused)
  await other.close()
  pooler.server.close()
})
