import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, refusedValue } from '../errors/api-error.js'
import type { BodyReservation } from './body-memory.js'
import { findRepeatedName } from './find-repeated-name.js'
import { JsonScanner } from './json-scanner.js'
import { arrivedBody, inviteBody, streamBody } from './stream-body.js'

/** The max nesting of a body. Nothing in the contract is nested this deep. */
export const maxDepth = 100

/**
 * The max number of structural characters in a body (`{}[]:,` outside of strings; RFC 8259, section 2). The
 * largest batch that the contract allows has fewer. Parsing and checking this many takes a fraction of a
 * second.
 */
export const maxStructure = 250_000

/** A body as it was sent. */
export interface Received {
  readonly bytes: Buffer
  /** The number of members of all its objects, if the body is JSON. */
  readonly members: number
}

/**
 * Reads a JSON body. Its nesting and its structural characters are checked while it arrives, before it is
 * parsed.
 *
 * @param maxBytes the max bytes after decompression
 * @throws ApiError 413 `payload_too_large`, 415 `unsupported_media_type`, 422 `validation_failed` if the body
 *   is nested too deep, 503 `unavailable` if there is no memory for it, 400 `malformed_request` if it cannot
 *   be read
 */
export async function receiveJson(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
  reservation: BodyReservation,
): Promise<Received> {
  const body = (await arrivedBody(req, maxBytes)) ?? streamBody(req, maxBytes)
  const length = Number(req.headers['content-length'] ?? 0)
  if ((req.headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity') reservation.expect(length)
  inviteBody(req, res)
  const scanner = new JsonScanner()
  const chunks: Buffer[] = []
  const take = (chunk: Buffer) => {
    reservation.add(chunk.length)
    scanner.push(chunk)
    if (scanner.depth > maxDepth) {
      throw refusedValue('/body', 'depth', `must not be nested deeper than ${maxDepth}`)
    }
    if (scanner.structure > maxStructure) {
      throw new ApiError(
        'payload_too_large',
        `The body has more than ${maxStructure} brackets, braces, colons and commas. Send a smaller body.`,
      )
    }
    chunks.push(chunk)
  }
  if (Array.isArray(body)) body.forEach(take)
  else for await (const chunk of body) take(chunk)
  return {
    bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks),
    members: scanner.members,
  }
}

/**
 * Parses a JSON body. A byte order mark is ignored (RFC 8259, section 8.1). An empty body is parsed as an
 * empty object.
 *
 * @throws ApiError 400 `malformed_request` if the body is not UTF-8 or not JSON
 */
export function parseJson({ bytes }: Received): unknown {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new ApiError('malformed_request', 'The body is not valid UTF-8.')
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = bytes.toString('utf8', hasMark ? 3 : 0)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const place = jsonPosition(text)
    const message = `The body is not valid JSON${place === undefined ? '' : ` (${place})`}.`
    throw new ApiError('malformed_request', message, { cause: error })
  }
  return value
}

/**
 * Refuses an object that has a name twice: programs differ in which of the two members they use (RFC 8259,
 * section 4).
 *
 * @param value the parsed body
 * @throws ApiError 400 `malformed_request`
 */
export function refuseRepeatedNames({ bytes, members }: Received, value: unknown): void {
  // The parser keeps only the last of several members with one name, so the value then has fewer than the
  // scanner counted.
  if (countMembers(value) === members) return
  const name = findRepeatedName(bytes.toString())
  throw new ApiError(
    'malformed_request',
    `The body has the name ${JSON.stringify(name.slice(0, 100))} twice in one object.`,
  )
}

/** Counts the members of all objects in a JSON value. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item)
    return count
  }
  const object = value as Record<string, unknown>
  for (const name of Object.keys(object)) count += 1 + countMembers(object[name])
  return count
}

/** The max length of a text whose mistake is located. Longer bodies are parsed too slowly for that. */
const maxCharacters = 100_000

/** Matches the parser's messages about a text that is right so far, and ends too early. */
const endsEarly = /end of JSON input|^Unterminated|^No number after minus|^Exponent part/

/**
 * Says where a text stops being JSON, such as `at line 2, column 14`. Newer parsers tell the place of some mistakes
 * only, so the text is parsed up to places further and further in, by halves.
 *
 * @returns undefined if the text is JSON, or too long
 */
export function jsonPosition(text: string): string | undefined {
  if (text.length > maxCharacters) return undefined
  const whole = failureOf(text)
  if (whole === undefined) return undefined
  if (whole === 'early') return 'at its end: something is missing there'
  let right = 0
  let wrong = text.length
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (failureOf(text.slice(0, middle)) === 'wrong') wrong = middle
    else right = middle
  }
  const before = text.slice(0, right).split('\n')
  return `at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function failureOf(text: string): 'early' | 'wrong' | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const { message } = error as Error
    const isAtEnd = / at position (\d+)/.exec(message)?.[1] === String(text.length)
    return isAtEnd || endsEarly.test(message) ? 'early' : 'wrong'
  }
}
