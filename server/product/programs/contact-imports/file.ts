import type { Knex } from 'knex'
import { Readable } from 'node:stream'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import type { ByteStream } from '../../../platform/http/body/stream-body.js'
import { refusedValue } from '../../../platform/http/errors.js'
import type { CsvFormat } from '../../audience/csv/layout.js'
import { FileInUtf16, openCsv, type CsvRest } from '../../audience/csv/read.js'
import type { ContactColumns } from './columns.js'

/**
 * Files of contacts while they are imported. A file is stored in parts as it arrives, each by a statement of its own, so
 * that a slow upload holds nothing; an upload that breaks off leaves parts without an import, which the purge deletes.
 */

/** How many bytes a part has, but for the last. */
const partBytes = 262_144

const insertPart = statement<[workspaceId: WorkspaceId, importId: Uuid, start: number, content: Buffer]>(
  'insert_contact_import_part',
  'insert into contact_import_parts (workspace_id, import_id, start, content) values ($1, $2, $3, $4)',
)

const selectPart = statement<
  [workspaceId: WorkspaceId, importId: Uuid, byte: number],
  { start: string; content: Buffer }
>(
  'select_contact_import_part',
  `select start, content from contact_import_parts
   where workspace_id = $1 and import_id = $2 and start <= $3 order by start desc limit 1`,
)

const deleteParts = statement<[workspaceId: WorkspaceId, importId: Uuid]>(
  'delete_contact_import_parts',
  'delete from contact_import_parts where workspace_id = $1 and import_id = $2',
)

/** Deletes a file. */
export async function deleteFile(db: Knex, workspaceId: WorkspaceId, importId: Uuid): Promise<void> {
  await deleteParts(db, workspaceId, importId)
}

/** A file that is stored: its size in bytes, and where its records begin. */
export interface StoredFile extends CsvRest<ContactColumns> {
  readonly bytes: number
}

/**
 * Stores a file as it arrives.
 *
 * @throws what the stream throws; ApiError 422 `validation_failed` where its columns are not those of contacts. Then
 *   nothing of it is left
 */
export async function storeFile(
  db: Knex,
  workspaceId: WorkspaceId,
  importId: Uuid,
  file: ByteStream,
  format: CsvFormat<ContactColumns>,
): Promise<StoredFile> {
  let bytes = 0
  let opening: CsvRest<ContactColumns> | undefined
  try {
    for await (const part of partsOf(file)) {
      // The first part has all that the columns are read off.
      opening ??= await open(part, format)
      await insertPart(db, workspaceId, importId, bytes, part)
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
    let at = 0
    for (; together.length - at >= partBytes; at += partBytes) yield together.subarray(at, at + partBytes)
    // A copy, so that a small rest does not keep the whole.
    pieces = [Buffer.from(together.subarray(at))]
    length = together.length - at
  }
  if (length > 0) yield Buffer.concat(pieces)
}

/** A stored file from one of its bytes on, a part at a time. */
export async function* readFile(
  db: Knex,
  workspaceId: WorkspaceId,
  importId: Uuid,
  from: number,
): AsyncGenerator<Buffer> {
  for (let at = from; ;) {
    const [part] = await selectPart(db, workspaceId, importId, at)
    const bytes = part?.content.subarray(at - Number(part.start))
    if (bytes === undefined || bytes.length === 0) return
    yield bytes
    at += bytes.length
  }
}
