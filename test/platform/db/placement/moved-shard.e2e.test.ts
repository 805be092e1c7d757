import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../../server/platform/db/connection/database.js'
import { RetriedWrites } from '../../../../server/platform/db/batching/retried-writes.js'
import { retryBrokenOff } from '../../../../server/platform/db/transaction/retry-transient.js'
import { serviceStatement } from '../../../../server/platform/db/statements/statement.js'
import { inTransaction } from '../../../../server/platform/db/transaction/transaction.js'
import { createDatabase, type TestDatabase } from '../../../support/database/database.js'

/**
 * A shard that Citus has moved fails the statement that was planned for it, and no later one. Here a function fails as
 * often as it is told to, on any PostgreSQL: a sequence keeps its count when a statement is rolled back.
 */

let home: TestDatabase
let database: Database

const missing = `relation "public.workspaces_102049" does not exist`
const insertFact = serviceStatement<[id: number]>(
  'insert_moved_fact',
  'insert into facts select $1 where moved() is not null',
)
const readFacts = serviceStatement<[], { id: number }>('read_wide_facts', 'select * from facts order by id')

beforeAll(async () => {
  home = await createDatabase()
  database = await openDatabase({
    databaseUrl: home.url,
    databaseConnections: 1,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 60,
  })
  await database.db.raw(`
    create table facts (id integer primary key);
    create sequence calls;
    create table moves (times integer not null);
    insert into moves values (0);
    create function moved() returns text language plpgsql as $$
    begin
      if nextval('calls') <= (select times from moves) then
        raise exception '${missing}' using errcode = '42P01';
      end if;
      return '';
    end $$`)
})
beforeEach(async () => {
  await database.db.raw(`truncate facts; alter sequence calls restart`)
})
afterAll(async () => {
  await database.close()
  await home.drop()
})

const moveFor = (times: number) => database.db.raw(`update moves set times = ${times}`)
const calls = async () =>
  Number((await database.db.raw<{ rows: { n: string }[] }>('select last_value as n from calls')).rows[0]?.n)
const factsAre = async (ids: number[]) =>
  expect((await readFacts(database.db)).map(({ id }) => id)).toEqual(ids)

test('a statement is sent again at once, by name and by Knex', async () => {
  await moveFor(1)
  await insertFact(database.db, 1)
  await database.db.raw(`alter sequence calls restart`)
  await database.db.raw('insert into facts select 2 where moved() is not null')
  await factsAre([1, 2])
})

test('one whose shard is nowhere fails after three times, with what the database says', async () => {
  await moveFor(100)
  await expect(insertFact(database.db, 1)).rejects.toThrow(missing)
  expect(await calls()).toBe(3)
})

test('a statement in a transaction fails it, and the whole transaction is done again', async () => {
  await moveFor(1)
  const inOne = () =>
    inTransaction(database.db, async ({ sql }) => {
      await sql.raw('insert into facts values (1)')
      await insertFact(sql, 2)
    })
  await expect(inOne()).rejects.toThrow(missing)
  await factsAre([])
  await database.db.raw(`alter sequence calls restart`)
  await retryBrokenOff(inOne)
  await factsAre([1, 2])
})

test('a write that must not be lost is held until the shard is found', async () => {
  await moveFor(4)
  const told: unknown[] = []
  const held = new RetriedWrites<string>()
  await held.write(
    'workspace',
    () => insertFact(database.db, 7),
    (error) => told.push(error),
  )
  await factsAre([7])
  expect(told).toHaveLength(1)
})

test('a plan that was prepared before a table got a column fails once, and is made anew', async () => {
  const outdated = 'cached plan must not change result type'
  await readFacts(database.db)
  await database.db.raw('alter table facts add column word text')
  await expect(readFacts(database.db)).rejects.toThrow(outdated)
  await factsAre([])
})
