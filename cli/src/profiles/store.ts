import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { draftOf, removeLeftovers } from '../../../base/files/drafts.js'
import { codeOf } from '../arguments/sources.js'
import { CommandFailure } from '../mistakes.js'

/** A named service with its credential. */
export interface Profile {
  readonly url: string
  readonly key: string
  /** The project to use if an operation needs one and the user names none. */
  readonly projectId: string | undefined
}

/** All profiles of a user. */
export interface Profiles {
  readonly byName: ReadonlyMap<string, Profile>
  /** The name of the profile to use if the user names none. */
  readonly current: string | undefined
}

interface ProfilesFile {
  readonly current?: unknown
  readonly profiles?: unknown
}

/** The file mode bits for everyone except the owner. */
const othersMayRead = 0o077
const othersMayWrite = 0o022

/**
 * Reads the profiles in a folder.
 *
 * @throws CommandFailure if the file has a wrong format, or others can read or change it
 */
export function readProfiles(folder: string): Profiles {
  const file = fileIn(folder)
  const text = readPrivate(file)
  if (text === undefined) return { byName: new Map(), current: undefined }
  try {
    const { current, profiles } = JSON.parse(text) as ProfilesFile
    const byName = new Map(
      Object.entries(profiles as object).map(([name, given]) => [name, profileOf(given)]),
    )
    return { byName, current: typeof current === 'string' ? current : undefined }
  } catch {
    throw new CommandFailure(`${file} is not a file of profiles.`)
  }
}

/** Replaces the profiles file. The file always has either the old or the new content. */
export function writeProfiles(folder: string, { byName, current }: Profiles): void {
  const file = fileIn(folder)
  const profiles = Object.fromEntries(
    [...byName].map(([name, { url, key, projectId }]) => [
      name,
      { url, key, ...(projectId !== undefined && { project_id: projectId }) },
    ]),
  )
  removeLeftovers(folder, 'part', (name) => name === path.basename(file))
  const draft = draftOf(file, 'part')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    writeFileSync(draft, `${JSON.stringify({ current, profiles }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new CommandFailure(`${file} cannot be written (${codeOf(error)}).`)
  }
}

/** Returns whether a text is a valid profile name. */
export function isProfileName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
}

function fileIn(folder: string): string {
  return path.join(folder, 'profiles.json')
}

function profileOf(given: unknown): Profile {
  const { url, key, project_id: projectId } = given as Readonly<Record<string, unknown>>
  if (typeof url !== 'string' || typeof key !== 'string') throw new TypeError('not a profile')
  return { url, key, projectId: typeof projectId === 'string' ? projectId : undefined }
}

/** Returns the text of a file that nobody else can read or change, or undefined if the file does not exist. */
function readPrivate(file: string): string | undefined {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new CommandFailure(`${file} cannot be read (${codeOf(error)}).`)
  }
  try {
    // Windows has no such bits. There, a user's folder is private to the user.
    if (process.platform !== 'win32') refuseShared(file, handle)
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}

/**
 * Refuses a file that others can read or write. With write access they could send keys to another service. With read
 * access they would have the keys.
 */
function refuseShared(file: string, handle: number): void {
  if ((fstatSync(handle).mode & othersMayRead) !== 0)
    throw new CommandFailure(`Others can read or change ${file}, which has keys: chmod 600 ${file}`)
  const folder = openSync(path.dirname(file), 'r')
  try {
    if ((fstatSync(folder).mode & othersMayWrite) !== 0)
      throw new CommandFailure(`Others can replace ${file}: chmod 700 ${path.dirname(file)}`)
  } finally {
    closeSync(folder)
  }
}
