import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import path from 'node:path'
import { Client, Pool, type QueryResult } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// The built one: its worker is a file that Node can run.
import type { EmbeddedDatabase, startEmbedded as Start } from '../../../embedded/embedded.js'
import { copyMigratedFolder } from '../../support/database/embedded-template.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { until } from '../../support/time/until.js'

const { startEmbedded } = (await import(
  new URL('../../../dist/parts/embedded/embedded.js', import.meta.url).href
)) as { startEmbedded: typeof Start }

let database: EmbeddedDatabase
let onlooker: Client
beforeAll(async () => {
  const dataDir = newDataDir()
  await copyMigratedFolder(path.join(dataDir, 'db'))
  database = await startEmbedded(dataDir)
  onlooker = await connect(database.socketFolder)
  await onlooker.query('create table facts (id integer primary key, note text not null)')
})
afterAll(async () => {
  await onlooker.end()
  await database.close()
})

async function connect(host: string): Promise<Client> {
  const client = new Client({ host, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function clients(many: number): Promise<Client[]> {
  return Promise.all(Array.from({ length: many }, () => connect(database.socketFolder)))
}

/** Ends a client as a crash of its process would: no word, no rollback. */
function vanish(client: Client): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

const count = async (where: string) =>
  Number((await onlooker.query<{ n: string }>(`select count(*) as n from facts where ${where}`)).rows[0]?.n)

/**
 * Bytes that take so many reads of a socket (64 KiB each) that others are surely heard between a Parse and its Bind.
 */
const large = 1_000_000

interface Answer {
  mark?: string
  sum?: number
  length?: number
}

/** Extended queries of many shapes at once; each answer names its question. Returns what came back wrong. */
async function askAtOnce(asking: readonly Client[], rounds: number): Promise<string[]> {
  const wrong: string[] = []
  await Promise.all(
    asking.map(async (client, me) => {
      for (let round = 0; round < rounds; round += 1) {
        const mark = `${me}/${round}`
        const asked: [string, unknown[], (result: QueryResult<Answer>) => boolean][] = [
          ['select $1::text as mark', [mark], ({ rows }) => rows[0]?.mark === mark],
          [
            'select length($1::text) as length, $2::text as mark',
            ['x'.repeat(large + me), mark],
            ({ rows }) => rows[0]?.length === large + me && rows[0]?.mark === mark,
          ],
          ['select $1::int + $2::int as sum', [me, round], ({ rows }) => rows[0]?.sum === me + round],
          [
            'select n, $1::text as mark from generate_series(1, $2::int) n',
            [mark, 5],
            ({ rows }) => rows.length === 5 && rows.every((row) => row.mark === mark),
          ],
        ]
        const [text, values, isRight] = asked[(me + round) % asked.length] ?? asked[0]!
        const right = await client.query<Answer>(text, values).then(isRight, () => false)
        if (!right) wrong.push(mark)
      }
    }),
  )
  return wrong
}

test('many clients that ask at once get their own answers', async () => {
  const asking = await clients(20)
  expect(await askAtOnce(asking, 8)).toEqual([])
  await Promise.all(asking.map((client) => client.end()))
})

test('without whole pipelines they would not: the test above can fail', async () => {
  const folder = newDataDir()
  await copyMigratedFolder(path.join(folder, 'db'))
  const db = await PGlite.create({ dataDir: path.join(folder, 'db') })
  const server = new PGLiteSocketServer({ db, path: path.join(folder, '.s.PGSQL.5432'), maxConnections: 64 })
  await server.start()
  const asking = await Promise.all(Array.from({ length: 20 }, () => connect(folder)))
  // A client that gets another one's replies may wait for its own for ever, which proves as much.
  const wrong = await Promise.race([
    askAtOnce(asking, 8),
    new Promise<string[]>((resolve) => setTimeout(() => resolve(['a client never got its answer']), 2000)),
  ])
  expect(wrong).not.toEqual([])
  asking.forEach(vanish)
  await server.stop()
  await db.close()
})

test('transactions of many clients do not mix', async () => {
  const writing = await clients(10)
  await Promise.all(
    writing.map(async (client, me) => {
      for (let round = 0; round < 10; round += 1) {
        const id = 1000 + me * 100 + round
        await client.query('begin')
        await client.query('insert into facts values ($1, $2)', [id, `writer ${me}`])
        const own = await client.query('select note from facts where id = $1', [id])
        expect(own.rows).toEqual([{ note: `writer ${me}` }])
        await client.query(round % 2 === 0 ? 'commit' : 'rollback')
      }
    }),
  )
  expect(await count('id between 1000 and 1999')).toBe(50)
  await Promise.all(writing.map((client) => client.end()))
})

test('an error in one pipeline is that client’s alone, and it can go on', async () => {
  const [failing, ...others] = await clients(8)
  const codes: string[] = []
  const fail = async () => {
    for (let round = 0; round < 40; round += 1) {
      // At the parse, at the bind, and at the execution.
      const [text, values] = [
        ['select nonsense from nowhere where id = $1', [1]],
        ['select $1::int', ['no number']],
        ['select 1 / $1::int', [0]],
      ][round % 3] as [string, unknown[]]
      await failing!.query(text, values).catch((error: { code: string }) => codes.push(error.code))
      const { rows } = await failing!.query('select $1::int as round', [round])
      expect(rows).toEqual([{ round }])
    }
  }
  const [, wrong] = await Promise.all([fail(), askAtOnce(others, 12)])
  expect(wrong).toEqual([])
  expect(codes).toHaveLength(40)
  expect(new Set(codes)).toEqual(new Set(['42P01', '22P02', '22012']))
  await Promise.all([failing!, ...others].map((client) => client.end()))
})

test('an error in a transaction leaves it to be rolled back, and nobody else in it', async () => {
  const [failing, other] = await clients(2)
  await failing!.query('begin')
  await failing!.query('insert into facts values ($1, $2)', [2000, 'lost'])
  await expect(failing!.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
  await expect(failing!.query('select $1::int', [1])).rejects.toMatchObject({ code: '25P02' })
  const waiting = other!.query('insert into facts values ($1, $2)', [2001, 'kept'])
  await failing!.query('rollback')
  await waiting
  expect(await count('id between 2000 and 2999')).toBe(1)
  await Promise.all([failing!.end(), other!.end()])
})

test('simple queries with several statements, as psql sends them, mix with the others', async () => {
  const [psql, ...others] = await clients(6)
  const ask = async () => {
    for (let round = 0; round < 30; round += 1) {
      const results = (await psql!.query(`select ${round} as a; select 'x' as b`)) as unknown as QueryResult[]
      expect(results.map(({ rows }) => rows[0] as unknown)).toEqual([{ a: round }, { b: 'x' }])
    }
  }
  const [, wrong] = await Promise.all([ask(), askAtOnce(others, 12)])
  expect(wrong).toEqual([])
  await Promise.all([psql!, ...others].map((client) => client.end()))
})

/** Asks by a prepared statement of this name. */
const byName = (client: Client, name: string, text: string, values: unknown[]) =>
  client.query<{ answer: number }>({ name, text, values }).then(({ rows }) => rows[0]?.answer)

describe('statements that are prepared by name', () => {
  const text = 'select $1::int + 1 as answer'

  test('clients prepare the same one under the same name, at once and later', async () => {
    const asking = await clients(10)
    const answers = () => Promise.all(asking.map((client, me) => byName(client, 'same', text, [me])))
    expect(await answers()).toEqual(asking.map((_client, me) => me + 1))
    expect(await answers()).toEqual(asking.map((_client, me) => me + 1))
    const { rows } = await onlooker.query(`select name from pg_prepared_statements where name = 'same'`)
    expect(rows).toHaveLength(1)
    await Promise.all(asking.map((client) => client.end()))
  })

  test('two different ones of one name are refused, and the first is as it was', async () => {
    const [one, other] = await clients(2)
    expect(await byName(one!, 'taken', text, [1])).toBe(2)
    await expect(byName(other!, 'taken', 'select $1::int as answer', [1])).rejects.toMatchObject({
      code: '42P05',
    })
    expect(await byName(one!, 'taken', text, [2])).toBe(3)
    await Promise.all([one!.end(), other!.end()])
  })

  test.each(['discard all', 'deallocate lost', 'do $$ begin deallocate lost; end $$'])(
    'one that is gone after `%s` is prepared again',
    async (takesAway) => {
      const [one, other, late] = await clients(3)
      expect(await byName(one!, 'lost', text, [1])).toBe(2)
      await other!.query(takesAway)
      expect(await byName(one!, 'lost', text, [2])).toBe(3)
      expect(await byName(late!, 'lost', text, [3])).toBe(4)
      await Promise.all([one, other, late].map((client) => client!.end()))
    },
  )

  test('one whose table has changed fails once at most, and then fits', async () => {
    const [one] = await clients(1)
    await onlooker.query('create table changing (answer integer)')
    await onlooker.query('insert into changing values (1)')
    const ask = () => byName(one!, 'changing', 'select * from changing where $1::int = 1', [1])
    expect(await ask()).toBe(1)
    await onlooker.query('alter table changing add column further integer')
    await ask().catch((error: unknown) => expect(error).toMatchObject({ code: '0A000' }))
    expect(await ask()).toBe(1)
    await onlooker.query('drop table changing')
    await one!.end()
  })

  test('errors of one leave it prepared: at the bind, in a failed transaction, and at the execution', async () => {
    const [one, other] = await clients(2)
    const divide = 'select 6 / $1::int as answer'
    const codeOf = (client: Client, value: unknown) =>
      byName(client, 'divide', divide, [value]).catch((error: { code: string }) => error.code)
    expect(await codeOf(one!, 'no number')).toBe('22P02')
    expect(await codeOf(other!, 0)).toBe('22012')
    await one!.query('begin')
    expect(await codeOf(one!, 0)).toBe('22012')
    expect(await codeOf(one!, 2)).toBe('25P02')
    await one!.query('rollback')
    expect(await codeOf(one!, 2)).toBe(3)
    expect(await codeOf(other!, 3)).toBe(2)
    await Promise.all([one!.end(), other!.end()])
  })
})

describe('a client that vanishes', () => {
  // Each vanishes at another point; what it had begun is undone, and the others go on.
  const points: [string, (client: Client) => Promise<unknown>][] = [
    [
      'in an idle transaction',
      async (client) => {
        await client.query('begin')
        await client.query('insert into facts values ($1, $2)', [3000, 'lost'])
      },
    ],
    [
      'in a failed transaction',
      async (client) => {
        await client.query('begin')
        await client.query('insert into facts values ($1, $2)', [3000, 'lost'])
        await client.query('select 1 / $1::int', [0]).catch(() => undefined)
      },
    ],
    [
      'while its transaction is being begun',
      async (client) => {
        client.query('begin').catch(() => undefined)
        await new Promise((resolve) => setImmediate(resolve))
      },
    ],
    [
      'while a statement of its transaction runs',
      async (client) => {
        await client.query('begin')
        client
          .query(`insert into facts select 3000 + n, 'lost' from generate_series(1, 20000) n`)
          .catch(() => undefined)
        await new Promise((resolve) => setImmediate(resolve))
      },
    ],
    [
      'while a statement outside of a transaction waits for its turn',
      async (client) => {
        client.query('select $1::text', ['nobody reads this']).catch(() => undefined)
      },
    ],
    [
      'with a transaction that waits for its turn',
      async (client) => {
        client.query('begin').catch(() => undefined)
      },
    ],
    [
      'in the middle of a value',
      async (client) => {
        await client.query('begin')
        client.query('select length($1::text)', ['x'.repeat(5 * large)]).catch(() => undefined)
        await new Promise((resolve) => setImmediate(resolve))
      },
    ],
    [
      'in the middle of a pipeline, before its Sync',
      async (client) => {
        const { connection } = client as unknown as {
          connection: { parse(query: object): void; flush(): void }
        }
        connection.parse({ text: 'select $1::int', types: [] })
        connection.flush()
        await new Promise((resolve) => setImmediate(resolve))
      },
    ],
  ]

  test.each(points)('%s holds nobody up', async (_what, begin) => {
    const others = await clients(5)
    for (let round = 0; round < 5; round += 1) {
      const vanishing = await connect(database.socketFolder)
      const busy = askAtOnce(others, 4)
      await begin(vanishing)
      vanish(vanishing)
      // A client that waits behind a lost turn waits for ever: then this test fails by its time-out.
      expect(await busy).toEqual([])
    }
    await until(async () => (await count('id >= 3000')) === 0, 'the roll-back')
    await Promise.all(others.map((client) => client.end()))
  })
})

test('connections of clients that are gone do not use up the limit', async () => {
  for (let round = 0; round < 5; round += 1) {
    const many = await clients(30)
    many.forEach((client, index) => (index % 2 === 0 ? vanish(client) : void client.end()))
  }
  const pool = new Pool({ host: database.socketFolder, user: 'postgres', database: 'postgres', max: 30 })
  pool.on('error', () => undefined)
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, i) => pool.query('select $1::int as i', [i])),
  )
  expect(answers.map(({ rows }) => (rows[0] as { i: number }).i)).toEqual(answers.map((_, i) => i))
  await pool.end()
})
