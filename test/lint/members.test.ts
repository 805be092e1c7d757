import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchFolder } from '../support/run/scratch-folder.js'

/** Tests the rule of the linter about members that only their class uses. It needs the linter. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(path.join(scratchFolder, 'postseal-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

const config = path.join(folder, '.oxlintrc.json')
writeFileSync(
  config,
  JSON.stringify({
    jsPlugins: [path.join(root, 'scripts/lint/members.mjs')],
    categories: { correctness: 'off' },
    rules: { 'members/names': 'error' },
  }),
)

const tools = path.join(root, 'scripts/tools.mjs')
// It installs the linter in a clone that has none.
beforeAll(() => void execFileSync(process.execPath, [tools], { stdio: 'inherit' }), 300_000)

test('private members are refused, and neither those of the language nor private constructors', () => {
  const file = path.join(folder, 'module.ts')
  writeFileSync(
    file,
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
  )
  const { stdout } = spawnSync(process.execPath, [tools, 'oxlint', '-c', config, file], {
    encoding: 'utf8',
    timeout: 180_000,
  })
  const refused = [...stdout.matchAll(/members\(names\): Call it #(\w+)/g)].map(([, name]) => name)
  expect(refused.sort()).toEqual(['field', 'fixed', 'given', 'method', 'one', 'value', 'withDefault'])
  expect(stdout).toContain('Found 0 warnings and 7 errors')
})
