import type { components } from '../../../generated/api-types.js'
import type { ParsedMail } from '../../mail/mime/parsed-mail.js'
import { refusedValue } from '../../platform/http/errors/api-error.js'
import { closestName } from '../../platform/http/validation/closest-name.js'
import { reasonAgainst } from '../messages/admit/headers.js'

type SendMessageRequest = components['schemas']['SendMessageRequest']

/** Values of a message's header fields that are meant for the service. */
export interface ServiceFields {
  readonly send: Partial<SendMessageRequest>
  /** Value of `X-Postseal-Idempotency-Key`. */
  readonly idempotencyKey: string | undefined
}

const prefix = 'x-postseal-'

/** Readers of the fields for the service, by their names without the prefix. */
const meanings: ReadonlyMap<string, (value: string, at: string) => Partial<SendMessageRequest>> = new Map(
  Object.entries<(value: string, at: string) => Partial<SendMessageRequest>>({
    project: (value) => ({ project_id: value }),
    category: (value) => ({ category: value }),
    metadata: (value, at) => ({ metadata: jsonObject(value, at) as Record<string, string> }),
    'scheduled-at': (value) => ({ scheduled_at: value }),
    list: (value) => ({ list_id: value }),
    'reply-route': (value) => ({ reply_route_id: value }),
    stream: (value) => ({ stream: value as SendMessageRequest['stream'] }),
    tracking: (value, at) => ({ tracking: jsonObject(value, at) }),
  }),
)

/** Readers of the fields that make up a reference to a template. */
const ofTemplate: ReadonlyMap<string, (value: string, at: string) => object> = new Map(
  Object.entries<(value: string, at: string) => object>({
    template: (value) => ({ template_id: value }),
    'template-alias': (value) => ({ alias: value }),
    'template-version': (value, at) => ({ version: wholeNumber(value, at) }),
    locale: (value) => ({ locale: value }),
    variables: (value, at) => ({ variables: jsonObject(value, at) }),
  }),
)

const idempotencyKey = 'idempotency-key'

const names = [...meanings.keys(), ...ofTemplate.keys(), idempotencyKey]

/**
 * Reads the fields `X-Postseal-*`.
 *
 * @throws ApiError 422 `validation_failed` for a field that is not known, occurs twice or makes no sense
 */
export function readServiceFields(headers: ParsedMail['headers']): ServiceFields {
  const seen = new Set<string>()
  let send: Partial<SendMessageRequest> = {}
  let template: object | undefined
  let key: string | undefined
  for (const { name, value } of headers) {
    const lower = name.toLowerCase()
    if (!lower.startsWith(prefix)) continue
    const short = lower.slice(prefix.length)
    const at = `/headers/${lower}`
    if (seen.has(short)) throw refusedValue(at, 'duplicate', 'must not stand in the message twice')
    seen.add(short)
    if (short === idempotencyKey) key = keyOf(value, at)
    else if (ofTemplate.has(short)) template = { ...template, ...ofTemplate.get(short)?.(value, at) }
    else if (meanings.has(short)) send = { ...send, ...meanings.get(short)?.(value, at) }
    else throw refusedValue(at, 'unknown', unknown(short))
  }
  if (template === undefined) return { send, idempotencyKey: key }
  if (!seen.has('template') && !seen.has('template-alias')) {
    throw refusedValue(
      `/headers/${prefix}template`,
      'required',
      'is required beside what belongs to a template',
    )
  }
  return {
    send: { ...send, template },
    idempotencyKey: key,
  }
}

function unknown(short: string): string {
  const closest = closestName(short, names)
  return closest === undefined ? 'is not known' : `is not known: did you mean ${headerName(closest)}?`
}

function headerName(short: string): string {
  return (prefix + short).replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function keyOf(value: string, at: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(value)) return value
  throw refusedValue(at, 'pattern', 'must have 1 to 255 printable ASCII characters')
}

function jsonObject(value: string, at: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(value)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // The error is thrown below.
  }
  throw refusedValue(at, 'type', 'must be a JSON object')
}

function wholeNumber(value: string, at: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw refusedValue(at, 'type', 'must be a whole number')
}

/** Limits of the contract for `headers`. */
const most = { fields: 50, nameLength: 76, valueLength: 998 }
const fieldName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/

/**
 * Returns the further header fields that go out with the message: without those that the service or another server
 * writes, and those that a request of the API could not have. A field that occurs more than once has all its values,
 * with commas between them, as far as they fit.
 */
export function furtherFields(headers: ParsedMail['headers']): Record<string, string> {
  const kept = new Map<string, readonly [name: string, value: string]>()
  for (const { name, value } of headers) {
    const lower = name.toLowerCase()
    const isForUs = lower.startsWith(prefix) || reasonAgainst(lower) !== undefined
    if (isForUs || (!kept.has(lower) && kept.size === most.fields)) continue
    if (name.length > most.nameLength || !fieldName.test(name)) continue
    const shown = lower === 'references' ? lastReferences(oneLine(value)) : oneLine(value)
    const [first, before] = kept.get(lower) ?? [name]
    const all = before === undefined ? shown : `${before}, ${shown}`
    if (shown !== '' && all.length <= most.valueLength) kept.set(lower, [first, all])
  }
  return Object.fromEntries(kept.values())
}

/** Returns a field's value without line breaks. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** Returns the last Message-IDs that fit, which a reader needs to find the conversation (RFC 5322, section 3.6.4). */
function lastReferences(value: string): string {
  if (value.length <= most.valueLength) return value
  const tail = value.slice(-most.valueLength)
  return tail.slice(tail.indexOf(' ') + 1)
}
