import type { Response } from 'express'
import type { KeptReply } from '../idempotency/kept-reply.js'
import type { TakeTurn } from '../operation/database-turns.js'
import { contextOf } from '../operation/request-context.js'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { encodingFor } from './content.js'

const zip = promisify(gzip)

/** A reply in the form in which the binder sends it. */
export type HandlerReply = WholeReply | StreamedReply

/** A reply that is in memory as a whole: with a body of JSON, or without a body. */
export type WholeReply = KeptReply & {
  readonly headers?: Readonly<Record<string, string>>
  readonly replayed?: boolean
}

/**
 * Sends a reply; settles once it is handed over or, if it is a stream, at its end.
 *
 * @param inTurn takes a turn for each piece of a stream
 */
export async function sendReply(res: Response, reply: HandlerReply, inTurn: TakeTurn): Promise<void> {
  if ('stream' in reply) return sendStream(res, reply, inTurn)
  if (reply.replayed === true) {
    contextOf(res).replayed = true
    res.setHeader('Idempotent-Replayed', 'true')
  }
  res.statusCode = reply.status
  if (reply.headers !== undefined) res.set(reply.headers)
  if (reply.body === undefined || reply.body === null) res.end()
  else await endWithJson(res, reply.body)
}

/** Minimum length of a body that is compressed. A smaller one fits into two packets as it is. */
const compressFrom = 2_000

/** Ends a reply with a body in JSON. Express's `res.json` makes a tag for caches and reads its own headers back. */
async function endWithJson(res: Response, body: unknown): Promise<void> {
  let json: string | Buffer = JSON.stringify(body)
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json; charset=utf-8')
  // Replies to writes can hold a new secret beside values of the request, which compression would let someone compare.
  if (res.req.method === 'GET' && json.length >= compressFrom) {
    res.vary('Accept-Encoding')
    if (encodingFor(res.req, ['gzip']) === 'gzip') {
      json = await zip(json, { level: 4 })
      res.setHeader('Content-Encoding', 'gzip')
    }
  }
  res.setHeader('Content-Length', Buffer.byteLength(json))
  // Node drops the body of a reply to HEAD.
  res.end(json)
}

/** A reply whose body is made while it is sent. */
export interface StreamedReply {
  readonly status: number
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly stream: AsyncIterable<string | Uint8Array>
}

/**
 * The max time for which a client may take nothing of a reply, in milliseconds: it would hold a piece of the reply
 * for ever.
 */
const maxSilenceMs = 120_000

/**
 * Sends a reply piece by piece, each when the client has taken the pieces before. Nothing is sent before there is a
 * first piece, so that an error until then is an ordinary reply. A later error cuts the connection, by which the
 * client knows that the reply is not whole (RFC 9112, section 8).
 *
 * @param inTurn takes a turn at the database for each piece, which is read from there. None is held while the client
 *   takes the piece
 * @throws the errors of the stream; a client that goes away is no error
 */
export async function sendStream(
  res: Response,
  { status, contentType, headers = {}, stream }: StreamedReply,
  inTurn: TakeTurn,
): Promise<void> {
  const pieces = stream[Symbol.asyncIterator]()
  const first = await inTurn(() => pieces.next())
  res.status(status).set(headers).type(contentType)
  if (contextOf(res).headOnly === true) {
    await pieces.return?.()
    res.end()
    return
  }

  let failure: { readonly error: unknown } | undefined
  const next = () =>
    inTurn(() => pieces.next()).catch((error: unknown) => {
      failure = { error }
      throw error
    })
  async function* body(): AsyncGenerator<string | Uint8Array> {
    try {
      for (let step = first; step.done !== true; step = await next()) yield step.value
    } finally {
      await pieces.return?.()
    }
  }
  res.setTimeout(maxSilenceMs, () => res.destroy())
  await pipeline(Readable.from(body()), res).catch(() => undefined)
  if (failure !== undefined) throw failure.error
}
