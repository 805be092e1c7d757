// Runs the tests that need no database on the other versions of Node that Postseal supports, from npm's package `node`.
// `npm run test:nodes -- 26` runs them on that one, and `npm run test:nodes -- 26 npx vitest run test/sdk` runs a command.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** The release lines that `engines` allows and that get fixes, or got them until this year. */
const supported = ['20', '22', '24', '26']

const [version, ...command] = process.argv.slice(2)
const own = process.versions.node.split('.')[0]
const versions = version === undefined ? supported.filter((each) => each !== own) : [version]

for (const each of versions) {
  const folder = installed(each)
  if (folder === undefined) {
    process.stdout.write(`npm could not install Node ${each}: the tests on it are left out.\n`)
    continue
  }
  const [program, ...args] =
    command.length > 0
      ? command
      : ['node', 'node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.unit.config.ts']
  process.stdout.write(`On Node ${each}:\n`)
  const env = { ...process.env, PATH: folder + path.delimiter + process.env['PATH'] }
  const { status } = spawnSync(program, args, { stdio: 'inherit', env })
  if (status !== 0) {
    process.stdout.write(`Node ${each}: failed.\n`)
    // What failed stays the last that is read.
    process.exit(status ?? 1)
  }
}

/** @returns the folder of its program; undefined where npm has none */
function installed(version) {
  const within = path.resolve('node_modules/.cache/nodes', version)
  const programs = path.join(within, 'node_modules/.bin')
  if (existsSync(path.join(programs, 'node'))) return programs
  mkdirSync(within, { recursive: true })
  process.stdout.write(`Installing Node ${version} once …\n`)
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  spawnSync('npm', ['install', ...options, '--prefix', within, `node@${version}`], { stdio: 'inherit' })
  return existsSync(path.join(programs, 'node')) ? programs : undefined
}
