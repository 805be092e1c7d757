import knex, { type Knex } from 'knex'
import { randomInt } from 'node:crypto'
import { connect, createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { minUuidAt, newUuid, newWorkspaceId, type Uuid } from '../../../server/platform/db/ids.js'
import { partitionsJob } from '../../../server/platform/scheduler/partitions/job.js'
import { historyTables, readDivisions } from '../../../server/platform/scheduler/partitions/state.js'
import { openMigratedDatabase } from '../../support/database/database.js'
import { seedHistory } from '../../support/messages/history.js'
import { seededRandom } from '../../support/arbitrary/random.js'

/**
 * The job of partitions loses its connection, its server process or its life at one statement after the other, while
 * others read and write. `POSTSEAL_TEST_SEED` repeats the moments.
 */

const seed = Number(process.env['POSTSEAL_TEST_SEED'] ?? randomInt(2 ** 31))
const day = 24 * 3600 * 1000
/** After so many cuts at a clock a run is left alone. */
const maxCuts = 40
const today = Date.now() - (Date.now() % day)
const daysAgo = (days: number) => new Date(today - days * day + day / 2)
const tables = historyTables.map(({ table }) => table)

/**
 * At which moment a statement is cut: before the server has it, while it runs, when it is done, or by the end of the
 * server's process.
 */
const moments = ['before', 'during', 'after', 'terminated'] as const

test(
  'the next run repairs what a cut has left, and nobody who reads or writes is refused meanwhile',
  { timeout: 600_000 },
  async ({ onTestFinished }) => {
    const database = await openMigratedDatabase(3)
    const sql = new pg.Pool({ connectionString: database.url })
    sql.on('error', () => undefined)
    const proxy = await startProxy(
      database.url,
      (pid) => void sql.query('select pg_terminate_backend($1)', [pid]),
    )
    onTestFinished(async () => {
      proxy.close()
      await sql.end()
      await database.drop()
    })
    const [workspaceId, projectId] = [newWorkspaceId(), newUuid()]
    await sql.query(`insert into workspaces (id, name, retention_days) values ($1, 'A', 90)`, [workspaceId])
    const written: Uuid[] = []
    const others = neighbours(sql, workspaceId, written)
    const random = seededRandom(seed)
    const run = (db: Knex, now: Date) =>
      partitionsJob(
        db,
        { everySeconds: 600, fromBytes: 0, perRetention: 100 },
        { log, metrics, clock: () => now },
      ).run(never)
    const count = async (of: string) => {
      const { rows } = await sql.query<{ n: string }>(`select count(*) as n from ${of}`)
      return Number(rows[0]?.n)
    }

    /** Runs the job through cuts until a run is through. */
    async function throughCuts(now: Date): Promise<number> {
      others.setClock(now)
      for (let cuts = 0; ; cuts += 1) {
        const db = knex({ client: 'pg', connection: proxy.url, pool: { min: 0, max: 1 } })
        const moment = moments[Math.floor(random() * moments.length)] ?? 'before'
        const at = Math.floor(random() * (cuts < maxCuts ? 30 : 5_000))
        proxy.cutAt(at, moment)
        const failure = await run(db, now).then(
          () => undefined,
          (error: Error) => error,
        )
        await db.destroy().catch(() => undefined)
        if (!proxy.hasCut && failure === undefined) return cuts
        // A neighbour may have held a table for half a second, but not time after time.
        expect(cuts, failure?.message).toBeLessThan(2 * maxCuts)
        await expectWhole(`seed ${seed}, ${cuts}: ${moment} statement ${at}`)
      }
    }

    async function expectWhole(what: string): Promise<void> {
      // A server process whose client is gone may be at it yet.
      const { rows: loose } = await sql.query(
        `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
         and relname ~ ('^(' || array_to_string($1::text[], '|') || ')_(default|first|[0-9]{8})$')
         and not exists (select from pg_inherits where inhrelid = pg_class.oid and not inhdetachpending)`,
        [tables],
      )
      expect(loose, what).toEqual([])
      others.check(what)
    }

    let cuts = await throughCuts(daysAgo(20))
    cuts += await throughCuts(daysAgo(16))
    await seedHistory(sql, {
      workspaceId,
      projects: [projectId],
      messages: 90,
      from: daysAgo(20),
      to: daysAgo(2),
    })
    const before = await Promise.all(tables.map(count))
    cuts += await throughCuts(new Date())
    expect(cuts).toBeGreaterThan(10)
    const divisions = await readDivisions(database.db)
    for (const { table, isDivided, closing, partitions } of divisions) {
      expect([table, isDivided, closing]).toEqual([table, true, null])
      expect(partitions.at(-1)?.to.getTime() ?? 0, table).toBeGreaterThan(today + 2 * day)
      expect(await count(`${table}_default`), table).toBe(0)
    }
    const after = await Promise.all(tables.map(count))
    expect(after.map((rows, index) => rows >= (before[index] ?? 0))).toEqual(tables.map(() => true))

    await sql.query('update workspaces set retention_days = 5')
    await throughCuts(daysAgo(0))
    for (const { table, partitions } of await readDivisions(database.db))
      expect(partitions[0]?.to.getTime() ?? 0, table).toBeGreaterThanOrEqual(today - 5 * day)
    await others.stop()
    others.check('in the end')
    const { rows } = await sql.query<{ id: Uuid }>(`select id from events where type = 'neighbour'`)
    const kept = minUuidAt(new Date(today - 4 * day))
    const since = (ids: readonly Uuid[]) => ids.filter((id) => id >= kept).sort()
    expect(since(rows.map(({ id }) => id))).toEqual(since(written))
    expect(since(written).length).toBeGreaterThan(0)
  },
)

const never = new AbortController().signal
const log = pino({ level: 'silent' })
const metrics = { ran: () => undefined, purged: () => undefined }

/** Who reads and writes all the while. */
function neighbours(sql: pg.Pool, workspaceId: string, written: Uuid[]) {
  let clock = daysAgo(20)
  let stopped = false
  const failures: string[] = []
  async function go(what: () => Promise<unknown>): Promise<void> {
    while (!stopped) await what().catch((error: Error) => failures.push(error.message))
  }
  const writing = go(async () => {
    const id = `${minUuidAt(clock).slice(0, -12)}${newUuid().slice(-12)}` as Uuid
    await sql.query(`insert into events (workspace_id, id, type, data) values ($1, $2, 'neighbour', '{}')`, [
      workspaceId,
      id,
    ])
    written.push(id)
  })
  const reading = go(async () => {
    for (const table of tables)
      await sql.query(`select from ${table} where workspace_id = $1 limit 1`, [workspaceId])
  })
  return {
    setClock: (now: Date) => {
      clock = now
    },
    check: (what: string) => expect(failures, what).toEqual([]),
    stop: async () => {
      stopped = true
      await Promise.all([writing, reading])
    },
  }
}

/** A proxy that cuts a connection at one of its statements. */
async function startProxy(databaseUrl: string, terminate: (pid: number) => void) {
  const to = new URL(databaseUrl)
  let left = 0
  let moment: (typeof moments)[number] = 'before'
  let hasCut = false
  const server = createServer((near) => {
    const far = connect({ host: to.hostname, port: Number(to.port) })
    let [pid, isReady, waits] = [0, false, false]
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.on('data', (data) => {
      if (!isReady || hasCut) return void far.write(data)
      left -= 1
      if (left > 0) return void far.write(data)
      hasCut = true
      if (moment === 'before') end()
      else if (moment === 'during') far.write(data, end)
      else if (moment === 'terminated') {
        far.write(data)
        terminate(pid)
      } else {
        waits = true
        far.write(data)
      }
    })
    far.on('data', (data) => {
      // BackendKeyData: the type, a length of 12, the id of the process.
      const key = pid === 0 ? data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12])) : -1
      if (key >= 0) pid = data.readInt32BE(key + 5)
      // ReadyForQuery, and one more byte.
      const isWhole = data.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]))
      if (isWhole) isReady = true
      if (!waits) near.write(data)
      else if (isWhole) end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    get hasCut() {
      return hasCut
    },
    cutAt: (statement: number, when: (typeof moments)[number]) => {
      ;[left, moment, hasCut] = [statement, when, false]
    },
    close: () => void server.close(),
  }
}
