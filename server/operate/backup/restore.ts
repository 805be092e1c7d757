import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { CommandError } from '../command-error.js'
import { sizeOf, type Leftover } from '../../../base/files/drafts.js'
import { prepareDataDir } from '../../platform/config/data-dir.js'
import { socketFolderOf, socketName, startEmbedded } from '../../../embedded/embedded.js'
import { lockDataDir } from '../../../embedded/lock.js'
import { restoredMarkerFile } from '../../product/mail/hold/restored.js'
import { databaseFolder, keptFiles, type Manifest } from './archive.js'
import { readArchive } from './archive-reader.js'
import { removeOnSignal } from './remove-on-signal.js'
import { syncFolder } from '../../../base/files/sync-folder.js'

/**
 * Restores an archive into a data folder that has no database. Everything is unpacked into a folder within, and moved
 * to its place once the archive has been read to its end and its database has started; the database's folder comes
 * last. Drafts that killed restores have left there are removed first.
 *
 * @throws CommandError if the data folder is not free, or the archive cannot be restored; nothing has changed
 *   then
 * @throws DataDirInUseError if a service runs on the data folder
 */
export async function restore(
  file: string,
  dataDir: string,
  {
    migrations,
    progress,
    onRemoved = () => undefined,
  }: {
    readonly migrations: readonly string[]
    readonly progress: (bytes: number) => void
    readonly onRemoved?: (left: Leftover) => void
  },
): Promise<Manifest> {
  const isNew = !existsSync(dataDir)
  prepareDataDir(dataDir)
  const marker = path.basename(restoredMarkerFile(dataDir))
  const places = [...keptFiles, marker, databaseFolder]
  try {
    const lock = await lockDataDir(dataDir, path.join(socketFolderOf(dataDir), socketName))
    const draft = path.join(dataDir, `${draftStart}${randomUUID()}`)
    try {
      for (const left of removeDrafts(dataDir)) onRemoved(left)
      const taken = places.find((place) => existsSync(path.join(dataDir, place)))
      if (taken !== undefined)
        throw new CommandError(
          `${dataDir} is in use: it has ${taken}. Set POSTSEAL_DATA_DIR to a new folder, or move the old one away.`,
        )
      mkdirSync(draft, { mode: 0o700 })
      const manifest = await removeOnSignal(draft, async () => {
        const read = await readArchive(file, draft, migrations, progress)
        await recover(draft, file)
        return read
      })
      const name = `restore-${randomUUID()}`
      writeFileSync(path.join(draft, marker), JSON.stringify({ name }), { mode: 0o600, flush: true })
      const present = places.filter((place) => existsSync(path.join(draft, place)))
      writeFileSync(path.join(draft, placingFile), JSON.stringify(present), { flush: true })
      for (const place of present) renameSync(path.join(draft, place), path.join(dataDir, place))
      await syncFolder(dataDir)
      return manifest
    } finally {
      rmSync(draft, { recursive: true, force: true })
      lock.release()
    }
  } catch (error) {
    if (isNew && error instanceof CommandError) rmdirSync(dataDir)
    throw error
  }
}

/**
 * Starts and stops the database of a backup, so that it replays the write-ahead log that was copied with its files.
 * The service's first start is too late for that: PostgreSQL forgets the backup's label as it begins the replay, and
 * a start that is killed before its end could never be repeated ("WAL ends before end of online backup").
 *
 * @throws CommandError if the database does not start
 */
async function recover(draft: string, file: string): Promise<void> {
  const folder = path.join(draft, databaseFolder)
  const socketFolder = socketFolderOf(draft)
  try {
    await (await startEmbedded(draft)).close()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandError(`The database in ${file} does not start (${why}). Nothing was restored.`)
  } finally {
    if (socketFolder !== folder) rmSync(socketFolder, { recursive: true, force: true })
  }
  rmSync(path.join(folder, 'backup_label.old'), { force: true })
  await syncFolder(folder)
}

const draftStart = '.restore-'

/** File in a draft that lists what is being moved to its place. */
const placingFile = 'placing.json'

/**
 * Removes the drafts that earlier restores have left in a data folder. A restore holds the folder's lock for as long
 * as it runs, and the caller holds it now. Files that a restore had moved to their place already are removed as well,
 * unless the database was among them: then it was complete.
 */
function removeDrafts(dataDir: string): Leftover[] {
  const drafts = readdirSync(dataDir).filter((name) => name.startsWith(draftStart))
  return drafts.map((name) => {
    const draft = path.join(dataDir, name)
    const left = { path: draft, bytes: sizeOf(draft) }
    const placing = path.join(draft, placingFile)
    if (existsSync(placing) && !existsSync(path.join(dataDir, databaseFolder)))
      for (const place of JSON.parse(readFileSync(placing, 'utf8')) as string[])
        if (!existsSync(path.join(draft, place))) rmSync(path.join(dataDir, place), { force: true })
    rmSync(draft, { recursive: true })
    return left
  })
}
