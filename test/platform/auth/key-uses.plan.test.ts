import { afterAll, beforeAll, test } from 'vitest'
import { touchKeys } from '../../../server/platform/auth/key-uses.js'
import { newUuid, type Uuid } from '../../../server/platform/db/ids.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { expectBounded } from '../../support/database/expect-bounded.js'

/** To write when keys were used costs no more where there are many keys. */

let database: ConnectedDatabase
const workspaceId = newUuid()
let used: Uuid[]

beforeAll(async () => {
  database = await openMigratedDatabase()
  await database.db('workspaces').insert({ id: workspaceId, name: 'Shop' })
  await database.db.raw(
    `insert into api_keys (id, workspace_id, kind, name, hint, secret_hash, scopes, ip_cidrs, sender_domains)
     select gen_random_uuid(), :workspaceId, 'workspace', 'K', '', sha256(n::text::bytea), '{}', '{}', '{}'
     from generate_series(1, 5000) n`,
    { workspaceId },
  )
  used = await database.db('api_keys').limit(3).pluck('id')
})
afterAll(() => database.drop())

test('the note of a few keys’ uses reads a few rows', async () => {
  const at = used.map(() => new Date())
  await expectBounded(database.db, (trx) => touchKeys(trx, used, at, at), 12)
})
