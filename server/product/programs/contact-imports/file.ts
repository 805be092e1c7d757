import type { Knex } from 'knex'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { ByteStream } from '../../../platform/http/body/stream-body.js'
import { refusedValue, tooBusy } from '../../../platform/http/errors/api-error.js'
import { FairSemaphore } from '../../../../base/concurrency/fair-semaphore.js'
import type { CsvFormat } from '../../audience/csv/layout.js'
import { limitLines } from '../../audience/csv/line-count.js'
import { FileInUtf16, openCsv, type CsvRest } from '../../audience/csv/read.js'
import type { ContactColumns } from './columns.js'

/**
 * Stores files of contacts while they are imported. A file is stored in parts as it arrives, each by a statement of
 * its own, so that a slow upload holds nothing. An upload that breaks off leaves parts without an import, which the
 * purge deletes. Parts are compressed, so that repetitive bytes take little of the disk, of the write-ahead log and
 * of the database's time.
 */

/** Bytes of a part, except for the last. */
const partBytes = 262_144

/** Limits of the parts that are being stored at the same time. */
export const storingLimits = { ofOwner: 2, inAll: 4, maxWaitMs: 10_000 }
const storing = new FairSemaphore({
  ...storingLimits,
  tooLate: () => tooBusy('Too many files are being stored.'),
})

const pack = promisify<Buffer, { level: number }, Buffer>(deflate)
const unpack = promisify<Buffer, Buffer>(inflate)
/** Options of the quickest compression: it takes a few milliseconds of a part, in a thread of its own. */
const packing = { level: 1 }

const insertPart = statement<[workspaceId: WorkspaceId, importId: Uuid, start: number, content: Buffer]>(
  'insert_contact_import_part',
  'insert into contact_import_parts (workspace_id, import_id, start, content, packed) values ($1, $2, $3, $4, true)',
)

const selectPart = statement<
  [workspaceId: WorkspaceId, importId: Uuid, byte: number],
  { start: string; content: Buffer; packed: boolean }
>(
  'select_contact_import_part',
  `select start, content, packed from contact_import_parts
   where workspace_id = $1 and import_id = $2 and start <= $3 order by start desc limit 1`,
)

/**
 * Number of parts that a statement deletes: some megabytes at most, because the embedded database does nothing else
 * meanwhile.
 */
export const partsAtOnce = 16

const deleteParts = statement<[workspaceId: WorkspaceId, importId: Uuid, max: number], { start: string }>(
  'delete_contact_import_parts',
  `delete from contact_import_parts where workspace_id = $1 and import_id = $2 and start in (
     select start from contact_import_parts where workspace_id = $1 and import_id = $2 order by start limit $3)
   returning start`,
)

/** Deletes a file, some parts at a time. If that breaks off, the purge deletes the rest. */
export async function deleteFile(db: Knex, workspaceId: WorkspaceId, importId: Uuid): Promise<void> {
  while ((await deleteParts(db, workspaceId, importId, partsAtOnce)).length === partsAtOnce);
}

/** A stored file: its size in bytes, and where its records begin. */
export interface StoredFile extends CsvRest<ContactColumns> {
  readonly bytes: number
}

/**
 * Stores a file as it arrives. If that fails, no part of the file is left.
 *
 * @throws what the stream throws; ApiError 422 `validation_failed` if its columns are not those of contacts or it has
 *   too many lines, 503 `unavailable` if too many files are being stored
 */
export async function storeFile(
  db: Knex,
  workspaceId: WorkspaceId,
  importId: Uuid,
  { file, format }: { readonly file: ByteStream; readonly format: CsvFormat<ContactColumns> },
): Promise<StoredFile> {
  let bytes = 0
  let opening: CsvRest<ContactColumns> | undefined
  try {
    for await (const part of limitLines(partsOf(file))) {
      // The first part has everything from which the columns are read.
      opening ??= await open(part, format)
      await storing.run(workspaceId, async () =>
        insertPart(db, workspaceId, importId, bytes, await pack(part, packing)),
      )
      bytes += part.length
    }
    opening ??= await open(Buffer.alloc(0), format)
  } catch (error) {
    await deleteFile(db, workspaceId, importId).catch(() => undefined)
    throw error
  }
  return { ...opening, bytes }
}

async function open(head: Buffer, format: CsvFormat<ContactColumns>): Promise<CsvRest<ContactColumns>> {
  try {
    return await openCsv(Readable.from([head]), format)
  } catch (error) {
    if (!(error instanceof FileInUtf16)) throw error
    throw refusedValue('/body', 'encoding', 'must be in UTF-8, and is in UTF-16')
  }
}

async function* partsOf(file: ByteStream): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const piece of file) {
    pieces.push(piece)
    length += piece.length
    if (length < partBytes) continue
    const together = Buffer.concat(pieces)
    pieces = []
    let at = 0
    for (; together.length - at >= partBytes; at += partBytes) yield together.subarray(at, at + partBytes)
    // The rest is copied, so that a small rest does not keep the whole buffer.
    pieces = [Buffer.from(together.subarray(at))]
    length = together.length - at
  }
  if (length > 0) yield Buffer.concat(pieces)
}

/** Reads a stored file from one of its bytes on, a part at a time. */
export async function* readFile(
  db: Knex,
  workspaceId: WorkspaceId,
  importId: Uuid,
  from: number,
): AsyncGenerator<Buffer> {
  for (let at = from; ;) {
    const [part] = await selectPart(db, workspaceId, importId, at)
    if (part === undefined) return
    const content = part.packed ? await unpack(part.content) : part.content
    const bytes = content.subarray(at - Number(part.start))
    if (bytes.length === 0) return
    yield bytes
    at += bytes.length
  }
}
