import { expect, test } from 'vitest'
import { gather, statement } from '../../server/db/statement.js'

test('a name belongs to one text: a connection has prepared one statement by it', () => {
  const text = 'select 1 as one'
  expect(() => [statement('only_of_this_test', text), statement('only_of_this_test', text)]).not.toThrow()
  expect(() => statement('only_of_this_test', 'select 2 as two')).toThrow('another one has this name')
})

test('a text has no question mark, which would be taken for a placeholder', () => {
  expect(() => statement('with_question', "select '?'")).toThrow('question marks')
})

test.each([
  'update workspaces set name = $1 returning id',
  'with gone as (DELETE from workspaces returning id) select id from gone',
  'select id from workspaces for no key update skip locked',
  'select id from workspaces for key share',
])('what gathers from all workspaces neither writes nor locks: %s', (text) => {
  expect(() => gather<[], unknown>('gathers_with_more', text)).toThrow('only reads')
})

test('what gathers may read columns that are called like writes', () => {
  const text = 'select updated_at, deleted_at from contacts order by id limit $1'
  expect(() => gather<[max: number], unknown>('gathers_only', text)).not.toThrow()
})
