import { Busboy } from '@fastify/busboy'
import type { Request, Response } from 'express'
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { subscriberNetwork } from '../../../mail/network/address-ranges.js'
import { strangerAt, type BodyMemory } from '../../../platform/http/body/body-memory.js'
import { largestBody } from '../../../platform/http/body/read-body.js'
import { inviteBody, streamBody } from '../../../platform/http/body/stream-body.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { contextOf } from '../../../platform/http/operation/request-context.js'
import type { Step } from '../../../platform/http/operation/step.js'
import { refuseIllFormedText } from '../../../platform/http/validation/well-formed.js'
import { resolve } from '../../../../base/contract/document.js'
import type { MarkedSchema, WireContract } from './contract.js'

/** The media types of forms: with files (RFC 7578), and without (URL Standard, section 5). */
const formTypes = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** The max fields and files of a form. */
const maxParts = 5_000
const limits = {
  // The parser leaves out further ones, so it lets one more pass, which is refused.
  parts: maxParts + 1,
  fieldNameSize: 300,
  fieldSize: largestBody,
  headerPairs: 20,
  headerSize: 16_384,
}

/** A file of a form, as bodies of JSON would have it. */
interface FormFile {
  readonly filename: string
  readonly content_type: string
  /** Content in base64. */
  readonly content: string
}

/** A field of a form as it arrives. */
interface Part {
  readonly name: string
  readonly value: string | FormFile
}

/** The form in which a property of the body takes fields. */
type Taking = 'text' | 'texts' | 'file' | 'files' | 'group'

/**
 * Makes a step that reads a form into the object which the wire's schema describes. A property that is an array
 * collects the fields of its name, one that is an array of objects its files. A property whose name ends in a colon
 * collects the fields whose names begin so, such as `h:` the field `h:Reply-To`.
 *
 * @param body the schema of the object
 */
export function readForm({ document }: WireContract, body: MarkedSchema, memory: BodyMemory): Step {
  const taking = new Map(
    Object.entries(body.properties ?? {}).map(([name, given]): [string, Taking] => {
      const { type, items } = resolve<MarkedSchema>(document, given)
      if (type === 'object') return [name, name.endsWith(':') ? 'group' : 'file']
      if (type !== 'array') return [name, 'text']
      return [name, resolve<MarkedSchema>(document, items ?? {}).type === 'object' ? 'files' : 'texts']
    }),
  )
  return async (req, res) => {
    if (!formTypes.some((type) => req.is(type))) {
      throw new ApiError('unsupported_media_type', `Send the body as ${formTypes.join(' or ')}.`)
    }
    const context = contextOf(res)
    const owner = context.principal?.workspaceId ?? strangerAt(subscriberNetwork(req.ip ?? ''))
    const reservation = memory.open(owner, largestBody)
    context.body = reservation
    const parts = await receive(req, res, (bytes) => reservation.add(bytes))
    await reservation.complete()
    req.body = bodyOf(parts, taking)
    refuseIllFormedText(req.body)
  }
}

/**
 * Receives the fields of a form. Other requests have their turn between its pieces.
 *
 * @throws ApiError 400 `malformed_request`, 413 `payload_too_large`
 */
async function receive(req: Request, res: Response, count: (bytes: number) => void): Promise<Part[]> {
  const parts: Part[] = []
  const parser = parserOf(req)
  const keep = (part: Part) => {
    if (parts.length < maxParts) parts.push(part)
    else parser.destroy(tooMuch(`more than ${maxParts} fields`))
  }
  parser.on('field', (name, value, nameTruncated) => {
    if (nameTruncated) parser.destroy(tooMuch(`a name of more than ${limits.fieldNameSize} bytes`))
    else keep({ name, value })
  })
  parser.on('file', (...[name, stream, filename, , type]) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const content = Buffer.concat(chunks).toString('base64')
      keep({ name, value: { filename: filename ?? '', content_type: type, content } })
    })
  })
  inviteBody(req, res)
  async function* counted() {
    for await (const chunk of streamBody(req, largestBody)) {
      count(chunk.length)
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from(counted()), parser)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('malformed_request', 'The body is not a valid form.', { cause: error })
  }
  return parts
}

function parserOf(req: Request) {
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' },
      limits,
      preservePath: false,
    })
  } catch (error) {
    throw new ApiError('malformed_request', 'The Content-Type of the form has no boundary.', { cause: error })
  }
}

function tooMuch(reason: string): ApiError {
  return new ApiError('payload_too_large', `The form has ${reason}.`)
}

/**
 * Makes the body of the fields of a form.
 *
 * @throws ApiError 422 `validation_failed` for a second field of a name that has one value, or text that is not UTF-8
 */
function bodyOf(parts: readonly Part[], taking: ReadonlyMap<string, Taking>): Record<string, unknown> {
  const body = new Map<string, unknown>()
  const groups = new Map<string, Map<string, string>>()
  for (const part of parts) {
    const { name } = part
    const prefix = name.slice(0, name.indexOf(':') + 1)
    const taken = taking.get(name) ?? (taking.get(prefix) === 'group' ? 'group' : 'text')
    if (taken === 'texts' || taken === 'files') {
      const list = (body.get(name) ?? []) as unknown[]
      list.push(taken === 'files' ? fileOf(part) : textOf(part))
      body.set(name, list)
    } else if (taken === 'group') {
      const group = groups.get(prefix) ?? new Map<string, string>()
      groups.set(prefix, group)
      setOnce(group, name.slice(prefix.length), textOf(part), name)
    } else {
      setOnce(body, name, taken === 'file' ? fileOf(part) : textOf(part), name)
    }
  }
  for (const [prefix, group] of groups) body.set(prefix, Object.fromEntries(group))
  return Object.fromEntries(body)
}

function setOnce<Value>(values: Map<string, Value>, key: string, value: Value, name: string): void {
  if (values.has(key)) throw refusedValue(`/body/${name}`, 'not_allowed', 'is in the form more than once')
  values.set(key, value)
}

function fileOf({ value }: Part): FormFile {
  if (typeof value !== 'string') return value
  return { filename: '', content_type: 'text/plain', content: Buffer.from(value).toString('base64') }
}

/** Returns the text of a field, or of a file that stands in a field's place. */
function textOf({ name, value }: Part): string {
  if (typeof value === 'string') {
    // The parser writes this character in the place of bytes that are not UTF-8.
    if (value.includes('\uFFFD')) throw notText(name)
    return value
  }
  const bytes = Buffer.from(value.content, 'base64')
  if (!isUtf8(bytes)) throw notText(name)
  return bytes.toString()
}

function notText(name: string): ApiError {
  return refusedValue(`/body/${name}`, 'characters', 'is not UTF-8')
}
