import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { suppressionFinder, suppressionsOf } from '../../../../server/product/audience/suppressions/find.js'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { capture } from '../../../support/database/explain.js'

/** Who is suppressed is looked up without a look at the others, and without tokens where nobody was erased. */

const [workspaceId, projectId, otherProject] = [newWorkspaceId(), newUuid(), newUuid()]
const tokens = addressTokens(new Uint8Array(32))
const asked = ['5@elsewhere.example', 'nobody@elsewhere.example']

let database: ConnectedDatabase
let db: Knex
beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await db.raw(
    `insert into suppressions (workspace_id, id, address, reason)
     select ?, gen_random_uuid(), n || '@elsewhere.example', 'manual' from generate_series(1, 20000) n`,
    [workspaceId],
  )
})
afterAll(() => database.drop())

async function add(address: string): Promise<void> {
  await db('suppressions').insert({ workspace_id: workspaceId, id: newUuid(), address, reason: 'erasure' })
}

const look = (sql: Knex) => suppressionFinder(sql, tokens)(workspaceId, projectId, asked)

test('without statistics and with them, as long as nobody was erased and afterwards', async () => {
  const sent = await capture(db, () => look(db))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.values[1]).toEqual(asked)
  for (const erased of [false, true]) {
    if (erased) await add(tokens(workspaceId, null, 'erased@elsewhere.example'))
    await expectBounded(db, look, 2 * 3)
    await db.raw('analyze suppressions')
    await expectBounded(db, look, 2 * 3)
  }
})

test('an erased address is found, for its project or for all, by who looked before it was erased as well', async () => {
  const find = suppressionFinder(db, tokens)
  const both = ['one@erased.example', 'all@erased.example']
  expect(await find(workspaceId, projectId, both)).toEqual(new Map())
  await add(tokens(workspaceId, projectId, 'one@erased.example'))
  await add(tokens(workspaceId, null, 'all@erased.example'))
  const ofAll = new Map([['all@erased.example', 'erasure']])
  const ofProject = new Map([['one@erased.example', 'erasure'], ...ofAll])
  const findNow: typeof find = (workspace, project, addresses) =>
    suppressionsOf(db, tokens, workspace, { projectId: project, addresses })
  for (const of of [find, findNow]) {
    const [here, there, mixed] = await Promise.all([
      of(workspaceId, projectId, both),
      of(workspaceId, otherProject, both),
      of(workspaceId, projectId, asked),
    ])
    expect(here).toEqual(ofProject)
    expect(there).toEqual(ofAll)
    expect(mixed).toEqual(new Map([['5@elsewhere.example', 'manual']]))
  }
  expect(await find(newWorkspaceId(), projectId, both)).toEqual(new Map())
})
