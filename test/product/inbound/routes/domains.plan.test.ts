import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import {
  findProject,
  insertProject,
  type Project,
} from '../../../../server/product/workspace/projects/projects.js'
import { describeArrival } from '../../../../server/product/inbound/routes/arrival.js'
import { listRoutes } from '../../../../server/product/inbound/routes/list.js'
import { changeRoute, deleteRoute, insertRoute } from '../../../../server/product/inbound/routes/save.js'
import { testAddress } from '../../../../server/product/inbound/routes/test-address.js'
import { openResolver } from '../../../../server/mail/dns/open-resolver.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { wholeWorkspace } from '../../../support/workspace/whole-workspace.js'

/** Which domains routes may be at where live mail leaves, and what the statements on routes cost. */

let database: ConnectedDatabase
let db: Knex
let project: Project
const workspaceId = newWorkspaceId()
const other = newWorkspaceId()
const setup = {
  staysHere: false,
  direct: true,
  namedAddresses: [],
  hostname: 'mail.shop.example',
  returnPathDomain: 'Bounces.shop.example',
}

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await db('workspaces').insert([
    { id: workspaceId, name: 'One', retention_days: 30 },
    { id: other, name: 'Other', retention_days: 30 },
  ])
  project = await insertProject(db, workspaceId, { name: 'P', environment: 'live' })
  const domain = (workspace_id: WorkspaceId, name: string, status: string) => ({
    workspace_id,
    id: newUuid(),
    name,
    status,
    next_check_at: new Date(),
  })
  await db('domains').insert([
    domain(workspaceId, 'shop.example', 'verified'),
    domain(workspaceId, 'weak.example', 'degraded'),
    domain(workspaceId, 'pending.example', 'pending'),
    domain(workspaceId, 'failed.example', 'failed'),
    // As no request would add it.
    domain(workspaceId, 'co.uk', 'verified'),
    domain(other, 'theirs.example', 'verified'),
  ])
  await db.raw(
    `insert into inbound_domains (name, workspace_id)
     select 'd' || n || '.example', case when n % 20 = 0 then cast(? as uuid) else ? end from generate_series(1, 4000) n`,
    [workspaceId, other],
  )
  await db.raw(
    `insert into inbound_routes (workspace_id, id, project_id, environment, name, recipient, domain, enabled, automatic,
       require_dmarc, block)
     select workspace_id, gen_random_uuid(), ?, 'live', 'R', '*@' || domain.name, domain.name, true, 'keep', false, '[]'
     from inbound_domains domain`,
    [project.id],
  )
})
afterAll(() => database.drop())

const noReplies = { addressOf: () => '', read: () => undefined }

async function codeOf(recipient: string, more = {}): Promise<string> {
  const trx = await db.transaction()
  try {
    const request = { name: 'Support', recipient }
    await insertRoute(trx, { ...setup, ...more }, wholeWorkspace(workspaceId), { project, given: request })
    return 'added'
  } catch (error) {
    const [detail] = (error as { details?: { path: string; code: string }[] }).details ?? []
    if (detail?.path !== '/body/recipient') throw error
    return detail.code
  } finally {
    await trx.rollback()
  }
}

test.each([
  ['a@shop.example', 'added'],
  ['a@in.shop.example', 'added'],
  ['a@deep.in.Shop.example', 'added'],
  ['*@weak.example', 'added'],
  ['a@pending.example', 'domain_not_verified'],
  ['a@failed.example', 'domain_not_verified'],
  ['a@theirs.example', 'domain_not_verified'],
  ['a@myshop.example', 'domain_not_verified'],
  ['a@company.co.uk', 'domain_not_verified'],
  ['a@nowhere.example', 'domain_not_verified'],
  ['a@bounces.shop.example', 'reserved'],
  ['*@bounces.shop.example', 'reserved'],
  ['a@under.bounces.shop.example', 'added'],
])('a route for %s: %s', async (recipient, code) => {
  expect(await codeOf(recipient)).toBe(code)
})

test('where live mail goes to the sink, any domain will do but that of bounces', async () => {
  expect(await codeOf('a@nowhere.example', { staysHere: true })).toBe('added')
  expect(await codeOf('a@d1.example', { staysHere: true })).toBe('taken')
  expect(await codeOf('a@bounces.shop.example', { staysHere: true })).toBe('reserved')
})

// Without statistics first: the service begins so.
test.each(['', 'analyze'])('what is done with routes goes by the keys, after "%s"', async (before) => {
  if (before !== '') await db.raw(before)
  await expectBounded(
    db,
    async (trx) => {
      const found = await findProject(trx, workspaceId, project.id)
      if (found === undefined) throw new Error('the project is gone')
      const request = { name: 'Support', recipient: 'a@in.shop.example' }
      const limited = { workspaceId, projectId: project.id, environment: project.environment }
      const { id } = await insertRoute(trx, setup, limited, { project: found, given: request })
      await changeRoute(trx, limited, id, { name: 'Desk' })
      expect(await testAddress(trx, noReplies, limited, { recipient: 'a@in.shop.example' })).toMatchObject({
        accepted: true,
      })
      await deleteRoute(trx, limited, id)
      await listRoutes(trx, limited, { limit: 20 })
      const arrival = {
        setup: { ...setup, staysHere: true },
        port: 25,
        freshResolver: () => openResolver([]),
      }
      expect((await describeArrival(trx, limited, arrival)).domains).toHaveLength(200)
    },
    // What a workspace has.
    200,
  )
})
