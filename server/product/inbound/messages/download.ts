import type { Knex } from 'knex'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { attachmentDisposition } from '../../../platform/http/reply/disposition.js'
import { decodeRange } from '../../../mail/mime/body/transfer-decoding.js'
import { findAttachment, findInboundSize, noSuchMessage, type MessageKey } from './find.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { chunkBytes } from './inbound-message-rows.js'

/** A file that a handler answers with, sent piece by piece. */
export interface Download<Type extends string> {
  readonly status: 200
  readonly contentType: Type
  readonly headers: Readonly<Record<string, string>>
  readonly stream: AsyncIterable<Uint8Array>
}

/**
 * Returns the headers of a file by strangers: browsers save it, and never show it, guess its type or run it.
 *
 * @param filename any text
 */
export function downloadHeaders(filename: string): Readonly<Record<string, string>> {
  return {
    'Content-Disposition': attachmentDisposition(filename),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'no-store',
  }
}

/**
 * Downloads a message as it came, to the byte.
 *
 * @throws ApiError 404 `not_found`
 */
export async function downloadRaw(db: Knex, key: MessageKey): Promise<Download<'message/rfc822'>> {
  const size = await findInboundSize(db, key)
  return {
    status: 200,
    contentType: 'message/rfc822',
    headers: {
      ...downloadHeaders(`${toTypeId('inm', key.messageId)}.eml`),
      'Content-Length': String(size),
    },
    stream: readRaw(db, key, 0, size),
  }
}

/**
 * Downloads the decoded bytes of an attachment. Whatever type the sender names, it is a file of bytes.
 *
 * @throws ApiError 404 `not_found`
 */
export async function downloadAttachment(
  db: Knex,
  key: MessageKey,
  attachmentId: Uuid,
): Promise<Download<'application/octet-stream'>> {
  const { filename, size, begin, end, encoding } = await findAttachment(db, key, attachmentId)
  return {
    status: 200,
    contentType: 'application/octet-stream',
    headers: { ...downloadHeaders(filename ?? 'attachment'), 'Content-Length': String(size) },
    stream: exactly(size, decodeRange(readRaw(db, key, begin, end), encoding)),
  }
}

/**
 * Yields exactly as many bytes as the reply's head has announced. A client would wait for missing ones, and take
 * further ones for the next reply.
 */
async function* exactly(size: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const piece of pieces) {
    sent += piece.length
    if (sent > size) throw new Error('an attachment has more bytes than were counted when it came')
    yield piece
  }
  if (sent < size) throw new Error('an attachment has fewer bytes than were counted when it came')
}

const selectChunk = statement<[workspaceId: WorkspaceId, messageId: Uuid, number: number], { bytes: Buffer }>(
  'select_inbound_chunk',
  'select bytes from inbound_chunks where workspace_id = $1 and message_id = $2 and number = $3',
)

/**
 * Yields the bytes of a message as it came within a range, a piece at a time. No connection to the database is held
 * between two pieces, however slowly the client takes them.
 *
 * @param begin offset of the first byte
 * @param end offset behind the last byte
 * @throws ApiError 404 `not_found` once the message is gone
 */
export async function* readRaw(
  db: Knex,
  { workspaceId, messageId }: Pick<MessageKey, 'workspaceId' | 'messageId'>,
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
