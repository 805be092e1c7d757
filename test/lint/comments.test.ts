import { expect, test } from 'vitest'
import { lintRules } from '../support/lint/lint-rules.js'

/** Tests the rule of the linter that doc comments name their subject. */

const refusalsOf = lintRules('comments.mjs', ['comments/subject'])

const refused = [
  '/** What a request gathers on its way. */',
  '/** Whether the list is empty. */',
  '/** How many rows there are. */',
  '/** The same of another table. */',
  '/**\n * Of the contact, where the address has none yet.\n */',
  '/** Those that are left. */',
  '/** As many are found. */',
]
const taken = [
  '/** True if the list is empty. */',
  '/** Returns the rows that the caller may see. */',
  '/** As a rule of segments, an event has conditions. */',
  '/** @throws Error if the contract lacks the operation */',
  '// What comes next is quick.',
  '/* What is no doc comment. */',
]

test('doc comments that begin with a clause are refused, and no others', () => {
  const found = refusalsOf([...refused, ...taken].map((comment) => `${comment}\nexport const one = 1\n`))
  expect(found.map(({ length }) => length)).toEqual([...refused.map(() => 1), ...taken.map(() => 0)])
})
