import { loadModule } from 'libpg-query'
import { afterAll, expect } from 'vitest'
import { sentStatements, type SentStatement } from '../../../server/platform/db/connection/client.js'
import { isListed } from './listed.js'
import { violationsOf } from './rules.js'
import { statementsOf } from './syntax.js'
import { tablesOfSchema } from './tables.js'

/**
 * Runs beside each test file: holds every statement that the service sends in it to what a database of many machines
 * can do (see rules.ts).
 */

const sent = new Map<string, SentStatement>()
const listen = (message: unknown) => {
  const statement = message as SentStatement
  sent.set(statement.sql, statement)
}
sentStatements.subscribe(listen)

/** Statements that another file of this process has found to be in order. */
const reviewed = ((globalThis as { reviewedStatements?: Set<string> }).reviewedStatements ??= new Set())

afterAll(async () => {
  sentStatements.unsubscribe(listen)
  const statements = [...sent.values()].filter(
    (statement) => !reviewed.has(statement.sql) && isOfService(statement),
  )
  if (statements.length === 0) return
  await loadModule()
  const tables = tablesOfSchema()
  const refused = statements.flatMap(({ sql, kind }) => {
    const violations = isListed(sql)
      ? []
      : statementsOf(sql).flatMap((statement) => violationsOf(statement, kind, tables))
    if (violations.length > 0) return [`${violations.join('; ')}:\n${sql}`]
    reviewed.add(sql)
    return []
  })
  expect(refused, 'statements that a database of many machines refuses').toEqual([])
})

/**
 * Returns true if the service sent the statement. Statements that tests of parts send to their databases themselves
 * have no kind and do not count.
 */
function isOfService({ kind, sql }: SentStatement): boolean {
  const { testPath = '' } = expect.getState()
  const reaches = /\.(api|e2e|fault)\.test\.ts$/.test(testPath) && !testPath.includes('programs/automations')
  return kind !== undefined || (reaches && !/^\s*(explain|grant)\b/.test(sql))
}
