import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * Tests of the kind `.unit` run on a clone without a build and without a database. In `npm test` one that needs them
 * finds both, so what such a test imports of `test/` is read here.
 */

const needs = [
  { sign: /\binject\(/, reason: 'asks for the database or the shared folder of a run (inject)' },
  { sign: /['"`](?:\.\.\/)+dist\//, reason: 'reads what a build has made (dist/)' },
]

/** Matches an import of values, whose file is loaded: `import`, `export … from` and `import()`. */
const imports = /(?:^(?:import|export) (?!type )[^'";]*?from |^import |\bimport\()'(\.[^']+)'/gm

/** Returns a reason for each file of `test/` that needs more than the sources, among a file and what it imports. */
function reasonsOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const own = needs.filter(({ sign }) => sign.test(text)).map(({ reason }) => `${file} ${reason}`)
  const imported = [...text.matchAll(imports)]
    .map(([, name = '']) => path.join(path.dirname(file), name).replace(/\.js$/, '.ts'))
    .filter((each) => each.startsWith('test/') && existsSync(each))
  return [...own, ...imported.flatMap((each) => reasonsOf(each, seen))]
}

const unitTests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.unit.test.ts'))
  .map((file) => path.join('test', file))

test('unit tests need neither a build nor a database nor the shared folder of a run', () => {
  expect(unitTests.length).toBeGreaterThan(250)
  const astray = unitTests.flatMap((file) => reasonsOf(file).map((reason) => `${file}: ${reason}`))
  expect(astray).toEqual([])
})

test('what other kinds of tests import is seen, however far away', () => {
  expect(reasonsOf('test/operate/reference/documentation.test.ts')).toHaveLength(1)
  expect(reasonsOf('test/support/service/service.ts').join()).toContain('database.ts asks for')
})
