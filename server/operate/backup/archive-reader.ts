import { createReadStream, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import tar, { type Entry } from 'tar-stream'
import { CommandError } from '../command-error.js'
import { version } from '../../platform/config/version.js'
import {
  databaseFolder,
  endName,
  format,
  isEntryName,
  kind,
  manifestName,
  type End,
  type Manifest,
} from './archive.js'
import { writeAll } from './archive-writer.js'
import { syncFolder } from '../../../base/files/sync-folder.js'

/** Largest size of the first and of the last entry in bytes; both are far smaller. */
const maxTextBytes = 1024 * 1024

/**
 * Unpacks an archive into an empty folder, and makes it durable.
 *
 * @param migrations migrations that this version knows
 * @param progress called with numbers of bytes that were unpacked
 * @throws CommandError if it is not a whole archive of this version or an earlier one
 */
export async function readArchive(
  file: string,
  folder: string,
  migrations: readonly string[],
  progress: (bytes: number) => void,
): Promise<Manifest> {
  const entries = tar.extract()
  const source = createReadStream(file)
  const reading = pipeline(source, createGunzip(), entries)
  // The error is thrown below, after those that the entries throw.
  reading.catch(() => undefined)
  let manifest: Manifest | undefined
  let end: End | undefined
  let files = 0
  const folders = new Set([folder])
  try {
    for await (const entry of entries) {
      const { name } = entry.header
      if (manifest === undefined) manifest = await manifestOf(entry, file, migrations)
      else if (end !== undefined) throw foreign(file)
      else if (name === endName) end = JSON.parse(await textOf(entry)) as End
      else files += await unpack(entry, folder, file, { folders, progress })
    }
    await reading
  } catch (error) {
    source.destroy()
    throw explained(error, file, manifest)
  }
  if (manifest === undefined) throw foreign(file)
  if (end?.files !== files) throw incomplete(file)
  for (const each of folders) await syncFolder(each)
  return manifest
}

async function manifestOf(entry: Entry, file: string, migrations: readonly string[]): Promise<Manifest> {
  if (entry.header.name !== manifestName) throw foreign(file)
  const manifest = parsed(await textOf(entry))
  if (manifest?.kind !== kind) throw foreign(file)
  if (manifest.format > format || manifest.migrations.some((name) => !migrations.includes(name)))
    throw new CommandError(
      `${file} was made by Postseal ${manifest.version}, which is newer than this version, ${version}. ` +
        `Restore it with version ${manifest.version} or newer.`,
    )
  return manifest
}

function parsed(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return undefined
  }
}

async function textOf(entry: Entry): Promise<string> {
  if ((entry.header.size ?? 0) > maxTextBytes) throw new CommandError('An entry of the archive is too large.')
  const chunks: Buffer[] = []
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Unpacks an entry of an archive and returns the number of files in it. */
async function unpack(
  entry: Entry,
  folder: string,
  file: string,
  {
    folders,
    progress,
  }: {
    /** Set to which the folder that is made is added. */
    readonly folders: Set<string>
    readonly progress: (bytes: number) => void
  },
): Promise<number> {
  const { type } = entry.header
  const name = entry.header.name.replace(/\/$/, '')
  if (!isEntryName(name)) throw foreign(file)
  const target = path.join(folder, name)
  if (type === 'directory') {
    if (!name.startsWith(databaseFolder)) throw foreign(file)
    mkdirSync(target, { mode: 0o700 })
    folders.add(target)
    entry.resume()
    return 0
  }
  if (type !== 'file') throw foreign(file)
  const handle = await open(target, 'wx', 0o600)
  try {
    await writeAll(handle, entry as AsyncIterable<Buffer>, progress)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return 1
}

function explained(error: unknown, file: string, manifest: Manifest | undefined): unknown {
  if (error instanceof CommandError) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new CommandError('The disk of the data folder is full (ENOSPC).')
  if (syscall !== undefined && manifest === undefined)
    return new CommandError(`${file} cannot be read (${code}).`)
  if (syscall !== undefined) return error
  return manifest === undefined ? foreign(file) : incomplete(file)
}

function foreign(file: string): CommandError {
  return new CommandError(`${file} is not a backup of Postseal. Nothing was restored.`)
}

function incomplete(file: string): CommandError {
  return new CommandError(`${file} is not complete, or damaged. Nothing was restored.`)
}
