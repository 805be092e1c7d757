import { messageWith, summaryOf } from '../../../sdk-ts/src/errors/mistakes.js'
import { retryAfterSeconds } from '../../../sdk-ts/src/errors/retry-after.js'
import { CommandFailure } from '../mistakes.js'

/** A value that the service refused. */
export interface RefusedValue {
  /** A JSON pointer into the request: /body/to/0/email */
  readonly path: string
  readonly message: string
  /** The position of a mistake in a template within the value. Both numbers start at 1. */
  readonly line?: number
  readonly column?: number
  /** The layout or partial with the mistake, if it is a different template. */
  readonly templateId?: string
}

/** The service answered with an error. `message` has every mistake. */
export class ServiceRefusal extends CommandFailure {
  override name = 'ServiceRefusal'
  readonly status: number
  /** The error code. Undefined if something in front of the service answered, such as a proxy. */
  readonly code: string | undefined
  readonly requestId: string | undefined
  /** The service's message. If there are several mistakes, it covers only the first. */
  readonly summary: string
  readonly details: readonly RefusedValue[]
  /** The seconds that the service asks to wait. */
  readonly retryAfter: number | undefined
  /** The unchanged text of the reply. */
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

/** No usable reply arrived. */
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
