import { expect, test } from 'vitest'
import { lintRules } from '../support/lint/lint-rules.js'

/** Tests the rule of the linter about tables that are looked up by what strangers send. */

const refusalsOf = lintRules('look-ups.mjs', ['look-ups/maps'])

const table = 'const table: Readonly<Record<string, number>> = { a: 1 }\n'

const cases: [what: string, source: string, isRefused: boolean][] = [
  [
    'an object that is looked up by any text',
    `${table}export const of = (name: string) => table[name]`,
    true,
  ],
  ['one that is asked for any name', `${table}export const has = (name: string) => name in table`, true],
  ['one that others may look up', `export ${table}`, true],
  ['one whose own keys are gone through', `${table}export const all = Object.entries(table)`, false],
  [
    'one whose keys the compiler knows',
    `const table: Readonly<Record<'a', number>> = { a: 1 }\nexport const of = (name: 'a') => table[name]`,
    false,
  ],
  [
    'a map',
    `const table: ReadonlyMap<string, number> = new Map([['a', 1]])
     export const of = (name: string) => table.get(name)`,
    false,
  ],
]

test('tables that strangers look up are refused, and nothing else', () => {
  const found = refusalsOf(cases.map(([, source]) => source))
  expect(cases.map(([what], index) => [what, found[index]?.length])).toEqual(
    cases.map(([what, , isRefused]) => [what, isRefused ? 1 : 0]),
  )
  expect(found[0]?.[0]?.message).toMatch(/^Make table a Map/)
})
