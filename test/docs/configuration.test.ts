import { expect, test } from 'vitest'
import { knownVariables, readConfig } from '../../server/platform/config/config.js'
import { textOf } from '../support/documentation/documents.js'

const page = textOf('docs/operate/configuration.md')

/** Returns the first column of the page's tables. */
function firstColumn(form: RegExp): string[] {
  return [...page.matchAll(form)].map((match) => match[1] ?? '').sort()
}

test('the table of variables lists every variable that is read, and no other', () => {
  expect(firstColumn(/^\| `([A-Z_]+)`/gm)).toEqual([...knownVariables()].sort())
})

test('the table of roles lists all roles', () => {
  expect(firstColumn(/^\| `([a-z]+)` /gm)).toEqual([...readConfig({}).roles].sort())
})
