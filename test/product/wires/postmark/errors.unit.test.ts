import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../../../server/platform/http/errors/api-error.js'
import { finding, notFound } from '../../../../server/product/wires/postmark/codes.js'
import { shapeError } from '../../../../server/product/wires/postmark/errors.js'

/** Errors in the shape of Postmark, by whose status and code its packages choose what they raise. */

const shapes: readonly (readonly [ErrorCode, number, number])[] = [
  ['invalid_credentials', 401, 10],
  ['sender_domain_not_verified', 422, 400],
  ['malformed_request', 422, 402],
  ['quota_exceeded', 422, 405],
  ['recipient_suppressed', 422, 406],
  ['template_not_found', 422, 1101],
  ['rate_limited', 429, 429],
  ['internal_error', 500, 500],
  ['unavailable', 503, 100],
  ['not_found', 404, 403],
]

test.each(shapes)('%s has the status and code of Postmark', (code, status, number) => {
  const error = new ApiError(code as 'not_found', 'No. `details` names all.')
  expect(shapeError(error)).toEqual({ status, body: { ErrorCode: number, Message: 'No.' } })
})

test('a thing that is not found has the code of its kind', async () => {
  const error = new ApiError('not_found', 'There is no such domain.')
  await expect(finding(notFound.domain, Promise.reject(error))).rejects.toBe(error)
  expect(shapeError(error)).toMatchObject({ status: 422, body: { ErrorCode: 510 } })
})
