import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactRow } from '../../../../../server/product/audience/contacts/contact-rows.js'
import { newUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { realContact } from '../../../../../server/product/programs/automations/simulate/contact.js'
import { holds } from '../../../../../server/product/programs/automations/simulate/judge.js'
import { unsubscribeStep } from '../../../../../server/product/programs/automations/steps/unsubscribe.js'
import { updateContactStep } from '../../../../../server/product/programs/automations/steps/update-contact.js'
import { Wakes } from '../../../../../server/platform/queue/wakes/wakes.js'
import { batchAt } from '../../../../support/automations/automation-batches.js'
import { openTestEngine, type TestEngine } from '../../../../support/automations/automation-engine.js'
import { addOwner, type Owner } from '../../../../support/campaigns/campaign-owner.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'

/**
 * Tests that the reads and changes of steps depend on their runs, and not on how many contacts and subscriptions
 * there are.
 */

const people = 4000
const runs = 10

let engine: TestEngine
let owner: Owner
let contacts: ContactRow[]
let list: Uuid
beforeAll(async () => {
  engine = await openTestEngine()
  const { db } = engine
  owner = await addOwner(db, people)
  list = newUuid()
  await db.raw(
    `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at, updated_at)
     select workspace_id, gen_random_uuid(), ?::uuid, project_id, environment, id, email, address, 'unsubscribed',
       now(), now(), now()
     from contacts`,
    [list],
  )
  await db.raw(
    `insert into contact_events (workspace_id, id, contact_id, name, properties, at)
     select workspace_id, gen_random_uuid(), id, 'seen', '{}', now() - n * interval '1 minute'
     from contacts cross join generate_series(1, 5) n`,
  )
  contacts = await db<ContactRow>('contacts').where({ workspace_id: owner.workspaceId }).limit(runs)
})
afterAll(() => engine.close())

const inTransaction = (sql: Knex.Transaction) => ({ sql, afterCommit: () => undefined })

describe.each([false, true])('with statistics: %s', (analyzed) => {
  beforeAll(async () => {
    if (analyzed) await engine.db.raw('vacuum analyze')
  })

  test('contacts are changed by their keys', () => {
    const batch = batchAt({ key: 'step', update_contact: { properties: { plan: 'pro' } } }, contacts)
    const work = (trx: Knex.Transaction) => updateContactStep(inTransaction(trx), batch)
    return expectBounded(engine.db, work, 2 * runs)
  })

  test('subscriptions are locked by their addresses', () => {
    const unsubscribe = { list_id: toTypeId('lst', list) }
    const batch = batchAt({ key: 'step', unsubscribe }, contacts)
    const work = (trx: Knex.Transaction) => unsubscribeStep(new Wakes())(inTransaction(trx), batch)
    return expectBounded(engine.db, work, 2 * runs)
  })

  test('a simulation reads what is of its contact', () => {
    const [contact] = contacts
    if (contact === undefined) throw new Error('there is no contact')
    const rule = {
      all: [
        { event: { name: 'seen', count: { op: 'eq' as const, value: 6 } } },
        { list: { list_id: toTypeId('lst', list), status: 'unsubscribed' as const } },
      ],
    }
    const { workspaceId, projectId } = owner
    const context = { workspaceId, projectId, asOf: new Date(), retainedSince: new Date(0) }
    const simulated = realContact(contact, [{ name: 'seen', properties: {}, at: new Date() }])
    return expectBounded(
      engine.db,
      async (trx) => {
        expect(await holds(trx, rule, simulated, { ...context, asOf: new Date() })).toBe(true)
      },
      20,
    )
  })
})
