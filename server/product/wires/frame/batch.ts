import { hash, randomUUID } from 'node:crypto'
import type { components } from '../../../../generated/api-types.js'
import { largestBody } from '../../../platform/http/body/read-body.js'
import { ApiError, type ErrorDetail } from '../../../platform/http/errors/api-error.js'

type SendRequest = components['schemas']['SendMessageRequest']
type BatchResult = components['schemas']['BatchItemResult']

/**
 * Makes the items of a batch. Each has an idempotency key of its own, from which a repetition of the request makes the
 * same.
 *
 * @param key the request's own key, of which a digest leaves room for the place of an item; without one, a repeated
 *   request is another one
 */
export function batchItems(messages: readonly SendRequest[], key: string | undefined) {
  const keyOfAll = key === undefined ? randomUUID() : hash('sha256', key)
  return messages.map((message, index) => ({ idempotency_key: `${keyOfAll}/${index}`, message }))
}

/** Returns the mistakes of a refused item, where a single send would have them: at `/body/to/0`, for example. */
export function detailsOfItem({ error }: Pick<BatchResult, 'error'>): ErrorDetail[] {
  return (error?.details ?? []).map(({ rule: _, ...detail }) => {
    // `/body/items/3/message/to/0` is at `/body/to/0` of the message.
    const path = `/body/${detail.path.split('/').slice(5).join('/')}`
    return { ...detail, code: detail.code as ErrorDetail['code'], path }
  })
}

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
