// Installs a folder of the repository that has packages of its own, apart from the root's: the checkers of tools/, and
// the libraries of others in test/packages/.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Installs the packages of a folder where they are missing, or where its lock file has changed since. Of several
 * processes that ask at once, one installs and the others wait.
 *
 * @param {string} folder path of the folder, with a package.json and a package-lock.json
 * @param {string} what the packages in words, for the line that is written to stderr while they are installed
 * @returns {Promise<void>}
 * @throws Error if `npm ci` fails
 */
export async function ensureInstalled(folder, what) {
  const lock = path.join(folder, '.installing')
  while (!isInstalled(folder)) {
    if (!takeLock(lock)) {
      await wait(200)
      continue
    }
    try {
      // Another process may have installed between the two.
      if (!isInstalled(folder)) install(folder, what)
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
}

const lockFileOf = (folder) => path.join(folder, 'package-lock.json')
/** A copy of the lock file that was installed. It is written last, so that it stands for a whole installation. */
const installedOf = (folder) => path.join(folder, 'node_modules/.installed.json')

function isInstalled(folder) {
  const installed = installedOf(folder)
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(lockFileOf(folder)))
}

function install(folder, what) {
  // The output belongs to the caller, and others may read it.
  console.error(`Installing once: ${what} …`)
  const lockText = readFileSync(lockFileOf(folder))
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync('npm', npm, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (error !== undefined || status !== 0)
    throw new Error(`${what} could not be installed: \`npm ci\` in ${folder} failed`, { cause: error })
  writeFileSync(installedOf(folder), lockText)
}

/**
 * Takes the lock that allows this process to install, and returns false if another process has it. A lock that a
 * killed process has left is taken away.
 */
function takeLock(lock) {
  try {
    mkdirSync(lock)
    writeFileSync(path.join(lock, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(lock)) {
      // Of several that see this, one alone can rename it.
      const taken = `${lock}-${process.pid}`
      try {
        renameSync(lock, taken)
        rmSync(taken, { recursive: true, force: true })
      } catch {
        // Another process has taken it away.
      }
    }
    return false
  }
}

function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(path.join(lock, 'pid'), 'utf8'))
    // The id may not be written yet.
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs > 5000
    process.kill(pid, 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    if (error.code !== 'ENOENT') return false
    return existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 5000
  }
}
