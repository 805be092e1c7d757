import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { scratchFolder } from '../run/scratch-folder.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const tools = path.join(root, 'scripts/tools.mjs')

/** A refusal by a rule. */
export interface Refusal {
  /** The rule as the linter writes it, such as `times(wall)`. */
  readonly code: string
  readonly message: string
}

/**
 * Prepares rules of one plugin of the linter for the tests of a file. A clone without the linter gets it.
 *
 * @param plugin name of the file in scripts/lint/
 * @returns a function that returns the refusals of each of some modules. It takes all of them at once, since the linter
 *   starts slowly
 */
export function lintRules(
  plugin: string,
  rules: readonly string[],
): (sources: readonly string[]) => Refusal[][] {
  const folder = mkdtempSync(path.join(scratchFolder, 'postseal-lint-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const config = path.join(folder, '.oxlintrc.json')
  writeFileSync(
    config,
    JSON.stringify({
      jsPlugins: [path.join(root, 'scripts/lint', plugin)],
      categories: { correctness: 'off' },
      rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])),
    }),
  )
  beforeAll(() => void execFileSync(process.execPath, [tools], { stdio: 'inherit' }), 300_000)
  return (sources) => {
    const files = sources.map((source, index) => {
      const file = path.join(folder, `module-${index}.ts`)
      writeFileSync(file, source)
      return file
    })
    const { stdout } = spawnSync(
      process.execPath,
      [tools, 'oxlint', '-c', config, '--format=json', ...files],
      { encoding: 'utf8', timeout: 180_000 },
    )
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: (Refusal & { filename: string })[] }
    return files.map((file) =>
      diagnostics
        .filter(({ filename }) => filename.endsWith(path.basename(file)))
        .map(({ code, message }) => ({ code, message })),
    )
  }
}
