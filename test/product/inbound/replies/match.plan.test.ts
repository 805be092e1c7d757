import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { lockContacts } from '../../../../server/product/inbound/replies/contacts.js'
import { matchReplies, type PossibleReply } from '../../../../server/product/inbound/replies/match.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'

/**
 * Tests that keys find the message that a mail answers and the contact it is from, however long the history of an
 * address is.
 */

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const [projectId, otherProject, elsewhere] = [newUuid(), newUuid(), newUuid()]
const [message, earlier, ofOtherProject] = [newUuid(), newUuid(), newUuid()]
const busy = 'busy@example.com'

beforeAll(async () => {
  database = await openMigratedDatabase(3)
  db = database.db
  const values = { workspaceId, projectId, otherProject, message, busy }
  const common = { workspace_id: workspaceId, environment: 'live', from_email: 'a@shop.example', subject: '' }
  await db('messages').insert([
    { ...common, id: message, project_id: projectId },
    { ...common, id: earlier, project_id: projectId },
    { ...common, id: ofOtherProject, project_id: otherProject },
  ])
  await db.raw(
    `insert into messages (workspace_id, id, project_id, environment, from_email, subject)
     select workspace_id, gen_random_uuid(), project_id, environment, from_email, subject
     from messages cross join generate_series(1, 3000) where id = :message`,
    values,
  )
  // One address has got every one of them, and one message has 49 recipients more.
  await db.raw(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status, updated_at)
     select workspace_id, gen_random_uuid(), id, project_id, 'live', :busy, :busy, 'delivered', now() from messages`,
    values,
  )
  await db.raw(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status, updated_at)
     select workspace_id, gen_random_uuid(), id, project_id, 'live', 'n' || n, 'n' || n || '@example.com', 'delivered', now()
     from messages cross join generate_series(1, 49) n where id = :message`,
    values,
  )
  for (const project of [projectId, otherProject]) {
    await db.raw(
      `insert into contacts (workspace_id, id, project_id, environment, email, address)
       select cast(:workspaceId as uuid), gen_random_uuid(), cast(:project as uuid), 'live', 'n' || n, 'n' || n || '@example.com'
       from generate_series(1, 5000) n`,
      { workspaceId, project },
    )
  }
})
afterAll(() => database.drop())

const header = (id: Uuid) => `<${toTypeId('msg', id)}@shop.example>`
const mail = (fields: Partial<PossibleReply>): PossibleReply => ({
  ...{ projectId, provenMessageId: null, references: [], sender: busy },
  ...fields,
})
const logOf = async (address: string, of = message) =>
  (await db('message_logs').where({ message_id: of, address }).first('id')).id as Uuid

test('a mail answers the message of its reply address, or else the first of its header that there is', async () => {
  const gone = newUuid()
  const log = await logOf(busy)
  const byHeader = { messageId: message, logId: log, match: 'header' }
  const cases: [Partial<PossibleReply>, unknown][] = [
    [{}, null],
    [{ provenMessageId: message }, { messageId: message, logId: log, match: 'address' }],
    [
      { provenMessageId: message, sender: 'stranger@example.com' },
      { messageId: message, logId: null, match: 'address' },
    ],
    [
      { provenMessageId: message, sender: '' },
      { messageId: message, logId: null, match: 'address' },
    ],
    // It has been purged, but the address proves it.
    [
      { provenMessageId: gone, references: [header(message)] },
      { messageId: gone, logId: null, match: 'address' },
    ],
    [{ references: [header(message)] }, byHeader],
    [
      { references: [header(message)], sender: 'n7@example.com' },
      { ...byHeader, logId: await logOf('n7@example.com') },
    ],
    [{ references: ['<other@example.com>', header(gone), header(message), header(message)] }, byHeader],
    [{ references: [header(message), header(earlier)] }, byHeader],
    [
      { references: [header(earlier), header(message)] },
      { ...byHeader, messageId: earlier, logId: await logOf(busy, earlier) },
    ],
    [{ references: [header(ofOtherProject)] }, null],
    [{ references: [header(message)], projectId: elsewhere }, null],
    // What is none of our Message-IDs.
    [
      { references: ['<msg_short@shop.example>', header(message).slice(1), `${header(message)} `, 'x'] },
      null,
    ],
    [{ references: [`<msg_8${'z'.repeat(25)}@shop.example>`, `<msg_${'u'.repeat(26)}@shop.example>`] }, null],
    // As many as a parsed mail has.
    [{ references: [...Array.from({ length: 20 }, () => header(newUuid())), header(message)] }, null],
  ]
  const found = await matchReplies(
    db,
    workspaceId,
    cases.map(([fields]) => mail(fields)),
  )
  expect(found).toEqual(cases.map(([, expected]) => expected))
  expect(await matchReplies(db, newWorkspaceId(), [mail({ references: [header(message)] })])).toEqual([null])
  expect(await matchReplies(db, workspaceId, [])).toEqual([])
})

test('contacts are found by project and address, and are not deleted meanwhile', async () => {
  const idOf = async (project: Uuid, address: string) =>
    (await db('contacts').where({ project_id: project, address }).first('id')).id as Uuid
  const wanted = [
    { projectId, address: 'n2@example.com' },
    { projectId: otherProject, address: 'n1@example.com' },
    { projectId, address: 'nobody@example.com' },
    { projectId, address: '' },
    { projectId, address: 'n2@example.com' },
    { projectId: elsewhere, address: 'n1@example.com' },
  ]
  const [two, one] = [await idOf(projectId, 'n2@example.com'), await idOf(otherProject, 'n1@example.com')]
  const trx = await db.transaction()
  try {
    expect(await lockContacts(trx, workspaceId, wanted)).toEqual([two, one, null, null, two, null])
    expect(await lockContacts(trx, newWorkspaceId(), wanted)).toEqual(wanted.map(() => null))
    const lock = (strength: string) =>
      db.raw(`select from contacts where workspace_id = ? and id = ? for ${strength} nowait`, [
        workspaceId,
        one,
      ])
    await expect(lock('update')).rejects.toMatchObject({ code: '55P03' })
    // What happens to the contact goes on being recorded.
    await lock('key share')
    await lock('no key update')
  } finally {
    await trx.rollback()
  }
})

describe.each([false, true])('with statistics: %s', (analyzed) => {
  beforeAll(async () => {
    if (analyzed) await db.raw('vacuum analyze')
  })

  test('messages and the log of one of their recipients', () => {
    const mails = Array.from({ length: 20 }, (_, index) =>
      mail({
        references: [header(newUuid()), header(message)],
        sender: index === 0 ? busy : `n${index}@example.com`,
      }),
    )
    // Twenty mails, and up to fifty recipients of the message that each answers.
    return expectBounded(db, (trx) => matchReplies(trx, workspaceId, mails), 20 * 50)
  })

  test('a reply address', () =>
    expectBounded(db, (trx) => matchReplies(trx, workspaceId, [mail({ provenMessageId: message })]), 50))

  test('contacts', () => {
    const wanted = Array.from({ length: 20 }, (_, n) => ({ projectId, address: `n${n}@example.com` }))
    return expectBounded(db, (trx) => lockContacts(trx, workspaceId, wanted), 20)
  })
})
