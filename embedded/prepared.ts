import {
  createReadStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../base/files/sync-folder.js'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import tar from 'tar-stream'

/**
 * The folder of a new embedded database comes with the package, as a tar archive compressed by Brotli: made by
 * initdb, migrated, and closed. To make one at the first start takes seconds and 800 MB. So all installations have
 * the same system identifier, by which PostgreSQL tells apart clusters between which it would send write-ahead logs;
 * the embedded one sends none.
 */

/** The file that is in every folder with a database, and that comes last into a new one. */
const versionFile = 'PG_VERSION'

/**
 * Puts the new database's files into a folder that has no database. A start that is killed on the way leaves a state
 * from which the next one goes on:
 *
 *   empty --unpack--> new.draft --flush, rename--> new --its entries move up, PG_VERSION last--> a database
 *
 * @param flush whether all of it is on the disk when this returns
 * @throws Error if the folder has other files
 */
export async function placePrepared(archive: string, folder: string, flush: boolean): Promise<void> {
  const draft = path.join(folder, 'new.draft')
  const whole = path.join(folder, 'new')
  const sync = flush ? syncFolder : () => Promise.resolve()
  if (existsSync(path.join(folder, versionFile))) {
    rmSync(whole, { recursive: true, force: true })
    return
  }
  if (!existsSync(whole)) {
    rmSync(draft, { recursive: true, force: true })
    // A folder that is a disk of its own may have a lost+found.
    const found = (await readdir(folder)).find((name) => name !== 'lost+found')
    if (found !== undefined) {
      throw new Error(
        `${folder} has no ${versionFile}, so it is not a database, but it has ${found}. Restore a backup, or move what is ` +
          'there to another place for a new database.',
      )
    }
    await unpack(archive, draft)
    if (flush) await syncTree(draft)
    renameSync(draft, whole)
    await sync(folder)
  }
  const isLast = (name: string) => name === versionFile
  for (const name of (await readdir(whole)).filter((entry) => !isLast(entry))) {
    renameSync(path.join(whole, name), path.join(folder, name))
  }
  await sync(folder)
  renameSync(path.join(whole, versionFile), path.join(folder, versionFile))
  rmdirSync(whole)
  await sync(folder)
}

async function unpack(archive: string, folder: string): Promise<void> {
  const entries = tar.extract()
  const reading = pipeline(createReadStream(archive), createBrotliDecompress(), entries)
  // Its error is thrown below, after those of the entries.
  reading.catch(() => undefined)
  mkdirSync(folder, { mode: 0o700 })
  for await (const entry of entries) {
    const target = path.join(folder, entry.header.name)
    if (entry.header.type === 'directory') {
      mkdirSync(target, { mode: 0o700 })
      entry.resume()
    } else {
      // In a thread with nothing else to do; a thousand small files are made sooner one after the other.
      writeFileSync(target, await buffer(entry), { mode: 0o600 })
    }
  }
  await reading
}

/** Returns the new database's files as a tar archive, for a database in memory. */
export async function preparedTar(archive: string): Promise<Blob> {
  return new Blob([await buffer(createReadStream(archive).pipe(createBrotliDecompress()))])
}

/** The max number of files that are flushed at once: as many as Node has threads for it. */
const atOnce = 4

/** Flushes a folder with all that it contains to the disk. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const left = [folder, ...paths].values()
  const loop = async () => {
    for (const each of left) await syncFolder(each)
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
}
