import type { Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../../support/database/database.js'
import { expectSameContacts, expectSameExplanation } from './same-contacts.js'

/** Needs a database: random rules and profiles, in the server's SQL and in an evaluator that was written apart. */

let database: ConnectedDatabase
let db: Knex

beforeAll(async () => {
  database = await openMigratedDatabase(1)
  db = database.db
})
afterAll(() => database.drop())

test('the same contacts are selected', () => expectSameContacts(db, 60))
test('one contact is selected and explained as among many', () => expectSameExplanation(db, 30))
