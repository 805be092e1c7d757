import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import { createMigratedDatabase } from '../../support/database.js'
import { expectSameContacts, expectSameExplanation } from './same-contacts.js'

/** Needs a database: random rules and profiles, in the server's SQL and in an evaluator that was written apart. */

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let db: Knex

beforeAll(async () => {
  database = await createMigratedDatabase()
  db = knex({ client: 'pg', connection: database.url, pool: { min: 1, max: 1 } })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('the same contacts are selected', () => expectSameContacts(db, 60))
test('one contact is selected and explained as among many', () => expectSameExplanation(db, 30))
