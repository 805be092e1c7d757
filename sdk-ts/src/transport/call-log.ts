import { APIError, APITimeoutError, APIUserAbortError } from '../errors/errors.js'
import type { Logger } from '../settings/logger.js'

/** The name of a call in the log. */
export interface CallName {
  /** The contract's operationId. */
  operation: string
  method: string
  /**
   * The path below baseURL, without parts that cannot be an id. It has no query, because query values can be
   * addresses.
   */
  path: string
}

/**
 * Logs the progress of a client's calls. Log lines never contain a key, a body or query values. They contain only the
 * header values for the request's id and for announced ends.
 */
export class CallLog {
  readonly #logger: Logger
  readonly #deprecated = new Set<string>()

  /**
   * @param logger a logger that is already limited to its level
   */
  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Logs that an attempt starts. Attempts count from 1. */
  started(call: CallName, attempt: number): void {
    this.#logger.debug(`${lineOf(call)} begins`, { ...call, attempt })
  }

  /** Logs that an attempt got a reply, `ms` milliseconds after it started. */
  answered(call: CallName, attempt: number, ms: number, { status, headers }: Response): void {
    const requestId = headers.get('Request-Id') ?? undefined
    this.#logger.debug(`${lineOf(call)} answered ${status}`, { ...call, status, requestId, ms, attempt })
    if (headers.has('Deprecation')) this.#warnOnce(call, headers)
  }

  /** Logs that an attempt ended without a reply, `ms` milliseconds after it started. */
  failed(call: CallName, attempt: number, ms: number, error: unknown): void {
    const outcome = outcomeOf(error)
    this.#logger.debug(`${lineOf(call)} failed: ${outcome}`, { ...call, outcome, ms, attempt })
  }

  /** Logs that the next attempt follows in `seconds` after attempt `attempt`. */
  retried(call: CallName, attempt: number, seconds: number, error: unknown): void {
    const reason = outcomeOf(error)
    const line = `${lineOf(call)} will be retried in ${seconds.toFixed(1)} s: ${reason}`
    this.#logger.info(line, { ...call, reason, seconds, attempt })
  }

  /** Warns once about an operation that is deprecated (RFC 9745, Deprecation) or will end (RFC 8594, Sunset). */
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

// Leaves out the message, because an error from `fetch` can contain the whole URL with its query. Also leaves out the
// code of a refusal, which is part of the body and can come from a proxy.
function outcomeOf(error: unknown): string {
  if (error instanceof APIError) return `status ${error.status}`
  if (error instanceof APITimeoutError) return 'timeout'
  if (error instanceof APIUserAbortError) return 'aborted'
  return ['no connection', codeOf(error)].filter(Boolean).join(', ')
}

// Returns a code such as ECONNREFUSED. The code comes from the system and is all capitals, so it has no data of the
// caller.
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^[A-Z][A-Z\d_]+$/.test(code) ? code : codeOf(error.cause)
}
