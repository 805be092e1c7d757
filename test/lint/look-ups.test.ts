import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchFolder } from '../support/run/scratch-folder.js'

/** The rule of the linter about tables that are looked up by what strangers send. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(path.join(scratchFolder, 'postseal-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

const config = path.join(folder, '.oxlintrc.json')
writeFileSync(
  config,
  JSON.stringify({
    jsPlugins: [path.join(root, 'scripts/lint/look-ups.mjs')],
    categories: { correctness: 'off' },
    rules: { 'look-ups/maps': 'error' },
  }),
)

const tools = path.join(root, 'scripts/tools.mjs')
// It installs the linter in a clone that has none.
beforeAll(() => void execFileSync(process.execPath, [tools], { stdio: 'inherit' }), 300_000)

/** Returns true if the rule refuses a module. */
function isRefused(source: string): boolean {
  const file = path.join(folder, 'module.ts')
  writeFileSync(file, source)
  const { status, stdout } = spawnSync(process.execPath, [tools, 'oxlint', '-c', config, file], {
    encoding: 'utf8',
    timeout: 180_000,
  })
  expect(stdout).toMatch(
    status === 0 ? /Found 0 warnings and 0 errors/ : /look-ups\(maps\): Make table a Map/,
  )
  return status !== 0
}

const table = 'const table: Readonly<Record<string, number>> = { a: 1 }\n'

test.each([
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
])('%s', (_what, source, refused) => {
  expect(isRefused(source)).toBe(refused)
})
