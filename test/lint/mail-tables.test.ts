import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchFolder } from '../support/run/scratch-folder.js'

/** The rule of the linter that one folder writes the tables of mail. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(path.join(scratchFolder, 'postseal-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

const config = path.join(folder, '.oxlintrc.json')
writeFileSync(
  config,
  JSON.stringify({
    jsPlugins: [path.join(root, 'scripts/lint/mail-tables.mjs')],
    categories: { correctness: 'off' },
    rules: { 'mail-tables/owner': 'error' },
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
    status === 0 ? /Found 0 warnings and 0 errors/ : /mail-tables\(owner\): \w+ is written by/,
  )
  return status !== 0
}

test.each([
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
])('the rule judges %s', (_, source, expected) => {
  expect(isRefused(source)).toBe(expected)
})
