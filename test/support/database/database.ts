import { randomBytes } from 'node:crypto'
import knex, { type Knex } from 'knex'
import { inject } from 'vitest'
import { distribute } from '../../../server/operate/cli/database/distribute.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { migrate } from '../../../server/platform/db/schema/migrate.js'
import {
  closeToOthers,
  endHalfDone,
  joinMachines,
  namesOfRun,
  oneAtATime,
  onServer,
} from '../postgres/machines.js'

/** A database of the run's PostgreSQL. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of the run's PostgreSQL with connections to it, which end when it is dropped. */
export interface ConnectedDatabase extends TestDatabase {
  readonly db: Knex
}

/** The run's database that has been migrated and has nothing in it. */
const migrated = 'migrated'

/** PostgreSQL's codes for a database that does not exist, and for one that already exists. */
const [unknownDatabase, duplicateDatabase] = ['3D000', '42P04']
/** The latter where two rename theirs at the same moment. */
const duplicateName = '23505'

/** PostgreSQL's code for a database to which somebody is still connected. */
const inUse = '55006'

/** Makes an empty database on the run's PostgreSQL. Copying files takes half the time of writing them to the log. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = newName()
  await asAdmin(`create database ${name} strategy file_copy`)
  return databaseOf(name)
}

/**
 * Makes a database that has been migrated: to copy one takes less than to migrate it. That a service migrates an empty
 * one has tests of its own.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const name = newName()
  const copy = () => asAdmin(`create database ${name} template ${migrated} strategy file_copy`)
  await copy().catch(async (error: unknown) => {
    if (!isRefusal(error, unknownDatabase)) throw error
    if (inject('workerUrls').length === 0) await makeTemplate()
    else {
      await oneAtATime(inject('postgresUrl'), migrated, makeTemplateOnce)
      // Some of the machines may have had the template already.
      await dropDatabase(name)
    }
    await copy()
  })
  return databaseOf(name)
}

/**
 * Makes a database that has been migrated, and connects to it.
 *
 * @param connections at most
 */
export async function openMigratedDatabase(connections = 2): Promise<ConnectedDatabase> {
  return connected(await createMigratedDatabase(), connections)
}

/**
 * Makes a copy of another database that nobody is connected to, and connects to it.
 *
 * @param template the address of the other one
 * @param connections at most
 */
export async function openCopy(template: string, connections = 2): Promise<ConnectedDatabase> {
  const name = newName()
  await asAdmin(`create database ${name} template ${new URL(template).pathname.slice(1)} strategy file_copy`)
  return connected(databaseOf(name), connections)
}

function connected(database: TestDatabase, connections: number): ConnectedDatabase {
  const db = knex({ client: 'pg', connection: database.url, pool: { min: 1, max: connections } })
  const drop = async () => {
    await db.destroy()
    await database.drop()
  }
  return { url: database.url, db, drop }
}

/** Makes the migrated database unless it exists, so that no two make it when it takes machines and half a minute. */
async function makeTemplateOnce(): Promise<void> {
  const sql = 'select from pg_database where datname = $1'
  const made = await onServer(`${inject('postgresUrl')}/postgres`, sql, [migrated])
  if (made.length === 0) await makeTemplate()
}

async function makeTemplate(): Promise<void> {
  const made = newName()
  await asAdmin(`create database ${made}`)
  const empty = databaseOf(made)
  const settings = {
    databaseConnections: 1,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  }
  const workers = inject('workerUrls')
  if (workers.length > 0) await joinMachines(made, inject('postgresUrl'), workers)
  const database = await openDatabase({ ...settings, databaseUrl: empty.url })
  await migrate(database.db)
  if (workers.length > 0) await distribute(database.db, { force: true }, () => undefined)
  await database.close()
  if (workers.length > 0) await closeToOthers(made, asAdmin)
  await asAdmin(`alter database ${made} rename to ${migrated}`).catch(async (error: unknown) => {
    // Another test file was quicker.
    if (!isRefusal(error, duplicateDatabase) && !isRefusal(error, duplicateName)) throw error
    await empty.drop()
  })
}

function newName(): string {
  return `${namesOfRun(inject('sharedFolder'))}${randomBytes(8).toString('hex')}`
}

function databaseOf(name: string): TestDatabase {
  return {
    url: `${inject('postgresUrl')}/${name}`,
    drop: () => dropDatabase(name),
  }
}

/**
 * PostgreSQL waits 5 seconds for the connections that are being closed: a pool has ended before its connections have,
 * and a connection that is ended by force is an error that nobody handles. What is connected for longer is cut.
 */
async function dropDatabase(name: string): Promise<void> {
  await asAdmin(`drop database if exists ${name}`).catch(async (error: unknown) => {
    if (!isRefusal(error, inUse)) throw error
    if (inject('workerUrls').length > 0) await endHalfDone(`${inject('postgresUrl')}/${name}`)
    await asAdmin(`drop database if exists ${name} with (force)`)
  })
}

function isRefusal(error: unknown, code: string): boolean {
  return (error as { code?: string }).code === code
}

/** Runs a statement on every machine: a database that is spread over machines has a part of the same name on each. */
async function asAdmin(sql: string): Promise<void> {
  await Promise.all(
    [inject('postgresUrl'), ...inject('workerUrls')].map((url) => onServer(`${url}/postgres`, sql)),
  )
}
