import { APIError, APITimeoutError, APIUserAbortError } from '../errors/errors.js'
import type { Logger } from '../settings/logger.js'

/** The name of a call in the log. */
export interface CallName {
  /** The contract's operationId. */
  operation: string
  method: string
  /**
   * The path below baseURL, without the query, whose values may be addresses, and without parts that cannot be an id.
   */
  path: string
}

/**
 * Logs the progress of a client's calls. No line has a key, a body, the values of a query, or the value of a header
 * other than the request's id and those that announce an end.
 */
export class CallLog {
  readonly #logger: Logger
  readonly #deprecated = new Set<string>()

  /**
   * @param logger has been held to its level
   */
  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Logs that an attempt begins; attempts count from 1. */
  started(call: CallName, attempt: number): void {
    this.#logger.debug(`${lineOf(call)} begins`, { ...call, attempt })
  }

  /** Logs that an attempt was answered, `ms` milliseconds after it began. */
  answered(call: CallName, attempt: number, ms: number, { status, headers }: Response): void {
    const requestId = headers.get('Request-Id') ?? undefined
    this.#logger.debug(`${lineOf(call)} answered ${status}`, { ...call, status, requestId, ms, attempt })
    if (headers.has('Deprecation')) this.#warnOnce(call, headers)
  }

  /** Logs that an attempt ended without a reply, `ms` milliseconds after it began. */
  failed(call: CallName, attempt: number, ms: number, error: unknown): void {
    const outcome = outcomeOf(error)
    this.#logger.debug(`${lineOf(call)} failed: ${outcome}`, { ...call, outcome, ms, attempt })
  }

  /** Logs that after attempt `attempt` the next is made in `seconds`. */
  retried(call: CallName, attempt: number, seconds: number, error: unknown): void {
    const reason = outcomeOf(error)
    const line = `${lineOf(call)} will be retried in ${seconds.toFixed(1)} s: ${reason}`
    this.#logger.info(line, { ...call, reason, seconds, attempt })
  }

  /** Warns once of an operation that is deprecated (RFC 9745, Deprecation) or ends (RFC 8594, Sunset). */
  #warnOnce(call: CallName, headers: Headers): void {
    if (this.#deprecated.has(call.operation)) return
    this.#deprecated.add(call.operation)
    const [deprecation, sunset, link] = ['Deprecation', 'Sunset', 'Link'].map((name) => headers.get(name))
    const end = sunset ? ` and ends on ${sunset}` : ''
    this.#logger.warn(`${lineOf(call)} is deprecated${end}`, { ...call, deprecation, sunset, link })
  }
}

function lineOf({ method, path }: CallName): string {
  return `${method} ${path}`
}

// Not the message: what a fetch throws may tell the whole address, with the query. Nor the code of a refusal,
// which is a part of its body, and of anybody's where a proxy answered.
function outcomeOf(error: unknown): string {
  if (error instanceof APIError) return `status ${error.status}`
  if (error instanceof APITimeoutError) return 'timeout'
  if (error instanceof APIUserAbortError) return 'aborted'
  return ['no connection', codeOf(error)].filter(Boolean).join(', ')
}

// Such as ECONNREFUSED: from the system, and of capitals, so there is nothing of the caller in it.
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^[A-Z][A-Z\d_]+$/.test(code) ? code : codeOf(error.cause)
}
