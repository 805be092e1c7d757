import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { madeStatements } from '../../server/db/statement.js'
import { violationsOf } from '../support/placement/rules.js'
import { statementsOf } from '../support/placement/syntax.js'
import { tablesOfSchema } from '../support/placement/tables.js'

/** Statements are made where they stand, so those of all parts are there once these are loaded, sent or not. */
beforeAll(async () => {
  await loadModule()
  await Promise.all([import('../../server/service.js'), import('../../server/cli/operator-command.js')])
})

test('every statement can be sent to a database of many machines', () => {
  const made = madeStatements()
  expect(made.length).toBeGreaterThan(300)
  const tables = tablesOfSchema()
  const refused = made.flatMap(({ sql, kind }) => {
    const violations = statementsOf(sql).flatMap((statement) => violationsOf(statement, kind, tables))
    return violations.length === 0 ? [] : [`${violations.join('; ')}:\n${sql}`]
  })
  expect(refused).toEqual([])
})
