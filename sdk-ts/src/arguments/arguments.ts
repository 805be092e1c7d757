import { PostsealError } from '../errors/errors.js'
import { similarName } from './similar.js'

/** A method of a resource and the arguments of one call. */
export interface Method {
  /** The method's name in code, such as `messages.retrieve`. */
  name: string
  /** The path parameters, by name. */
  ids?: Readonly<Record<string, unknown>> | undefined
  /** The path parameters that are versions, by name. */
  versions?: Readonly<Record<string, unknown>> | undefined
  /** The request's body. The property exists only for methods that take a body. */
  body?: unknown
  /** The filters. The property exists only for methods that take filters. */
  query?: unknown
  /** The file that is sent as the body. */
  csv?: unknown
  /** Converts the body to the shape in the contract. */
  onTheWire?: unknown
}

/** Throws PostsealError for an unusable argument. The error message names the method and the argument. */
export function checkArguments(method: Method, options: unknown): void {
  const { name, ids = {}, versions = {} } = method
  for (const [argument, id] of Object.entries(ids)) {
    // URL encoding leaves "." and ".." unchanged, and they would turn the path into another operation's path.
    if (typeof id === 'string' && !/^(\.\.?)?$/.test(id)) continue
    const sample = argument === 'key' ? 'product-news' : `${idPrefix(name, argument)}_…`
    throw new PostsealError(
      `${name}(${argument}): ${argument} is required, such as ${sample}; got ${kindOf(id)}.`,
    )
  }
  for (const [argument, version] of Object.entries(versions)) {
    if (Number.isSafeInteger(version)) continue
    throw mistake(name, argument, "a version's number, such as 1", version)
  }
  if ('body' in method && !isRecord(method.body)) {
    throw mistake(name, 'body', "an object with the request's fields", method.body)
  }
  if ('query' in method && !isRecord(method.query)) {
    throw mistake(name, 'query', 'an object of filters', method.query)
  }
  if (!isRecord(options)) throw mistake(name, 'options', 'an object such as { timeout: 10_000 }', options)
  for (const option of Object.keys(options)) {
    if (callOptions.includes(option)) continue
    // An option that resembles none of ours can be the caller's own. A misspelt option would lose the idempotency key,
    // and the message would be sent twice.
    const meant = similarName(option, callOptions)
    if (meant === undefined || options[meant] !== undefined) continue
    throw new PostsealError(`${name}(options): there is no option ${option}: did you mean ${meant}?`)
  }
  const { idempotencyKey, signal, headers } = options
  if (idempotencyKey !== undefined && (typeof idempotencyKey !== 'string' || idempotencyKey === '')) {
    throw mistake(name, 'options.idempotencyKey', 'a string of 1 to 255 characters', idempotencyKey)
  }
  if (signal !== undefined && !(isRecord(signal) && typeof signal['addEventListener'] === 'function')) {
    throw mistake(name, 'options.signal', 'an AbortSignal', signal)
  }
  if (headers !== undefined && !isHeaders(headers)) {
    throw mistake(name, 'options.headers', 'an object of names and values', headers)
  }
}

/** The call options. Some calls take no idempotency key. Some have their own body, query or time-out. */
const callOptions = [
  'timeout',
  'timeout_ms',
  'maxRetries',
  'signal',
  'headers',
  'fetchOptions',
  'idempotencyKey',
  'body',
  'query',
]

/** The id prefixes that methods take, by resource. */
const prefixes: Readonly<Record<string, string>> = {
  apiKeys: 'key',
  auditEvents: 'aud',
  automations: 'aut',
  campaigns: 'cmp',
  contacts: 'con',
  deletions: 'del',
  dmarc: 'dms',
  domains: 'dom',
  events: 'evt',
  inbound: 'inm',
  messageLogs: 'log',
  messages: 'msg',
  passkeys: 'psk',
  projects: 'prj',
  segments: 'seg',
  sessions: 'ses',
  subscriberLists: 'lst',
  suppressions: 'sup',
  templates: 'tpl',
  topics: 'top',
  users: 'usr',
  webhooks: 'whk',
  webhookReceivers: 'whr',
}

/** The id prefixes for arguments whose name gives the kind of id. */
const named: Readonly<Record<string, string>> = {
  attachment_id: 'att',
  deliveryId: 'whd',
  domainId: 'dom',
  listId: 'lst',
  runId: 'run',
  subscriptionId: 'sub',
}

function idPrefix(method: string, argument: string): string {
  const [resource = ''] = method.split('.')
  if (method.startsWith('inbound.') && method.endsWith('Route')) return 'inr'
  if (/^contacts\..+Import/.test(method)) return 'cim'
  return named[argument] ?? prefixes[resource] ?? 'id'
}

/** Returns the error for an invalid argument, or for an invalid part of an argument. */
export function mistake(method: string, argument: string, expected: string, given: unknown): PostsealError {
  const [name] = argument.split('.')
  return new PostsealError(`${method}(${name}): ${argument} must be ${expected}, not ${kindOf(given)}.`)
}

/** Describes the kind of a value. Leaves out the content, which can be a secret or an address. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (typeof value === 'string') return /^(\.\.?)?$/.test(value) ? JSON.stringify(value) : 'a string'
  if (typeof value !== 'object') return `a ${typeof value}`
  if ('then' in value) return 'a promise (is an "await" missing?)'
  return Array.isArray(value) ? 'an array' : isDate(value) ? 'a Date' : 'an object of another kind'
}

/** Returns whether the value is an object with fields, and not an array, a promise or a Date. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !('then' in value) &&
    !isDate(value)
  )
}

/**
 * Returns whether the value is an object of headers. A `Headers` object or a Map has no fields of its own and would
 * look empty.
 */
export function isHeaders(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !(Symbol.iterator in value)
}

/**
 * Returns whether the value is a Date. Does not use instanceof, which fails for a Date of another realm, such as a
 * test sandbox.
 */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]'
}
