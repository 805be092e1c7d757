import supertest from 'supertest'
import { findingsOf, operationOf } from './contract.js'

/** The form of a request's id. */
export const requestIdForm = /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/

export interface ApiReply {
  status: number
  headers: Record<string, string | undefined>
  /** As parsed; tests know what they asked for. */
  body: any
  text: string
}

export interface ApiRequest {
  readonly key?: string | undefined
  readonly body?: unknown
  /** A body that is sent as it stands. */
  readonly raw?: string | Buffer
  readonly headers?: Record<string, string>
}

/**
 * Sends a request and holds the reply against the contract: status, headers and body. A reply that the contract
 * does not allow fails the test, whatever it was about.
 */
export async function call(
  url: string,
  method: string,
  path: string,
  request: ApiRequest = {},
): Promise<ApiReply> {
  const agent = supertest(url)
  let sending = agent[method.toLowerCase() as 'get'](path)
  if (request.key !== undefined) sending = sending.set('Authorization', `Bearer ${request.key}`)
  for (const [name, value] of Object.entries(request.headers ?? {})) sending = sending.set(name, value)
  if (request.raw !== undefined) {
    if (request.headers?.['Content-Type'] === undefined)
      sending = sending.set('Content-Type', 'application/json')
    // As it stands: bytes of a JSON type would be serialized otherwise.
    sending = sending.serialize((raw: unknown) => raw as string).send(request.raw as string)
  } else if (request.body !== undefined) {
    sending = sending.send(request.body as object)
  }
  const reply = await sending
  const operation = operationOf(method, path)
  if (operation !== undefined) {
    const body = textOf(reply) ?? (reply.body as unknown)
    const findings = findingsOf(operation, reply.status, reply.headers, body)
    if (findings !== undefined) throw new Error(findings)
  }
  return { status: reply.status, headers: reply.headers, body: reply.body as unknown, text: reply.text }
}

/** Returns a body that is not JSON: a text as it is, bytes as Latin-1; undefined for JSON. */
function textOf({ type, text, body }: supertest.Response): string | undefined {
  if (Buffer.isBuffer(body)) return body.toString('latin1')
  return ['text/csv', 'message/rfc822', 'application/x-ndjson'].includes(type) ? text : undefined
}
