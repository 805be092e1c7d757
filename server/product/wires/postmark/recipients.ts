import type { components as postmark } from '../../../../generated/wires/postmark.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { addressList } from '../frame/texts/addresses.js'

/** The recipients of an email, as the request has them. */
export type Recipients = Pick<postmark['schemas']['Email'], 'To' | 'Cc' | 'Bcc'>

const place = /^\/body\/(To|Cc|Bcc)\/(\d+)$/

/**
 * Words the error of a recipient that is no address as Postmark does. Packages read from these words who got no mail.
 *
 * @returns the error itself if its first mistake is another one
 */
export function recipientError(error: ApiError, given: Recipients): ApiError {
  const [first] = error.details ?? []
  const [, field, index] = place.exec(first?.path ?? '') ?? []
  if (error.code !== 'validation_failed' || first?.code !== 'format' || field === undefined) return error
  const { email } = addressList(given[field as keyof Recipients] ?? '')[Number(index)] ?? {}
  if (email === undefined) return error
  const message = `Invalid '${field}' address: '${email}'.`
  return new ApiError('validation_failed', message, { details: error.details ?? [] })
}

/**
 * Waits for a send, and words its error as {@link recipientError} does.
 *
 * @throws ApiError as the send does
 */
export async function toRecipients<Reply>(given: Recipients, sending: Promise<Reply>): Promise<Reply> {
  try {
    return await sending
  } catch (error) {
    throw error instanceof ApiError ? recipientError(error, given) : error
  }
}
