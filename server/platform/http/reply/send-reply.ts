import type { Response } from 'express'
import type { KeptReply } from '../idempotency/kept-reply.js'
import { contextOf } from '../request-context.js'
import { sendStream, type StreamedReply } from './send-stream.js'

/** A reply as the binder sends it. */
export type HandlerReply = WholeReply | StreamedReply

/** A reply that is in memory as a whole: with a body of JSON, or without a body. */
export type WholeReply = KeptReply & {
  readonly headers?: Readonly<Record<string, string>>
  readonly replayed?: boolean
}

/** Sends a reply; settles once it is handed over or, where it is a stream, at its end. */
export async function sendReply(res: Response, reply: HandlerReply): Promise<void> {
  if ('stream' in reply) return sendStream(res, reply)
  if (reply.replayed === true) {
    contextOf(res).replayed = true
    res.setHeader('Idempotent-Replayed', 'true')
  }
  res.statusCode = reply.status
  if (reply.headers !== undefined) res.set(reply.headers)
  if (reply.body === undefined || reply.body === null) res.end()
  else endWithJson(res, reply.body)
}

/** Ends with a body in JSON. Express's `res.json` makes a tag for caches and reads its own headers back. */
function endWithJson(res: Response, body: unknown): void {
  const json = JSON.stringify(body)
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(json))
  // Node drops the body of a reply to HEAD.
  res.end(json)
}
