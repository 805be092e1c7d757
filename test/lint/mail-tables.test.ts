import { expect, test } from 'vitest'
import { lintRules } from '../support/lint/lint-rules.js'

/** Tests the rule of the linter that one folder writes the tables of mail. */

const refusalsOf = lintRules('mail-tables.mjs', ['mail-tables/owner'])

const cases: [what: string, source: string, isRefused: boolean][] = [
  [
    'an update',
    'export const sql = `with given as (select 1) update message_logs log set status = $1`',
    true,
  ],
  [
    'an insert over two lines',
    'export const sql = `insert\n  into delivery_queue (log_id) values ($1)`',
    true,
  ],
  ['a deletion in a text', "export const sql = 'delete from messages where id = $1'", true],
  ['one beside a value', 'export const sql = (id: string) => `${id} ) DELETE FROM messages`', true],
  ['a read', 'export const sql = `select id from message_logs for update`', false],
  ['another table', 'export const sql = `update message_contents set text = null`', false],
]

test('what writes the tables is refused, and nothing else', () => {
  const found = refusalsOf(cases.map(([, source]) => source))
  expect(cases.map(([what], index) => [what, found[index]?.length])).toEqual(
    cases.map(([what, , isRefused]) => [what, isRefused ? 1 : 0]),
  )
  expect(found[0]?.[0]?.message).toMatch(/^message_logs is written by/)
})
