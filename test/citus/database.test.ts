import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { distribute } from '../../server/operate/cli/database/distribute.js'
import { openDatabase, type Database } from '../../server/platform/db/connection/database.js'
import {
  dropWhatSpansMachines,
  placeTable,
  tablesToPlace,
} from '../../server/platform/db/placement/distribute.js'
import { newWorkspaceId, toTypeId } from '../../server/platform/db/ids.js'
import { migrate, migrations } from '../../server/platform/db/schema/migrate.js'
import { command } from '../support/commands/cli.js'
import { createDatabase, type TestDatabase } from '../support/database/database.js'
import { joinMachines } from '../support/postgres/machines.js'

/** The operator's commands about a database of many machines, on one that is empty but for a workspace. */

let created: TestDatabase
let database: Database
const workspaceId = newWorkspaceId()

beforeAll(async () => {
  created = await createDatabase()
  await joinMachines(path.basename(created.url), inject('postgresUrl'), inject('workerUrls'))
  const settings = { databaseInMemory: false, embeddedFlush: false, dataDir: '', statementSeconds: 60 }
  database = await openDatabase({ ...settings, databaseUrl: created.url, databaseConnections: 2 })
  await migrate(database.db)
  await database.db('workspaces').insert({ id: workspaceId, name: 'Shop' })
})
afterAll(async () => {
  await database.close()
  await created.drop()
})

const env = () => ({
  DATABASE_URL: created.url,
  POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
})

async function answered(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(env(), 'database', ...args)
  expect(code, stderr).toBe(0)
  return stdout
}

async function status() {
  return JSON.parse(await answered('status', '--json')) as {
    distributed: boolean
    undistributed_tables: string[]
    tables_apart: string[]
    nodes: { host: string; port: number; keeps_rows: boolean; shards: number }[]
    isolated_workspaces: string[]
  }
}

const namesOf = async (db: Knex) => (await tablesToPlace(db)).map(({ name }) => name)

test('a plan says what is to be done, and does nothing', async () => {
  const plan = JSON.parse(await answered('distribute', '--plan', '--json')) as {
    machines: number
    tables: { name: string; placement: string }[]
  }
  expect(plan.machines).toBe(inject('workerUrls').length)
  expect(plan.tables.map(({ name }) => name)).toEqual(await namesOf(database.db))
  expect(await answered('distribute', '--plan')).toContain('Copied to each machine: api_keys')
  expect(await status()).toMatchObject({ distributed: false, isolated_workspaces: [] })
})

test('a command that was stopped half-way goes on where it was, and then finds nothing to do', async () => {
  const tables = await tablesToPlace(database.db)
  const half = tables.slice(0, Math.trunc(tables.length / 2))
  await database.db.transaction((trx) => dropWhatSpansMachines(trx))
  for (const table of half) await database.db.transaction((trx) => placeTable(trx, table))
  expect((await status()).undistributed_tables).toHaveLength(tables.length - half.length)

  const steps: string[] = []
  await distribute(database.db, {}, (step) => steps.push(step))
  expect(steps).toHaveLength(tables.length - half.length)
  expect(await status()).toMatchObject({ distributed: true, undistributed_tables: [], tables_apart: [] })
  expect(await answered('distribute')).toContain('distributed already')
  expect(await database.db('workspaces').pluck('id')).toEqual([workspaceId])
})

test('what a later migration makes is placed beside the rest', async () => {
  const step = {
    name: '9999-later',
    up: 'create table later (workspace_id uuid not null, id uuid not null, primary key (workspace_id, id));',
  }
  await migrate(database.db, [...migrations, step])
  await database.db.raw('delete from schema_migrations where name = ?', [step.name])
  expect(await status()).toMatchObject({ distributed: true, tables_apart: [] })
  const { rows } = await database.db.raw<{ rows: unknown[] }>(
    `select 1 from citus_tables where table_name = 'later'::regclass and distribution_column = 'workspace_id'`,
  )
  expect(rows).toHaveLength(1)
})

test('a large workspace gets shards of its own on a machine that is named', async () => {
  const id = toTypeId('ws', workspaceId)
  for (const { host, port } of (await status()).nodes.filter((node) => node.keeps_rows)) {
    expect(await answered('isolate', id, '--to', `${host}:${port}`)).toContain(`on ${host}:${port}`)
    expect((await status()).isolated_workspaces).toEqual([id])
  }
  const { code, stderr } = await command(env(), 'database', 'isolate', id, '--to', 'nowhere:5432')
  expect(code).toBe(1)
  expect(stderr).toContain('No machine nowhere:5432 keeps rows')
  expect(await database.db('workspaces').pluck('id')).toEqual([workspaceId])
})
