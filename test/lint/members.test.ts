import { expect, test } from 'vitest'
import { lintRules } from '../support/lint/lint-rules.js'

/** Tests the rule of the linter about members that only their class uses. */

const refusalsOf = lintRules('members.mjs', ['members/names'])

test('private members are refused, and neither those of the language nor private constructors', () => {
  const [found] = refusalsOf([
    `export class Refused {
       private field = 1
       private readonly fixed = 2
       private static one = 3
       private method() {}
       private get value() { return 4 }
       constructor(private readonly given: string, private withDefault = 5) {}
     }
     export class Taken {
       #field = 1
       readonly open = 2
       protected half = 3
       static #one = 4
       private constructor(readonly given: string) {}
       #method() {}
     }`,
  ])
  const names = found?.map(({ message }) => /Call it #(\w+)/.exec(message)?.[1])
  expect(names?.sort()).toEqual(['field', 'fixed', 'given', 'method', 'one', 'value', 'withDefault'])
})
