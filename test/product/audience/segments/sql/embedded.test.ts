import knex, { type Knex } from 'knex'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  beginCount,
  advanceCount,
  countWork,
} from '../../../../../server/product/audience/segments/search/count.js'
import { listSelected } from '../../../../../server/product/audience/segments/search/contacts.js'
import { PageSize } from '../../../../../server/product/audience/segments/search/page-size.js'
import { previewRule } from '../../../../../server/product/audience/segments/search/preview.js'
import { insertSegment } from '../../../../../server/product/audience/segments/save.js'
import type { EmbeddedDatabase, startEmbedded as Start } from '../../../../../embedded/embedded.js'
import { newUuid, newWorkspaceId } from '../../../../../server/platform/db/ids.js'
import { neverPrepare } from '../../../../../server/platform/db/statements/statement.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { copyMigratedFolder } from '../../../../support/database/embedded-template.js'
import { newDataDir } from '../../../../support/run/scratch-folder.js'
import { makeContacts } from '../search/many-contacts.js'
import { expectSameContacts, expectSameExplanation } from './same-contacts.js'
import { projectOf } from '../../../../support/workspace/projects.js'
import { wholeWorkspace } from '../../../../support/workspace/whole-workspace.js'

/** Needs the built embedded database, on which segments select the same as on PostgreSQL. */

const { startEmbedded } = (await import(
  new URL('../../../../../dist/parts/embedded/embedded.js', import.meta.url).href
)) as { startEmbedded: typeof Start }

let database: EmbeddedDatabase
let db: Knex
beforeAll(async () => {
  const dataDir = newDataDir()
  await copyMigratedFolder(path.join(dataDir, 'db'))
  database = await startEmbedded(dataDir)
  const connection = { host: database.socketFolder, user: 'postgres', database: 'postgres' }
  db = knex({ client: 'pg', connection, pool: { min: 0, max: 1 } })
  neverPrepare(db)
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

test('random rules select the same random contacts', async () => {
  await expectSameContacts(db, 8)
  await expectSameExplanation(db, 4)
})

test('previews, pages and counts', async () => {
  const [workspaceId, projectId] = [newWorkspaceId(), newUuid()]
  const context = { workspaceId, projectId, asOf: new Date(), retainedSince: new Date(0) }
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
  await db('projects').insert({ id: projectId, workspace_id: workspaceId, name: 'P', environment: 'live' })
  await makeContacts(db, context, 2500, 1)
  const rule = {
    all: [{ property: { name: 'plan', op: 'eq', value: 'pro' } }, { event: { name: 'order_placed' } }],
  }
  const { estimate } = await previewRule(db, rule, context)
  expect(estimate).toEqual({ value: 250, low: 250, high: 250, exact: true })
  expect((await listSelected(db, rule, context, { limit: 100 })).data).toHaveLength(100)
  const project = projectOf(projectId)
  const { id } = await inTransaction(db, async ({ sql }) => {
    const row = await insertSegment(sql, workspaceId, { project, name: 'A', rule })
    return beginCount(sql, wholeWorkspace(workspaceId), row.id)
  })
  const [claimed] = await countWork.claimDue(db, { lease: newUuid(), leaseSeconds: 60, max: 1 })
  if (claimed === undefined) throw new Error('the count is not due')
  const size = new PageSize()
  while ((await advanceCount(db, claimed, 60, size)) === 'more');
  const row = await db('segments').where({ workspace_id: workspaceId, id }).first()
  expect(Number(row.count_value)).toBe(250)
})
