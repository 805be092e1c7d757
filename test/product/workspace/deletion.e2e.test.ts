import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../server/platform/db/connection/database.js'
import { deleteWorkspace } from '../../../server/product/workspace/deletion/delete.js'
import { workspaceDeletionJob } from '../../../server/product/workspace/deletion/job.js'
import { tablesOfWorkspaces } from '../../../server/product/workspace/deletion/tables.js'
import { insertContacts } from '../../support/campaigns/campaigns.js'
import { rowsOfWorkspace } from '../../support/database/rows-of-workspace.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant } from '../../support/workspace/tenant.js'
import { makeVictim } from '../../support/probes/tenant-victim.js'

/** All of a workspace goes, in batches, whoever is cut off meanwhile, and nothing of another one. */

let service: TestService
let database: Database
beforeAll(async () => {
  service = await startTestService()
  database = await openDatabase(service.config)
})
afterAll(async () => {
  await database.close()
  await service.stop()
})

/** Tables in which the service that runs beside changes nothing by itself. */
const kept = [
  'users',
  'projects',
  'api_keys',
  'messages',
  'message_contents',
  'contacts',
  'domains',
  'templates',
]

const keptRows = async (workspaceId: string) => {
  const rows = await rowsOfWorkspace(service.sql, workspaceId)
  return kept.map((table) => rows.get(table) ?? 0)
}

const runJob = () =>
  workspaceDeletionJob(database.db, 60, pino({ level: 'silent' })).run(new AbortController().signal)

test('a workspace with everything leaves no row in any table, and another keeps its own', async () => {
  const [tenant, other] = [await addTenant(service), await addTenant(service)]
  await makeVictim(service, tenant)
  await makeVictim(service, other)
  const { workspaceId } = tenant
  const emails = Array.from({ length: 4500 }, (_, index) => `reader${index}@example.com`)
  await insertContacts(service.sql, { workspaceId, project: tenant.liveProject }, emails)
  const others = await keptRows(other.workspaceId)
  const end = (at: string) =>
    service.sql.query(
      `update workspaces set delete_at = ${at}, closed_at = now(), halted_at = now() where id = $1`,
      [workspaceId],
    )
  await end(`now() + interval '1 hour'`)
  await runJob()
  expect((await rowsOfWorkspace(service.sql, workspaceId)).get('contacts')).toBeGreaterThanOrEqual(4500)

  await end('now()')
  // Cut off within a table of several batches; whoever comes next goes on.
  const stopping = new AbortController()
  const outcome = await deleteWorkspace(database.db, workspaceId, stopping.signal, (table) => {
    if (table === 'contacts') stopping.abort()
  })
  expect(outcome).toBe('stopped')
  const left = (await rowsOfWorkspace(service.sql, workspaceId)).get('contacts')
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(4500)
  await runJob()
  expect([...(await rowsOfWorkspace(service.sql, workspaceId))]).toEqual([])
  expect(others).not.toContain(0)
  expect(await keptRows(other.workspaceId)).toEqual(others)
})

test('every table with rows of workspaces is known, by its key', async () => {
  const tables = await tablesOfWorkspaces(database.db)
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['messages', 'sign_in_mails']))
  // These have one row of each workspace. All rows of another such table would go in one transaction.
  const whole = tables.filter(({ key }) => key.length === 0).map((table) => table.name)
  expect(whole).toEqual(['identity_providers', 'inbound_storage', 'sign_in_rules', 'workspace_quotas'])
})
