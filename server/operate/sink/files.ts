import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is known of a kept message without opening it. */
export interface StoredMessage {
  readonly id: string
  /** When the last byte had arrived, ISO 8601 in UTC. */
  readonly received_at: string
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  /** Length of the raw message, in bytes. */
  readonly size: number
}

/** Ids of the sink: the prefix and a UUID v7 in base 32, which sorts by time. */
export const sinkId = /^snk_[0-7][0-9a-hjkmnp-tv-z]{25}$/

// Reading a full folder one file at a time takes seconds, all at once runs out of file descriptors.
const readAtOnce = 64

/** The file that holds the exact bytes of a message. */
export function rawPath(folder: string, id: string): string {
  return join(folder, `${id}.eml`)
}

/** The path of an empty file whose presence means that the message was opened. */
function readMarkPath(folder: string, id: string): string {
  return join(folder, `${id}.read`)
}

function sidecarPath(folder: string, id: string): string {
  return join(folder, `${id}.json`)
}

/**
 * Writes the two files of a message, each under a temporary name first. The sidecar comes last and makes the
 * pair whole: whatever stops the process before that leaves something that {@link loadMessages} removes.
 *
 * There is no fsync. What was answered with 250 outlives the process, however it ends, but a power cut may
 * take the last seconds: an inbox for trying things out is not worth a disk flush a message, which would make
 * the sink the slowest part of what it is used to measure.
 *
 * @throws the error of the file system (ENOSPC, EACCES); nothing whole is left behind then
 */
export async function writeMessage(folder: string, message: StoredMessage, raw: Buffer): Promise<void> {
  await writeThenRename(rawPath(folder, message.id), raw)
  await writeThenRename(sidecarPath(folder, message.id), JSON.stringify(message))
}

async function writeThenRename(path: string, content: Buffer | string): Promise<void> {
  const temporary = `${path}.tmp`
  // An inbox holds password resets and sign-in links: nobody else on the machine may read it.
  try {
    await writeFile(temporary, content, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    // On a full disk the part that was written would keep the next message out as well.
    await rm(temporary, { force: true })
    throw error
  }
}

/** Marks a message as opened, on disk. */
export async function writeReadMark(folder: string, id: string): Promise<void> {
  await writeFile(readMarkPath(folder, id), '', { mode: 0o600 })
}

/** Deletes the mark that a message was opened. */
export async function removeReadMark(folder: string, id: string): Promise<void> {
  await rm(readMarkPath(folder, id), { force: true })
}

/** Deletes a message. The sidecar goes first, so that an interruption leaves no whole pair. */
export async function removeMessage(folder: string, id: string): Promise<void> {
  await rm(sidecarPath(folder, id), { force: true })
  await rm(rawPath(folder, id), { force: true })
}

/**
 * Reads the folder, making it when it is not there, and deletes what a killed process left half written: a
 * temporary file, a raw file or a sidecar without the other, a sidecar that is cut short, a raw file of
 * another length than its sidecar says. Files that are not the sink's are left alone.
 *
 * @returns the complete messages, oldest first, and the ids of the opened messages
 * @throws the error of the file system when the folder cannot be read
 */
export async function loadMessages(
  folder: string,
): Promise<{ messages: StoredMessage[]; read: Set<string> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ids = new Set<string>()
  const read = new Set<string>()
  for (const name of await readdir(folder)) {
    const file = /^(.+)\.(eml|json|read)(\.tmp)?$/.exec(name)
    const id = file?.[1]
    if (id === undefined || !sinkId.test(id)) continue
    if (file?.[3]) await rm(join(folder, name), { force: true })
    else (file?.[2] === 'read' ? read : ids).add(id)
  }
  const sorted = [...ids].sort()
  const whole: StoredMessage[] = []
  for (let start = 0; start < sorted.length; start += readAtOnce) {
    const pairs = sorted.slice(start, start + readAtOnce).map((id) => readPair(folder, id))
    for (const message of await Promise.all(pairs)) if (message) whole.push(message)
  }
  const kept = new Set(whole.map(({ id }) => id))
  for (const id of read) {
    if (kept.has(id)) continue
    read.delete(id)
    await removeReadMark(folder, id)
  }
  return { messages: whole, read }
}

async function readPair(folder: string, id: string): Promise<StoredMessage | undefined> {
  try {
    const message = readSidecar(id, await readFile(sidecarPath(folder, id), 'utf8'))
    if (message && (await stat(rawPath(folder, id))).size === message.size) return message
  } catch (error) {
    // A missing half is expected after a kill. Anything else (EACCES, EMFILE) must not cost a whole message.
    if (!isMissing(error)) throw error
  }
  await removeMessage(folder, id)
  return undefined
}

function readSidecar(id: string, text: string): StoredMessage | undefined {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return undefined
  }
  return isStoredMessage(found) && found.id === id ? found : undefined
}

function isStoredMessage(value: unknown): value is StoredMessage {
  if (typeof value !== 'object' || value === null) return false
  const { id, received_at, envelope, size } = value as Partial<Record<keyof StoredMessage, unknown>>
  if (typeof id !== 'string' || typeof received_at !== 'string' || typeof size !== 'number') return false
  if (typeof envelope !== 'object' || envelope === null) return false
  const { from, to } = envelope as { from?: unknown; to?: unknown }
  return typeof from === 'string' && Array.isArray(to) && to.every((each) => typeof each === 'string')
}

/** Whether a file system error says that the file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
