import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ApiError } from '../errors/api-error.js'
import { discardBody } from './discard.js'

/** The bytes of a body as they arrive, decompressed. It can be read once. */
export type ByteStream = AsyncIterable<Buffer>

/** Tells whether a body is a stream of bytes, and not a parsed value. */
export function isByteStream(body: unknown): body is ByteStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** The content encodings that are supported (RFC 9110, section 8.4.1). Bodies of JSON may have them, too. */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Sends `100 Continue` if the client waits for it before it sends the body (RFC 9110, section 10.1.1). */
export function inviteBody(req: IncomingMessage, res: ServerResponse): void {
  if (/\b100-continue\b/i.test(req.headers.expect ?? '')) res.writeContinue()
}

/**
 * Returns the body of a request as a stream: the client is held back until somebody reads on.
 *
 * @param limit the max bytes after decompression
 * @throws ApiError 415 `unsupported_media_type` for another encoding, 413 `payload_too_large` if the Content-Length
 *   is above the limit. Reading throws 413, too, and 400 `malformed_request` if the body ends early or cannot be
 *   decompressed
 */
export function streamBody(req: IncomingMessage, limit: number): ByteStream {
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase()
  const decoder = decoders.get(encoding)
  if (decoder === undefined && encoding !== 'identity') {
    throw new ApiError('unsupported_media_type', 'The body is in an encoding that is not supported.')
  }
  const length = Number(req.headers['content-length'] ?? 0)
  if (decoder === undefined && length > limit) throw tooLarge(req, limit, length)
  return read(req, decoder, limit)
}

/**
 * Reads the body of a request that arrived together with its head, as most small bodies do. It reads without the
 * stream's events and promises, which cost ten times as much. Node gives the head to the app before it parses the
 * body behind the head, so a turn of the event loop passes first.
 *
 * @returns the bytes, in as many pieces as Node keeps them in: `read()` gives all at once up to Node 24, and one
 *   piece for each call from Node 26 on. undefined if a part of the body is still on its way, or the body is
 *   compressed or larger than the limit: then {@link streamBody} reads it
 */
export async function arrivedBody(req: IncomingMessage, limit: number): Promise<Buffer[] | undefined> {
  if (req.headers['content-encoding'] !== undefined) return undefined
  if (!req.complete) await turnOfTheLoop()
  if (!req.complete || req.destroyed || req.readableLength > limit) return undefined
  const pieces: Buffer[] = []
  for (let piece; (piece = req.read() as Buffer | null) !== null;) pieces.push(piece)
  return pieces
}

async function* read(
  req: IncomingMessage,
  decoder: (() => Transform) | undefined,
  limit: number,
): AsyncGenerator<Buffer> {
  // A request that ended before the reading began emits no event any more.
  if (req.destroyed) throw endedEarly()
  const source = decoder === undefined ? req : decoded(req, decoder())
  let length = 0
  try {
    // Destroying the request would end its connection, and the reply still has to be sent.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) throw tooLarge(req, limit)
      yield chunk
    }
  } catch (error) {
    throw error instanceof ApiError ? error : unreadable(error, req)
  } finally {
    if (source !== req) {
      req.unpipe(source as Transform)
      source.destroy()
    }
    discardBody(req)
  }
}

function decoded(req: IncomingMessage, decoder: Transform): Readable {
  req.once('error', (error) => decoder.destroy(error))
  return req.pipe(decoder)
}

function unreadable(error: unknown, req: IncomingMessage): ApiError {
  if (req.destroyed && !req.complete) return endedEarly(error)
  return new ApiError('malformed_request', 'The body cannot be decompressed: it is broken or cut off.', {
    cause: error,
  })
}

function endedEarly(cause?: unknown): ApiError {
  return new ApiError('malformed_request', 'The request ended before its body did.', { cause })
}

/**
 * Makes the error for a body above the limit.
 *
 * @param length the length of the whole body in bytes, if known
 */
function tooLarge({ headers }: IncomingMessage, limit: number, length?: number): ApiError {
  const most = `${limit / 1_000_000} MB`
  const size = length === undefined ? '' : `, with ${(Math.ceil(length / 10_000) / 100).toFixed(2)} MB`
  // Files stand in JSON as text.
  const isJson = /^application\/(\S+\+)?json\b/i.test(headers['content-type'] ?? '')
  const base64 = isJson ? ' Attachments are base64, which takes a third more space than the files.' : ''
  return new ApiError('payload_too_large', `The body is larger than ${most}${size}.${base64}`)
}
