import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { subscriberNetwork } from '../../../mail/network/address-ranges.js'
import type { Operation } from '../operation/contract.js'
import { ApiError, refusedValue } from '../errors/api-error.js'
import { contextOf } from '../operation/request-context.js'
import type { Step } from '../operation/step.js'
import { refuseIllFormedText } from '../validation/well-formed.js'
import { strangerAt, type BodyMemory } from './body-memory.js'
import { parseJson, receiveJson, refuseRepeatedNames, type Received } from './read-json.js'

/** The largest body after decompression, in bytes: 10 MB. */
export const largestBody = 10 * 1000 * 1000

/** Checks the bytes of a body before they are parsed, such as a signature over them. */
export type CheckBytes = (bytes: Uint8Array) => void

/**
 * Returns the step that reads the body of any request to an operation, has its bytes checked, and parses it if the
 * operation takes a body. Until then the client is a stranger, as to the memory that its body takes.
 */
export function readCheckedBody(operation: Operation, memory: BodyMemory, check: CheckBytes): Step {
  return async (req, res) => {
    const takesBody = operation.consumes.length > 0 && refuseOtherTypes(operation, req)
    const received = await receiveBytes(memory, req, res)
    check(received.bytes)
    if (takesBody) await parse(operation, received, req, res)
    else await withoutBody(req, res)
    const [contentType] = operation.consumes
    if (contentType !== undefined) req.headers['content-type'] = contentType
  }
}

/** Returns the steps that read the body of an operation's requests, as far as it is to be read before its handler. */
export function readBody(operation: Operation, memory: BodyMemory): Step[] {
  if (operation.consumes.length === 0) return [withoutBody]
  if (operation.streamsBody) return [(req) => void refuseOtherTypes(operation, req), expectText]
  return [readJson(operation, memory)]
}

const withoutBody: Step = (req, res) => {
  // The validator keeps a validator for each Content-Type it meets; here the header means nothing.
  delete req.headers['content-type']
  // HEAD is GET without the body of its reply (RFC 9110, section 9.3.2), and the contract has GET only.
  if (req.method === 'HEAD') {
    req.method = 'GET'
    contextOf(res).headOnly = true
  }
}

/** Returns whether the body is of a type that the operation takes, and throws if it is of another. */
function refuseOtherTypes(operation: Operation, req: Request): boolean {
  const isTaken = operation.consumes.some((consumed) => req.is(consumed))
  if (!isTaken && hasBody(req)) {
    throw new ApiError('unsupported_media_type', `Send the body as ${operation.consumes.join(' or ')}.`)
  }
  refuseOtherCharsets(req)
  return isTaken
}

function readJson(operation: Operation, memory: BodyMemory): Step {
  const [contentType] = operation.consumes
  return async (req, res) => {
    if (refuseOtherTypes(operation, req)) await receive(operation, memory, req, res)
    // The body is parsed already. Without its parameters, the header is a single key in the validator's
    // cache.
    req.headers['content-type'] = contentType
  }
}

async function receive(operation: Operation, memory: BodyMemory, req: Request, res: Response): Promise<void> {
  await parse(operation, await receiveBytes(memory, req, res), req, res)
}

async function receiveBytes(memory: BodyMemory, req: Request, res: Response): Promise<Received> {
  const context = contextOf(res)
  const owner = context.principal?.workspaceId ?? strangerAt(subscriberNetwork(req.ip ?? ''))
  const reservation = memory.open(owner, largestBody)
  context.body = reservation
  const received = await receiveJson(req, res, largestBody, reservation)
  await reservation.complete()
  return received
}

async function parse(operation: Operation, received: Received, req: Request, res: Response): Promise<void> {
  const isLarge = contextOf(res).body?.isLarge === true
  // A required body that is empty is missing, whether its length was said or not.
  req.body = received.bytes.length === 0 && operation.needsJson ? undefined : parseJson(received)
  if (isLarge) await turnOfTheLoop()
  refuseRepeatedNames(received, req.body)
  if (isLarge) await turnOfTheLoop()
  if (operation.validatedByItem.length === 0) refuseIllFormedText(req.body)
  if (isLarge) await turnOfTheLoop()
}

/** Hides a streamed body from the validator: it never sees the body, and would report it as missing. */
const expectText: Step = (req) => {
  if (!hasBody(req)) throw refusedValue('/body', 'required', 'is required')
  delete req.headers['content-type']
}

/**
 * Refuses other charsets than UTF-8, which JSON between systems must use (RFC 8259, section 8.1). UTF-8 includes
 * US-ASCII.
 */
function refuseOtherCharsets(req: IncomingMessage): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(req.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new ApiError('unsupported_media_type', 'Send the body in UTF-8.')
  }
}

/** Tells whether a request has a body. It has one if it has one of these headers (RFC 9112, section 6). */
function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}
