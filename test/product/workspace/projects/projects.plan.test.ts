import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, type Uuid } from '../../../../server/platform/db/ids.js'
import { migrate } from '../../../../server/platform/db/schema/migrate.js'
import { updateProject } from '../../../../server/product/workspace/projects/update-project.js'
import { createDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'

/** To archive a project costs what is under way in its workspace, however much was sent before. */

const underWay = 20

let database: Awaited<ReturnType<typeof createDatabase>>
let db: Knex
const [workspaceId, project, other, userId] = [newWorkspaceId(), newUuid(), newUuid(), newUuid()]

beforeAll(async () => {
  database = await createDatabase()
  db = knex({ client: 'pg', connection: database.url, pool: { min: 1, max: 2 } })
  await migrate(db)
  const values = { workspaceId, project, other }
  await db.raw(`insert into workspaces (id, name) values (:workspaceId, 'A')`, values)
  await db.raw(
    `insert into projects (id, workspace_id, name, environment)
     select id, :workspaceId, 'P', 'live' from (values (cast(:project as uuid)), (cast(:other as uuid))) as made (id)`,
    values,
  )
  // What is over is of the project, and what is under way of another one.
  await db.raw(
    `insert into campaigns (workspace_id, id, project_id, environment, name, status, template_id)
     select :workspaceId, gen_random_uuid(), case when n <= ${underWay} then cast(:other as uuid) else :project end,
       'live', 'C', case when n <= ${underWay} then 'scheduled' else 'sent' end, gen_random_uuid()
     from generate_series(1, 5000) n`,
    values,
  )
  await db.raw(
    `insert into automations (workspace_id, id, project_id, environment, name, status, latest_version)
     select :workspaceId, gen_random_uuid(), case when n <= ${underWay} then cast(:other as uuid) else :project end,
       'live', 'A', case when n <= ${underWay} then 'active' else 'archived' end, 1
     from generate_series(1, 5000) n`,
    values,
  )
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const owner = {
  kind: 'workspaceSession',
  workspaceId,
  userId,
  sessionId: userId,
  email: 'ada@shop.example',
  role: 'owner',
  program: null,
} as const
const archive = (sql: Knex.Transaction, id: Uuid) =>
  updateProject({ sql, afterCommit: () => undefined }, owner, id, { archived: true })

test.each(['without statistics', 'with statistics'])('a project is archived, %s', async (_name) => {
  if (_name === 'with statistics') await db.raw('vacuum analyze')
  await expectBounded(db, (trx) => archive(trx, project), underWay + 1)
})

test('one with something under way is not', async () => {
  await db.raw('vacuum analyze')
  await expect(db.transaction((trx) => archive(trx, other))).rejects.toThrow('is scheduled')
})
