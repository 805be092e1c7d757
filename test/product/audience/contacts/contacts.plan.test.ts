import type { Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { countedAtMost, previewDeletion } from '../../../../server/product/audience/erasure/preview.js'
import { refuseErased } from '../../../../server/product/audience/erasure/refuse-erased.js'
import { listContactEvents, recordContactEvent } from '../../../../server/product/audience/contacts/events.js'
import { deleteContact, purgeDeletedContacts } from '../../../../server/product/audience/contacts/delete.js'
import { deleteEntriesOf } from '../../../../server/product/audience/contacts/remove-runs.js'
import { deleteEventsOf } from '../../../../server/product/audience/contacts/remove.js'
import { listContacts } from '../../../../server/product/audience/contacts/list.js'
import {
  findContact,
  keepContact,
  keepContactWithAddress,
} from '../../../../server/product/audience/contacts/contact-rows.js'
import { updateContact } from '../../../../server/product/audience/contacts/update.js'
import { upsertContacts } from '../../../../server/product/audience/contacts/many/upsert.js'
import { upsertContact } from '../../../../server/product/audience/contacts/upsert.js'
import {
  fromTypeId,
  newUuid,
  newWorkspaceId,
  nilUuid,
  toTypeId,
  type Uuid,
} from '../../../../server/platform/db/ids.js'
import type { Transaction } from '../../../../server/platform/db/transaction/transaction.js'
import { examinedAtMost } from '../../../../server/platform/http/lists/bounded-walk.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'

/**
 * Tests that statements about contacts cost no more in a workspace with many contacts, or for a contact who did much.
 */

const many = 24_000
const limit = 25
/** A search reads one row further than its page, and one more to know whether it ends there. */
const aPage = limit + 2

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const [project, small] = [newUuid(), newUuid()]
const busy = newWorkspaceId()

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  const values = { workspaceId, project, small, busy }
  // The few of the small project are the oldest.
  await db.raw(
    `insert into contacts (workspace_id, id, project_id, environment, email, address)
     select :workspaceId, (lpad(to_hex(n), 12, '0') || '7000800000000000' || '0000')::uuid,
       case when n <= 3 then cast(:small as uuid) else :project end, case when n <= 3 then 'test' else 'live' end,
       'n' || n || '@example.com', 'n' || n || '@example.com'
     from generate_series(1, ${many}) n`,
    values,
  )
  await db.raw(`update contacts set id = :busy where address = 'n77@example.com'`, values)
  await db.raw(
    `insert into contact_events (workspace_id, contact_id, id, name, at)
     select :workspaceId, :busy, (lpad(to_hex(n), 12, '0') || '7000800000000000' || '0000')::uuid,
       case when n <= 3 then 'rare' else 'frequent' end, now()
     from generate_series(1, ${many}) n`,
    values,
  )
  await db.raw(
    `insert into suppressions (workspace_id, address, id, reason)
     select :workspaceId, 's' || n || '@example.com', gen_random_uuid(), 'import' from generate_series(1, ${many}) n`,
    values,
  )
  await db.raw(
    `insert into deleted_contacts select :workspaceId, gen_random_uuid() from generate_series(1, ${many})`,
    values,
  )
  await db.raw(
    `insert into automation_entries (workspace_id, automation_id, contact_id, entry_key, run_id, entered_at)
     select workspace_id, :project, case when n <= 9 then cast(:busy as uuid) else id end, n, id, now()
     from (select *, row_number() over () as n from deleted_contacts) deleted`,
    values,
  )
  await db.raw('analyze')
})
afterAll(() => database.drop())

const visible = (projectId: Uuid | null, environment: 'live' | 'test' | null = null) => ({
  workspaceId,
  projectId,
  environment,
})
const contact = () => findContact(db, visible(null), busy)
const to = { workspaceId, projectId: project, environment: 'live' as const }
const tx = (sql: Knex.Transaction): Transaction => ({ sql, afterCommit: () => undefined })

const tokens = addressTokens(new Uint8Array(32))
const findOf = async (trx: Knex.Transaction, email: string) => {
  const [row] = (await listContacts(trx, visible(null), { limit: 1, email })).data
  return { id: fromTypeId('con', row?.id ?? '') }
}
const given = Array.from({ length: 40 }, (_, index) => ({
  at: '',
  fields: { email: `n${index * 7 - 100}@example.com`, name: 'N', unsubscribed: true },
}))

type Work = (trx: Knex.Transaction) => Promise<unknown>

const works: Record<string, [work: Work, maxRows: number]> = {
  'a page of all': [(trx) => listContacts(trx, visible(null), { limit }), aPage],
  'a page of a small project': [(trx) => listContacts(trx, visible(small), { limit }), 3],
  'a page of a project': [
    (trx) => listContacts(trx, visible(null), { limit, project_id: toTypeId('prj', project) }),
    aPage,
  ],
  'a page of a rare environment': [
    (trx) => listContacts(trx, visible(null, 'test'), { limit }),
    examinedAtMost + 1,
  ],
  'an address': [(trx) => listContacts(trx, visible(null), { limit, email: 'N2@example.com' }), 1],
  'an address that nobody has': [
    (trx) => listContacts(trx, visible(small), { limit, email: 'x@example.com' }),
    1,
  ],
  'a new contact': [(trx) => upsertContact(tx(trx), to, { email: 'new@example.com' }), 1],
  'a known contact': [(trx) => upsertContact(tx(trx), to, { email: 'n9@example.com', name: 'N' }), 1],
  'a contact that opts out': [
    (trx) => upsertContact(tx(trx), to, { email: 'n8@example.com', unsubscribed: true }),
    1,
  ],
  'a change of an address': [
    async (trx) => {
      const { id } = await findOf(trx, 'n6@example.com')
      return updateContact(tx(trx), tokens, visible(null), { id, fields: { email: 'moved@example.com' } })
    },
    1,
  ],
  'a batch of new and known contacts': [(trx) => upsertContacts(tx(trx), tokens, to, given), given.length],
  'whether it was erased': [
    (trx) => refuseErased(trx, addressTokens(new Uint8Array(32)), to, 's7@example.com'),
    1,
  ],
  'a contact to record for': [(trx) => keepContact(trx, visible(project), busy), 1],
  'a contact to record for by its address': [
    (trx) => keepContactWithAddress(trx, workspaceId, project, 'N9@example.com'),
    1,
  ],
  'a record': [async (trx) => recordContactEvent(tx(trx), await contact(), { name: 'x' }), 1],
  'the deletion of a contact that did much': [
    (trx) => deleteContact(trx, addressTokens(new Uint8Array(32)), visible(null), busy),
    1000,
  ],
  'the purge of deleted contacts': [
    (trx) => purgeDeletedContacts(trx, { workspaceId, before: new Date() }, nilUuid, limit),
    limit,
  ],
  'a batch of what one did, to delete': [(trx) => deleteEventsOf(trx, workspaceId, [busy], limit), limit],
  'a batch of what one began, to delete': [(trx) => deleteEntriesOf(trx, workspaceId, [busy], 5), 5],
  'what a deletion of one who did much would find': [
    (trx) => previewDeletion(trx, { workspaceId, projectId: null, environment: null }, 'n77@example.com'),
    countedAtMost,
  ],
  'what one did': [async (trx) => listContactEvents(trx, await contact(), { limit }), aPage],
  'what one did rarely': [async (trx) => listContactEvents(trx, await contact(), { limit, name: 'rare' }), 3],
}

test.each(Object.entries(works))('%s', (_what, [work, maxRows]) => expectBounded(db, work, maxRows))
