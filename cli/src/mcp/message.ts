import { isRecord } from '../output/cell.js'
import { ServiceRefusal } from '../request/errors.js'

/** A JSON-RPC 2.0 message, with the parts that the bridge needs. */
export interface Message {
  readonly method: string | undefined
  /** The id of a request. Undefined for a message that gets no answer, such as a notification or an answer. */
  readonly id: string | number | undefined
  readonly params: Readonly<Record<string, unknown>>
}

/** Error codes of JSON-RPC 2.0, section 5.1. The last code is in the range that servers can define. */
export const parseError = -32700
export const invalidRequest = -32600
const serviceError = -32010

/**
 * Parses a message.
 *
 * @returns undefined if the text is JSON but not a message, such as a list of messages
 * @throws SyntaxError if the text is not JSON
 */
export function messageIn(text: string): Message | undefined {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) return undefined
  const { method, id, params } = value
  return {
    method: typeof method === 'string' ? method : undefined,
    id: typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : undefined,
    params: isRecord(params) ? params : {},
  }
}

/** Creates an answer that reports an error in a message, which can be too broken to have an id. */
export function errorAnswer(id: Message['id'], code: number, message: string, data?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data && { data }) } })
}

/** Creates an answer with the service's error, or with the reason why there was no reply. */
export function failureAnswer(id: Message['id'], error: Error): string {
  if (!(error instanceof ServiceRefusal))
    return errorAnswer(id, serviceError, error.message, { code: 'service_away' })
  const { status, code, requestId, message } = error
  return errorAnswer(id, serviceError, message, {
    status,
    ...(code !== undefined && { code }),
    ...(requestId !== undefined && { request_id: requestId }),
  })
}
