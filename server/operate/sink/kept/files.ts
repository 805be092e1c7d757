import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBatches, type BatchEntry } from './batch-file.js'
import { isMissing, isStoredMessage, sinkId, type StoredMessage } from './stored-message.js'

// Reading a full folder one file at a time takes seconds, all at once runs out of file descriptors.
const readAtOnce = 32

/** The file that holds the exact bytes of a message. */
export function rawPath(folder: string, id: string): string {
  return join(folder, `${id}.eml`)
}

/** The path of an empty file whose presence means that the message was opened. */
function readMarkPath(folder: string, id: string): string {
  return join(folder, `${id}.read`)
}

/** The file of messages that were written together; it has the id of the first one. */
export function batchPath(folder: string, id: string): string {
  return join(folder, `${id}.batch`)
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

/** What is in the folder at the start. */
export interface LoadedMessages {
  /** The complete messages, oldest first. */
  readonly messages: StoredMessage[]
  /** The ids of the opened messages. */
  readonly read: Set<string>
  /** The messages that share files. */
  readonly batches: readonly { readonly path: string; readonly entries: readonly BatchEntry[] }[]
}

/**
 * Reads the folder, making it when it is not there, and deletes what a killed process left half written: a
 * temporary file, a raw file or a sidecar without the other, a sidecar that is cut short, a raw file of
 * another length than its sidecar says, the end of a file of several messages. Files that are not the sink's
 * are left alone.
 *
 * @throws the error of the file system when the folder cannot be read
 */
export async function loadMessages(folder: string): Promise<LoadedMessages> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ids = new Set<string>()
  const shared = new Set<string>()
  const read = new Set<string>()
  for (const name of await readdir(folder)) {
    const file = /^(.+)\.(eml|json|read|batch)(\.tmp)?$/.exec(name)
    const id = file?.[1]
    if (id === undefined || !sinkId.test(id)) continue
    if (file?.[3]) await rm(join(folder, name), { force: true })
    else (file?.[2] === 'read' ? read : file?.[2] === 'batch' ? shared : ids).add(id)
  }
  const messages = await readAll([...ids], (id) => readPair(folder, id))
  const batches = await readAll([...shared], (id) => readBatchFile(batchPath(folder, id)))
  for (const { entries } of batches) for (const { message } of entries) messages.push(message)
  messages.sort((a, b) => (a.id < b.id ? -1 : 1))
  const kept = new Set(messages.map(({ id }) => id))
  for (const id of read) {
    if (kept.has(id)) continue
    read.delete(id)
    await removeReadMark(folder, id)
  }
  return { messages, read, batches }
}

/** Reads some files at a time, and leaves out what is not whole. */
async function readAll<T>(
  ids: readonly string[],
  read: (id: string) => Promise<T | undefined>,
): Promise<T[]> {
  const whole: T[] = []
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const found = await Promise.all(ids.slice(start, start + readAtOnce).map(read))
    for (const one of found) if (one !== undefined) whole.push(one)
  }
  return whole
}

async function readBatchFile(path: string): Promise<LoadedMessages['batches'][number] | undefined> {
  const entries = await readBatches(path)
  if (entries.length > 0) return { path, entries }
  await rm(path, { force: true })
  return undefined
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
