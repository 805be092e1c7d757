import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import { selectSessionState, touchSession } from '../../../server/platform/auth/session-rows.js'
import { newUuid, newWorkspaceId } from '../../../server/platform/db/ids.js'
import { makeLink, ownerOfLink, redeemLink, usersOf } from '../../../server/product/sign-in/links.js'
import { findSession, pageOfSessions, revokeSession } from '../../../server/product/sign-in/sessions.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { expectBounded } from '../../support/database/expect-bounded.js'

/** Tests that the statements of sign-in cost no more with many users, sessions and links. */

const many = 5_000
let database: ConnectedDatabase
let db: Knex
const [workspaceId, userId, sessionId] = [newWorkspaceId(), newUuid(), newUuid()]
const token = 'A'.repeat(43)

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  const hash = (text: string) => createHash('sha256').update(text).digest()
  await db.raw(`insert into workspaces (id, name) select gen_random_uuid(), 'W' from generate_series(1, 100)`)
  await db('workspaces').insert({ id: workspaceId, name: 'Shop' })
  await db('users').insert({
    id: userId,
    workspace_id: workspaceId,
    email: 'ada@shop.example',
    role: 'owner',
  })
  const values = { workspaceId, userId, sessionId, hash: hash(token), address: hash('ada@shop.example') }
  await db.raw(
    `insert into users (id, workspace_id, email, role)
     select gen_random_uuid(), :workspaceId, 'n' || n || '@shop.example', 'member' from generate_series(1, ${many}) n`,
    values,
  )
  await db.raw(
    `insert into sessions (workspace_id, id, user_id, origin, expires_at)
     select :workspaceId, gen_random_uuid(), id, 'link', now() + interval '30 days' from users`,
    values,
  )
  await db.raw(
    `insert into sessions (workspace_id, id, user_id, origin, expires_at)
     values (:workspaceId, :sessionId, :userId, 'link', now() + interval '30 days')`,
    values,
  )
  await db.raw(
    `insert into sign_in_links (workspace_id, token_hash, user_id, address_hash, expires_at)
     select :workspaceId, sha256(n::text::bytea), :userId, '', now() + interval '15 minutes'
     from generate_series(1, ${many}) n`,
    values,
  )
  await db.raw(
    `insert into sign_in_links (workspace_id, token_hash, user_id, address_hash, expires_at)
     values (:workspaceId, :hash, :userId, :address, now() + interval '15 minutes')`,
    values,
  )
})
afterAll(() => database.drop())

test.each<[string, (trx: Knex.Transaction) => Promise<unknown>]>([
  ['the look-up of a session', (trx) => selectSessionState(trx, workspaceId, sessionId, userId)],
  ['a note of its use', (trx) => touchSession(trx, workspaceId, sessionId)],
  ['one session', (trx) => findSession(trx, workspaceId, sessionId)],
  [
    'a page of a user’s sessions',
    (trx) => pageOfSessions(trx, workspaceId, userId, { query: { limit: 25 } }),
  ],
  ['the end of a session', (trx) => revokeSession(trx, workspaceId, sessionId)],
  ['the users of an address', (trx) => usersOf(trx, 'ada@shop.example')],
  [
    'a new link',
    (trx) =>
      makeLink(
        trx,
        { workspaceId, userId, email: 'ada@shop.example' },
        { publicUrl: '', expiresAt: new Date() },
      ),
  ],
  ['the use of a link', (trx) => redeemLink(trx, token)],
  ['whose a link was', (trx) => ownerOfLink(trx, token)],
])('%s reads a few rows', async (_what, work) => {
  await expectBounded(db, work, 12)
})
