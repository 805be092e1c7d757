// Builds the service where that has not been done yet. It does not build again: a running service has its files
// in dist/. With --current it does, where something that the build reads has changed since.
import { execSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** The last file that a build writes. */
const last = 'dist/embedded/prepared.tar.br'
const read = [
  'base',
  'server',
  'embedded',
  'console',
  'sdk-ts/src',
  'cli/src',
  'scripts',
  'generated',
  'docs',
  'openapi',
  'tsup.config.ts',
  'package.json',
  'package-lock.json',
]

if (!existsSync(last) || (process.argv.includes('--current') && read.some(isNewer))) {
  process.stderr.write('Building once, about 20 seconds …\n')
  execSync('npm run --silent build', { stdio: ['ignore', 2, 2] })
}

/**
 * Returns true if a file, or anything in a folder, has changed since the build. A folder's own time shows deletions.
 */
function isNewer(file) {
  const built = statSync(last).mtimeMs
  const found = statSync(file)
  if (found.mtimeMs > built) return true
  return found.isDirectory() && readdirSync(file).some((name) => isNewer(path.join(file, name)))
}
