import type { components } from '../../../../generated/api-types.js'
import { largestBody } from '../../../platform/http/body/read-body.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'

type SendRequest = components['schemas']['SendMessageRequest']

/**
 * Makes a function that counts the messages which one request becomes, each with its own copy of the contents.
 *
 * @param of names the messages in the error: `to all recipients`
 * @returns a function that throws ApiError 413 `payload_too_large` once they are larger together than the max body
 */
export function batchSize(of: string): (message: SendRequest) => void {
  let size = 0
  return ({ text = '', html = '', attachments = [] }) => {
    size += text.length + html.length + attachments.reduce((sum, { content }) => sum + content.length, 0)
    if (size <= largestBody) return
    const limit = `${largestBody / 1_000_000} MB`
    throw new ApiError(
      'payload_too_large',
      `The messages ${of} are larger than ${limit} together. Send them in several requests.`,
    )
  }
}
