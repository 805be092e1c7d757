// Runs a checker of tools/, which has its own packages: `node scripts/tools.mjs oxlint --fix`. It installs them where they
// are missing, or where their lock file has changed since. Without arguments it does that alone. The checker takes this
// process's folder, input and output, and its exit code is passed on.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './packages.mjs'

const folder = fileURLToPath(new URL('../tools', import.meta.url))
const modules = path.join(folder, 'node_modules')

try {
  await ensureInstalled(folder, 'the checkers of tools/, about 20 seconds')
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const [name, ...args] = process.argv.slice(2)
if (name !== undefined) {
  const { status, signal, error } = spawnSync(process.execPath, [programOf(name), ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      // oxlint asks for its part that knows types by this: it looks in the root's packages otherwise.
      OXLINT_TSGOLINT_PATH: path.join(modules, '.bin/tsgolint'),
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      REDOCLY_TELEMETRY: 'off',
    },
  })
  if (error !== undefined) throw error
  if (signal !== null) process.kill(process.pid, signal)
  else process.exitCode = status
}

/** The file of a program, by the package of tools/ that has it: packages below those may have others of its name. */
function programOf(program) {
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  for (const dependency of Object.keys(dependencies)) {
    const manifest = JSON.parse(readFileSync(path.join(modules, dependency, 'package.json'), 'utf8'))
    const bin =
      typeof manifest.bin === 'string' ? { [path.basename(manifest.name)]: manifest.bin } : manifest.bin
    if (bin?.[program] !== undefined) return path.join(modules, dependency, bin[program])
  }
  console.error(`No package of tools/ has the program ${program}.`)
  process.exit(1)
}
