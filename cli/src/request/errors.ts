import { messageWith, summaryOf } from '../../../sdk-ts/src/errors/mistakes.js'
import { retryAfterSeconds } from '../../../sdk-ts/src/errors/retry-after.js'
import { CommandFailure } from '../mistakes.js'

/** A value that was refused. */
export interface RefusedValue {
  /** A JSON pointer into the request: /body/to/0/email */
  readonly path: string
  readonly message: string
  /** The place of a mistake in a template within the value, both from 1. */
  readonly line?: number
  readonly column?: number
  /** The layout or partial with the mistake, if that is another template. */
  readonly templateId?: string
}

/** The service answered, but not with success. `message` has every mistake. */
export class ServiceRefusal extends CommandFailure {
  override name = 'ServiceRefusal'
  readonly status: number
  /** The code of the error; undefined if something before the service answered, such as a proxy. */
  readonly code: string | undefined
  readonly requestId: string | undefined
  /** The service's sentence; if there are several mistakes, that of the first one. */
  readonly summary: string
  readonly details: readonly RefusedValue[]
  /** Seconds that the service asked to wait. */
  readonly retryAfter: number | undefined
  /** The reply as it came. */
  readonly text: string

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, text: string) {
    const error = errorIn(text)
    const said = textIn(error, 'message') ?? messageOf(status, headers)
    const details = detailsIn(error)
    super(messageWith(said, details))
    this.summary = summaryOf(said)
    this.status = status
    this.code = textIn(error, 'code')
    this.requestId = textIn(error, 'request_id') ?? headers.get('Request-Id') ?? undefined
    this.details = details
    this.retryAfter = retryAfterSeconds(headers.get('Retry-After'))
    this.text = text
  }
}

/** No usable reply came. */
export class ServiceAway extends CommandFailure {
  override name = 'ServiceAway'
}

function messageOf(status: number, headers: Headers): string {
  const location = headers.get('Location')
  if (status >= 300 && status < 400 && location !== null)
    return `The service leads elsewhere, to ${location}. The key is not sent there: is the address right?`
  return `The service answered ${status}.`
}

function errorIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return typeof error === 'object' && error !== null ? { ...error } : {}
  } catch {
    return {}
  }
}

function textIn(error: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = new Map(Object.entries(error)).get(name)
  return typeof value === 'string' ? value : undefined
}

function detailsIn({ details }: Readonly<Record<string, unknown>>): RefusedValue[] {
  if (!Array.isArray(details)) return []
  return details
    .filter(
      (detail: unknown): detail is Record<string, unknown> => typeof detail === 'object' && detail !== null,
    )
    .map((detail) => {
      const { line, column } = detail
      const templateId = textIn(detail, 'template_id')
      return {
        path: textIn(detail, 'path') ?? '',
        message: textIn(detail, 'message') ?? '',
        ...(typeof line === 'number' && { line }),
        ...(typeof column === 'number' && { column }),
        ...(templateId !== undefined && { templateId }),
      }
    })
}
