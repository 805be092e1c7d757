// Runs a checker of tools/, which has its own packages: `node scripts/tools.mjs oxlint --fix`. It installs them where they
// are missing, or where their lock file has changed since. Without arguments it does that alone. The checker takes this
// process's folder, input and output, and its exit code is passed on.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../tools', import.meta.url))
const modules = path.join(folder, 'node_modules')
const lockFile = path.join(folder, 'package-lock.json')
/** A copy of the lock file that was installed. It is written last, so that it stands for a whole installation. */
const installed = path.join(modules, '.installed.json')
/** Whoever makes this folder installs; the others wait. It has the id of the process in it. */
const lock = path.join(folder, '.installing')

await ensureInstalled()
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

async function ensureInstalled() {
  while (!isInstalled()) {
    if (!takeLock()) {
      await wait(200)
      continue
    }
    try {
      // Another process may have installed between the two.
      if (!isInstalled()) install()
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
}

function isInstalled() {
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(lockFile))
}

function install() {
  // The output belongs to the checker, which others may read.
  console.error('Installing the checkers of tools/ once, about 20 seconds …')
  const lockText = readFileSync(lockFile)
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync('npm', npm, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (error !== undefined || status !== 0) {
    console.error('The checkers of tools/ could not be installed: `npm ci` in that folder failed.')
    rmSync(lock, { recursive: true, force: true })
    process.exit(1)
  }
  writeFileSync(installed, lockText)
}

/**
 * Takes the lock that allows this process to install, and returns false if another process has it. A lock that a
 * killed process has left is taken away.
 */
function takeLock() {
  try {
    mkdirSync(lock)
    writeFileSync(path.join(lock, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned()) {
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

function isAbandoned() {
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
