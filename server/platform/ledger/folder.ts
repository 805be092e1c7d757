import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reasons } from '../config/data-dir.js'

/**
 * Makes the folder of a ledger if it is missing, and tries whether files can be written there.
 *
 * @throws the system's error
 */
export async function prepareFolder(folder: string): Promise<void> {
  await makeFolder(folder)
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  // A file system that is mounted to be read only, or is full, shows it only now.
  const probe = path.join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 })
  } finally {
    // A full disk has taken its name all the same.
    await rm(probe, { force: true })
  }
}

/** Tells whether an error means that no folder can ever be there, so that the operator has to name another one. */
export function isMisplaced({ code }: NodeJS.ErrnoException): boolean {
  return ['ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG'].includes(code ?? '')
}

/** Tells people why a folder cannot be written or read. */
export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return reasons.get(code ?? '') ?? message
}

/** Works like `mkdir -p`. Node's own tries for ever if the system reports that an existing folder does not exist. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = path.dirname(folder)
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || parent === folder || (await isThere(parent))) throw error
    await makeFolder(parent)
    await makeFolder(folder)
  }
}

const isThere = (folder: string) =>
  stat(folder).then(
    () => true,
    () => false,
  )
