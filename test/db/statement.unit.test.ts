import { expect, test } from 'vitest'
import { statement } from '../../server/db/statement.js'

test('a name belongs to one text: a connection has prepared one statement by it', () => {
  const text = 'select 1 as one'
  expect(() => [statement('only_of_this_test', text), statement('only_of_this_test', text)]).not.toThrow()
  expect(() => statement('only_of_this_test', 'select 2 as two')).toThrow('another one has this name')
})

test('a text has no question mark, which would be taken for a placeholder', () => {
  expect(() => statement('with_question', "select '?'")).toThrow('question marks')
})
