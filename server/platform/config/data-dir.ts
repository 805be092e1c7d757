import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config-error.js'

/**
 * Creates the data folder if it does not exist yet, readable by this user only.
 *
 * @throws ConfigError if the path cannot be created, is not a folder or is not writable
 */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw new ConfigError(notUsable(dataDir, 'it is not a folder'))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(notUsable(dataDir, reasons.get(code ?? '') ?? (error as Error).message))
  }
}

/** Explains file system error codes to an operator. */
export const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    EACCES: 'this user is not allowed to write there (EACCES)',
    EPERM: 'this user is not allowed to write there (EPERM)',
    EROFS: 'the file system is read-only (EROFS)',
    ENOSPC: 'the disk is full (ENOSPC)',
    EDQUOT: 'the quota of this user is used up (EDQUOT)',
    ENOTDIR: 'a part of its path is a file (ENOTDIR)',
    EEXIST: 'a part of its path is a file (EEXIST)',
    EISDIR: 'a folder is in the place of a file (EISDIR)',
    ENOENT: 'nothing can be created there (ENOENT)',
    ELOOP: 'its path has a loop of symbolic links (ELOOP)',
    ENAMETOOLONG: 'its path is too long (ENAMETOOLONG)',
  }),
)

/** Returns the sentence that reports an unusable data folder. */
export function notUsable(dataDir: string, reason: string): string {
  return `The data folder ${dataDir} cannot be used: ${reason}. Set POSTSEAL_DATA_DIR to a folder that this user can write to.`
}

/**
 * Works like `mkdir -p`. Node's recursive `mkdir` is no option: it never returns for a folder below /proc,
 * where folders cannot be created.
 */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const parent = path.dirname(folder)
    if (code !== 'ENOENT' || parent === folder || isFolder(parent)) throw error
    makeFolder(parent)
    mkdirSync(folder, { mode: 0o700 })
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
}
