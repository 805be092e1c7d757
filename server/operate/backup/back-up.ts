import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Knex } from 'knex'
import type { Leftover } from '../../../base/files/drafts.js'
import { CommandError } from '../command-error.js'
import { version } from '../../platform/config/version.js'
import { databaseFolder, format, keptFiles, kind, manifestName, type Manifest } from './archive.js'
import { writeArchive, type ArchiveWriter } from './archive-writer.js'
import { databaseFiles, walFolder } from './database-files.js'

/**
 * Backs up the embedded database while it is used, as PostgreSQL's base backups do: the files are copied while they
 * change, and the write-ahead log of that time makes the copy consistent when it is opened ("Making a Base Backup" in
 * PostgreSQL's manual). The service waits only for the checkpoint at the beginning.
 *
 * @param file archive to write
 */
export async function backUp(
  db: Knex,
  dataDir: string,
  file: string,
  {
    migrations,
    progress,
    onRemoved,
  }: {
    readonly migrations: readonly string[]
    /** Called with the number of bytes copied so far, and with the number of all. */
    readonly progress: (copied: number, total: number) => void
    /** Called with what earlier backups had left and this one removes. */
    readonly onRemoved?: (left: Leftover) => void
  },
): Promise<void> {
  const fill = async (archive: ArchiveWriter) => {
    const manifest: Manifest = { kind, format, version, created_at: new Date().toISOString(), migrations }
    await archive.addText(manifestName, JSON.stringify(manifest, null, 2))
    for (const name of keptFiles) await archive.addFile(name, path.join(dataDir, name))
    await addDatabase(db, path.join(dataDir, databaseFolder), archive, progress)
  }
  await writeArchive(file, fill, onRemoved)
}

/**
 * Copied bytes after which finished segments of the write-ahead log are copied, before a checkpoint removes
 * them.
 */
const bytesBetweenSegments = 32 * 1024 * 1024

async function addDatabase(
  db: Knex,
  folder: string,
  archive: ArchiveWriter,
  progress: (copied: number, total: number) => void,
): Promise<void> {
  const name = randomUUID()
  let segment = await begin(db, name)
  const addSegmentsBefore = async (end: string) => {
    for (; segment < end; segment = nextSegment(segment)) {
      const inFolder = `${walFolder}/${segment}`
      if (!(await archive.addFile(`${databaseFolder}/${inFolder}`, path.join(folder, inFolder))))
        throw new CommandError(
          'The write-ahead log of the database was removed during the backup. Run the backup again when the database is less busy.',
        )
    }
  }
  try {
    await archive.addFolder(databaseFolder)
    const files = await databaseFiles(folder)
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    let copied = 0
    let sinceSegments = 0
    for (const { name: inFolder, isFolder } of files) {
      const entry = `${databaseFolder}/${inFolder}`
      if (isFolder) await archive.addFolder(entry)
      else
        await archive.addFile(entry, path.join(folder, inFolder), (bytes) => {
          copied += bytes
          sinceSegments += bytes
          progress(copied, total)
        })
      if (sinceSegments < bytesBetweenSegments) continue
      sinceSegments = 0
      await addSegmentsBefore(await currentSegment(db))
    }
  } catch (error) {
    await stop(db).catch(() => undefined)
    throw error
  }
  const { label, last } = await stop(db)
  if (!label.includes(`\nLABEL: ${name}\n`))
    throw new CommandError(
      'Another backup was started meanwhile, which ended this one. Run only one at a time.',
    )
  await archive.addText(`${databaseFolder}/backup_label`, label)
  await addSegmentsBefore(nextSegment(last))
}

/**
 * Begins a backup.
 *
 * @returns the segment of the write-ahead log that the copy needs first
 */
async function begin(db: Knex, name: string): Promise<string> {
  const start = () =>
    db.raw<{ rows: { segment: string }[] }>(
      'select pg_walfile_name(lsn) as segment from pg_backup_start(?, true) lsn',
      [name],
    )
  const objectNotInPrerequisiteState = '55000'
  const { rows } = await start().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== objectNotInPrerequisiteState) throw error
    // Ends a backup that was interrupted. If it still runs, it notices by its label.
    await stop(db)
    return start()
  })
  return rows[0]?.segment ?? ''
}

async function currentSegment(db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: { segment: string }[] }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
  )
  return rows[0]?.segment ?? ''
}

async function stop(db: Knex): Promise<{ label: string; last: string }> {
  const { rows } = await db.raw<{ rows: { label: string; last: string }[] }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const [stopped] = rows
  if (stopped === undefined) throw new Error('pg_backup_stop has no row')
  return stopped
}

/** Number of segments of 16 MB that share the second part of their names. */
const segmentsOfLog = 256

/**
 * Returns the segment of the write-ahead log after this one. Names have 8 hexadecimal digits each for time line, log
 * and segment.
 */
function nextSegment(name: string): string {
  const log = Number.parseInt(name.slice(8, 16), 16)
  const segment = Number.parseInt(name.slice(16), 16) + 1
  const carry = segment === segmentsOfLog
  return name.slice(0, 8) + hex(carry ? log + 1 : log) + hex(carry ? 0 : segment)
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, '0')
}
