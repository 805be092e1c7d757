import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, toTypeId } from '../../../server/platform/db/ids.js'
import { newMessage } from '../../../server/product/messages/admit/new-message.js'
import { presentAccepted } from '../../../server/product/messages/accept/present.js'
import { storeTogether } from '../../../server/product/messages/accept/store.js'
import { unitOf } from '../../../server/product/messages/accept/unit.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { messageFor } from '../../support/messages/messages.js'
import { projectOf } from '../../support/workspace/projects.js'

let database: ConnectedDatabase
beforeAll(async () => {
  database = await openMigratedDatabase()
})
afterAll(() => database.drop())

test('what stores sends is not planned anew for each', async () => {
  const { db } = database
  const workspaceId = newWorkspaceId()
  const project = projectOf(newUuid())
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
  const trx = await db.transaction()
  // PostgreSQL plans a statement for its values five times, before it compares that with a plan for any.
  for (let times = 0; times < 8; times += 1) {
    const message = newMessage(project, messageFor(toTypeId('prj', project.id)), '/body')
    const units = [unitOf(message, {}, presentAccepted(message), false)]
    expect(await storeTogether(trx, workspaceId, units, () => undefined)).toEqual(['stored'])
  }
  const { rows } = await trx.raw<{ rows: { planned: boolean }[] }>(
    "select generic_plans > 0 as planned from pg_prepared_statements where name = 'store_accepted'",
  )
  await trx.rollback()
  expect(rows).toEqual([{ planned: true }])
})
