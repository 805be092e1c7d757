import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import {
  automationsThatUse,
  releasedAutomationsThatUse,
} from '../../../../../server/product/audience/automation-users.js'
import { newUuid, newWorkspaceId, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { migrate } from '../../../../../server/platform/db/schema/migrate.js'
import type { Transaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { listAutomations } from '../../../../../server/product/programs/automations/definitions/list.js'
import { listVersions } from '../../../../../server/product/programs/automations/definitions/list-versions.js'
import { publishVersion } from '../../../../../server/product/programs/automations/definitions/publish.js'
import { insertNextVersion } from '../../../../../server/product/programs/automations/definitions/save.js'
import {
  archiveAutomation,
  pauseAutomation,
} from '../../../../../server/product/programs/automations/definitions/transitions.js'
import { Wakes } from '../../../../../server/platform/queue/wakes/wakes.js'
import { createDatabase } from '../../../../support/database/database.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'

/** Tests that statements about one automation cost what that one has, however many runs and versions there are. */

const automations = 1000
const ofProject = 50
const versions = 20
/** A search reads one row further than its page, and one more to know whether it ends there. */
const limit = 25
const aPage = limit + 2

let database: Awaited<ReturnType<typeof createDatabase>>
let db: Knex
const workspaceId = newWorkspaceId()
const [project, automation, template] = [newUuid(), newUuid(), newUuid()]
const [rare, segment] = [newUuid(), newUuid()]

beforeAll(async () => {
  database = await createDatabase()
  db = knex({ client: 'pg', connection: database.url, pool: { min: 1, max: 2 } })
  await migrate(db)
  const values = { workspaceId, project, automation, template, rare, segment }
  const definition = {
    trigger: { manual: {} },
    entry_rule: { segment: { segment_id: toTypeId('seg', segment) } },
    reentry: { mode: 'once' },
    exit_on: [],
    sender: {},
    steps: [{ key: 'a', send: { template_id: toTypeId('tpl', template), transactional: true } }],
  }
  await db.raw(`insert into workspaces (id, name) values (:workspaceId, 'A')`, values)
  await db.raw(
    `insert into templates (workspace_id, id, name, kind, latest_version, published_version)
     select :workspaceId, case n when 1 then :template else gen_random_uuid() end, 'T', 'message', 1, 1
     from generate_series(1, 500) n`,
    values,
  )
  await db.raw(
    `insert into segments (workspace_id, id, project_id, environment, name, rule)
     select :workspaceId, case n when 1 then :segment else gen_random_uuid() end,
       case n when 1 then cast(:project as uuid) else gen_random_uuid() end, 'live', 'S',
       '{"contact": {"field": "name", "op": "exists", "value": true}}'
     from generate_series(1, 500) n`,
    values,
  )
  await db.raw(
    `insert into automations (workspace_id, id, project_id, environment, name, status, latest_version, published_version)
     select :workspaceId, case n when 1 then :automation else gen_random_uuid() end,
       case when n <= ${ofProject} then cast(:project as uuid) else gen_random_uuid() end, 'live', 'A',
       case when n <= 200 then 'active' else 'archived' end, ${versions}, ${versions}
     from generate_series(1, ${automations}) n`,
    values,
  )
  await db.raw(
    `insert into automation_versions (workspace_id, automation_id, version, definition, created_by)
     select workspace_id, id, n, :definition, id from automations cross join generate_series(1, ${versions}) n`,
    { definition: JSON.stringify(definition) },
  )
  // Every version names what is common; one automation's first version what is rare.
  await db.raw(
    `insert into automation_references (workspace_id, kind, referenced_id, automation_id, version)
     select workspace_id, kind, case kind when 'template' then cast(:template as uuid) else :segment end, automation_id, version
     from automation_versions cross join (values ('template'), ('segment')) as named (kind)
     union all
     select workspace_id, 'template', :rare, automation_id, 1 from automation_versions
     where automation_id = :automation and version = 1`,
    values,
  )
  await db.raw(
    `insert into automation_triggers (workspace_id, project_id, kind, name, automation_id)
     select workspace_id, project_id, 'event', 'signed_up', id from automations`,
  )
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at)
     select workspace_id, gen_random_uuid(), id, 2, project_id, 'live', gen_random_uuid(), 'waiting', 'manual', now(), now(), now()
     from automations cross join generate_series(1, 10)
     union all
     select workspace_id, gen_random_uuid(), :automation, 2, project_id, 'live', gen_random_uuid(), 'waiting', 'manual', now(), now(), now()
     from automations cross join generate_series(1, 10) where project_id = :project`,
    values,
  )
  // What is over is never looked at.
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at)
     select workspace_id, gen_random_uuid(), automation_id, 1, project_id, 'live', contact_id, 'completed', 'manual', now(), now(), now()
     from automation_runs cross join generate_series(1, 5) where automation_id = ?`,
    [automation],
  )
  await db.raw('vacuum analyze')
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const within = (sql: Knex.Transaction): Transaction => ({ sql, afterCommit: () => undefined })
const wakes = new Wakes()
const key = { workspaceId, id: automation }
const bounded = (maxRows: number, work: (trx: Knex.Transaction) => Promise<unknown>) =>
  expectBounded(db, work, maxRows)

test.each<[string, object]>([
  ['all', {}],
  ['of a project', { project_id: toTypeId('prj', project) }],
  ['by status', { status: 'active' }],
  ['by statuses', { statuses: ['active', 'draft'] }],
])('a page of automations, %s', (_, query) =>
  bounded(aPage, (trx) => listAutomations(trx, workspaceId, { limit, ...query })),
)

test('a page of versions', () => bounded(4, (trx) => listVersions(trx, key, { limit: 3 })))

test('a new version', () =>
  bounded(1, (trx) =>
    insertNextVersion(trx, key, newUuid(), { trigger: { manual: {} }, steps: [{ key: 'a', exit: {} }] }),
  ))

test('a version is published', () =>
  bounded(ofProject, (trx) => publishVersion(within(trx), key, { version: 1, wasChecked: true, wakes })))

test('an automation with many runs is paused', () => bounded(1, (trx) => pauseAutomation(within(trx), key)))

test('one is archived', () => bounded(ofProject, (trx) => archiveAutomation(within(trx), key, wakes)))

test.each<['template' | 'segment', Uuid, number]>([
  // As many as were ever named by it, or until there are enough.
  ['template', template, 2 * automations],
  ['segment', segment, 2 * automations],
  // Those of its runs that go on: that of the versions that name it there may be one.
  ['template', rare, 600],
])('what uses a %s (%s)', (kind, id, maxRows) =>
  bounded(maxRows, async (trx) => {
    await automationsThatUse(trx, workspaceId, kind, [id])
    await releasedAutomationsThatUse(trx, workspaceId, kind, [id])
  }),
)
