import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { madeStatements } from '../../../../server/platform/db/statements/statement.js'
import { violationsOf } from '../../../support/placement/rules.js'
import {
  columnOf,
  conjunctsOf,
  listOf,
  nodesOf,
  statementsOf,
  type Node,
} from '../../../support/placement/syntax.js'
import { tablesOfSchema } from '../../../support/placement/tables.js'

/** Statements are made where they stand, so those of all parts are there once these are loaded, sent or not. */
beforeAll(async () => {
  await loadModule()
  await Promise.all([
    import('../../../../server/process/service.js'),
    import('../../../../server/operate/cli/operator-command.js'),
  ])
})

test('every walk of an index begins where it is told to', () => {
  const astray = madeStatements().filter(({ sql }) => statementsOf(sql).some(beginsTooEarly))
  expect(astray.map(({ sql }) => sql)).toEqual([])
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

/**
 * Returns true if a condition has a column equal to something, and compares a row of values that begins with the same
 * column: PostgreSQL then reads an index from the first entry of that value on, up to the row of values.
 */
function beginsTooEarly(statement: Node): boolean {
  return nodesOf(statement, 'SelectStmt').some(({ whereClause }) => {
    const comparisons = listOf(whereClause)
      .flatMap(conjunctsOf)
      .flatMap((condition) => listOf(condition['A_Expr']))
      .filter(({ kind }) => kind === 'AEXPR_OP')
    const compared = comparisons.flatMap(({ name, lexpr }) => {
      const [first] = listOf((lexpr as Node | undefined)?.['RowExpr']).flatMap(({ args }) => listOf(args))
      const column = first && columnOf(first)
      return column === undefined || isEquality(name) ? [] : [column]
    })
    const equal = comparisons.flatMap(({ name, lexpr }) =>
      isEquality(name) && lexpr !== undefined ? [columnOf(lexpr as Node)] : [],
    )
    return compared.some((column) =>
      equal.some((other) => other?.column === column.column && other.qualifier === column.qualifier),
    )
  })
}

const isEquality = (operator: unknown) =>
  listOf(operator).some((part) => (part['String'] as Node | undefined)?.['sval'] === '=')

test.each([
  ['select from t where a = $1 and (a, b) > ($1, $2)', true],
  ['select from t x where x.a = $1 and c and (x.a, x.b) >= ($1, $2) order by b limit 1', true],
  ['select from t where exists (select from u where a = $1 and (a, b) < ($1, $2))', true],
  ['select from t where a = $1 and (b, c) > ($2, $3)', false],
  ['select from t where (a, b) > ($1, $2)', false],
  ['select from t where a = $1 and (a, b) = ($1, $2)', false],
])('of %s it is said: %s', (sql, astray) => {
  expect(statementsOf(sql).some(beginsTooEarly)).toBe(astray)
})
