import { syncFolder } from '../../../base/files/sync-folder.js'
import { existsSync } from 'node:fs'
import { link, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { CommandError } from '../command-error.js'
import { draftOf, removeLeftovers, type Leftover } from '../../../base/files/drafts.js'
import { endName } from './archive.js'
import { removeOnSignal } from './remove-on-signal.js'

/** An archive that is being written. */
export interface ArchiveWriter {
  addFolder(name: string): Promise<void>
  addText(name: string, text: string): Promise<void>
  /**
   * Adds a file of the disk that may change meanwhile, with its present length.
   *
   * @returns whether the file existed
   */
  addFile(name: string, file: string, progress?: (bytes: number) => void): Promise<boolean>
}

/** Level at which gzip is as fast as disks are, and halves the size. */
const gzipLevel = 1

const chunkBytes = 1024 * 1024

/** Suffix of the name of an archive while it is written. */
const draftEnd = 'partial'

/**
 * Writes an archive. It appears under its name when it is complete and on the disk, and only this user can read it.
 * Drafts that killed backups have left in its folder are removed first.
 *
 * @param onRemoved called with each of these drafts
 * @throws CommandError if there is a file of that name
 */
export async function writeArchive(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
  onRemoved: (left: Leftover) => void = () => undefined,
): Promise<void> {
  for (const left of removeLeftovers(path.dirname(file), draftEnd)) onRemoved(left)
  if (existsSync(file)) throw new CommandError(`${file} exists already, and is not overwritten.`)
  const draft = draftOf(file, draftEnd)
  await removeOnSignal(draft, async () => {
    try {
      const target = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be written (${error.code}).`)
      })
      try {
        await writeTo(target, fill)
        await target.sync()
      } finally {
        await target.close()
      }
      await publish(draft, file)
    } finally {
      await rm(draft, { force: true })
    }
  })
}

async function writeTo(target: FileHandle, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const pack = tar.pack()
  let files = 0
  const add = async (name: string, size: number, content: AsyncIterable<Buffer>) => {
    const entry = pack.entry({ name, size, mode: 0o600, mtime: new Date() })
    await pipeline(Readable.from(content), entry)
  }
  const addText = (name: string, text: string) => {
    const content = Buffer.from(text)
    return add(name, content.length, once(content))
  }
  // A write stream of the file would close it, before it is synced.
  const writing = pipeline(pack, createGzip({ level: gzipLevel }), (packed: AsyncIterable<Buffer>) =>
    writeAll(target, packed),
  )
  const filling = (async () => {
    await fill({
      addFolder: (name) =>
        new Promise((resolve, reject) => {
          pack.entry({ name, type: 'directory', mode: 0o700 }, (error) => (error ? reject(error) : resolve()))
        }),
      addText: async (name, text) => {
        await addText(name, text)
        files += 1
      },
      addFile: async (name, source, progress) => {
        const handle = await openIfThere(source)
        if (handle === undefined) return false
        try {
          const { size } = await handle.stat()
          await add(name, size, exactly(handle, size, progress))
        } finally {
          await handle.close()
        }
        files += 1
        return true
      },
    })
    await addText(endName, JSON.stringify({ files: files - 1 }))
    pack.finalize()
  })()
  try {
    await Promise.all([filling, writing])
  } catch (error) {
    pack.destroy()
    await Promise.allSettled([filling, writing])
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new CommandError('The disk of the backup is full (ENOSPC).')
    throw error
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Reads exactly the given number of bytes. If the file has become shorter, zeros follow: the write-ahead log has its
 * truncation.
 */
async function* exactly(
  file: FileHandle,
  size: number,
  progress: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const buffer = Buffer.alloc(Math.min(chunkBytes, size - at))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    const bytes = bytesRead === 0 ? buffer.length : bytesRead
    yield buffer.subarray(0, bytes)
    at += bytes
    progress(bytes)
  }
}

/** Writes chunks to the end of a file. */
export async function writeAll(
  target: FileHandle,
  chunks: AsyncIterable<Buffer>,
  progress: (bytes: number) => void = () => undefined,
): Promise<void> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) at += (await target.write(chunk, at)).bytesWritten
    progress(chunk.length)
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve()
  yield content
}

/** Gives a complete draft its name, unless another file has taken the name meanwhile. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new CommandError(`${file} exists already, and is not overwritten.`)
    // The file system has no links.
    await rename(draft, file)
  }
  await syncFolder(path.dirname(file))
}
