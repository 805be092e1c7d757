import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { noSuchMessage, type MessageKey } from './find.js'
import { chunkBytes } from './rows.js'

const selectChunk = statement<[workspaceId: WorkspaceId, messageId: Uuid, number: number], { bytes: Buffer }>(
  'select_inbound_chunk',
  'select bytes from inbound_chunks where workspace_id = $1 and message_id = $2 and number = $3',
)

/**
 * The bytes of a message as it came, from one up to another, a piece at a time. No connection to the database is held
 * between two pieces, however slowly they are taken.
 *
 * @param begin the first byte
 * @param end the byte behind the last one
 * @throws ApiError 404 `not_found` once the message is gone
 */
export async function* readRaw(
  db: Knex,
  { workspaceId, messageId }: MessageKey,
  begin: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = begin; at < end;) {
    const number = Math.floor(at / chunkBytes)
    const [chunk] = await selectChunk(db, workspaceId, messageId, number)
    const start = number * chunkBytes
    const piece = chunk?.bytes.subarray(at - start, end - start)
    if (piece === undefined || piece.length === 0) throw noSuchMessage()
    yield piece
    at += piece.length
  }
}
