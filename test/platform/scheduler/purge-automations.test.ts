import type { Knex } from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, type Uuid } from '../../../server/platform/db/ids.js'
import { insertAutomation, insertRun, insertRunStep } from '../../support/automations/automation-rows.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { purgeOnce } from '../../support/database/purge.js'

/** Tests which rows of automations retention leaves, on a PostgreSQL without a service. */

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)
const retentionDays = 30

let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
const [workspaceId, projectId] = [newWorkspaceId(), newUuid()]

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  sql = new pg.Pool({ connectionString: database.url })
  await sql.query(`insert into workspaces (id, name, retention_days) values ($1, 'A', $2)`, [
    workspaceId,
    retentionDays,
  ])
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const purge = () => purgeOnce(db, 4)

const automation = (mode: 'once' | 'after_exit' | 'always' = 'after_exit') =>
  insertAutomation(sql, workspaceId, projectId, { mode })
const run = (automationId: Uuid, columns: Readonly<Record<string, unknown>>) =>
  insertRun(sql, { workspaceId, projectId, automationId }, columns)
const counted = async (automationId: Uuid) =>
  (
    await sql.query(
      'select status, count from automation_purged_runs where automation_id = $1 order by status',
      [automationId],
    )
  ).rows as object[]

test('runs go with their steps once they have ended for so long, and are counted', async () => {
  const [one, other] = [await automation(), await automation()]
  const ended = daysAgo(31)
  const gone = [
    await run(one, { status: 'completed', ended_at: ended }),
    await run(one, { status: 'completed', ended_at: ended }),
    await run(one, { status: 'failed', ended_at: ended }),
    await run(other, { status: 'cancelled', ended_at: ended }),
  ]
  const kept = [
    await run(one, { status: 'completed', ended_at: daysAgo(29) }),
    await run(one, { status: 'waiting', started_at: daysAgo(300) }),
  ]
  for (const id of [...gone, ...kept])
    for (const number of [1, 2])
      await insertRunStep(sql, workspaceId, id, {
        number,
        columns: { step_key: 'a', kind: 'exit', outcome: 'done' },
      })

  expect(await purge()).toEqual({ automation_runs: 4, automation_run_steps: 8 })
  const { rows } = await sql.query<{ id: Uuid }>('select id from automation_runs order by id')
  expect(rows.map(({ id }) => id)).toEqual(kept)
  expect((await sql.query('select from automation_run_steps')).rowCount).toBe(4)
  expect(await counted(one)).toEqual([
    { status: 'completed', count: 2 },
    { status: 'failed', count: 1 },
  ])
  expect(await counted(other)).toEqual([{ status: 'cancelled', count: 1 }])

  // What goes later is added.
  await sql.query('update automation_runs set ended_at = $2 where id = $1', [kept[0], ended])
  await purge()
  expect(await counted(one)).toContainEqual({ status: 'completed', count: 3 })
})

test('entries go once no interval can ask for them, but those that count for ever', async () => {
  const automations = {
    once: await automation('once'),
    after_exit: await automation('after_exit'),
    always: await automation('always'),
  }
  const enter = (automationId: Uuid, days: number, runId: Uuid = newUuid()) =>
    sql.query('insert into automation_entries values ($1, $2, $3, $4, $5, $6)', [
      workspaceId,
      automationId,
      newUuid(),
      '',
      runId,
      daysAgo(days),
    ])
  for (const id of Object.values(automations)) {
    for (const days of [367, 367, 367, 367, 367, 365]) await enter(id, days)
    // A retry is under way, or the last wait of many.
    await enter(id, 400, await run(id, { status: 'waiting' }))
    await enter(id, 400, await run(id, { status: 'failed', ended_at: new Date() }))
  }
  expect(await purge()).toMatchObject({ automation_entries: 12 })
  const left = async (id: Uuid) =>
    (await sql.query('select from automation_entries where automation_id = $1', [id])).rowCount
  expect(await left(automations.once)).toBe(8)
  expect(await left(automations.after_exit)).toBe(2)
  expect(await left(automations.always)).toBe(2)
})
