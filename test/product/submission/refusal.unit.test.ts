import { expect, test } from 'vitest'
import { ApiError, statusOf, type ErrorCode } from '../../../server/platform/http/errors/api-error.js'
import { smtpRefusalOf } from '../../../server/product/submission/refusal.js'
import { document } from '../../support/api/contract.js'

const { enum: codes } = document.components['schemas']?.['ErrorCode'] as { enum: ErrorCode[] }

/** An error with any code; what may succeed later says when. */
const errorOf = (code: ErrorCode, message: string) =>
  new ApiError(code as 'unavailable', message, { retryAfter: 1 })

test.each(codes)('%s is refused for now where a client may try again, else for good', (code) => {
  const { responseCode, message } = smtpRefusalOf(errorOf(code, 'Not now.'))
  const retryable =
    [423, 429].includes(statusOf(code)) || statusOf(code) >= 500 || code === 'idempotency_in_progress'
  expect([code, Math.floor(responseCode / 100)]).toEqual([code, retryable ? 4 : 5])
  expect(message).toMatch(new RegExp(`^${retryable ? 4 : 5}\\.\\d\\.\\d ${code}: Not now\\.$`))
})

test('a reply is one short line of ASCII, whatever the sentence quotes', () => {
  const { message } = smtpRefusalOf(
    errorOf('validation_failed', `to[0] "Ü\r\n250 OK${'x'.repeat(2000)}" is wrong.`),
  )
  expect(message).toMatch(/^[\x20-\x7e]{1,500}$/)
})
