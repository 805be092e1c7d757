import { ApiError } from './errors.js'
import type { Step } from './step.js'

/**
 * Headers that a request may have only once. Node keeps the first of two, or joins them into a value that the
 * client never sent.
 */
const single: ReadonlySet<string> = new Set(['authorization', 'content-type', 'host', 'idempotency-key'])

/**
 * Refuses a request that has one of these headers twice, since its meaning is ambiguous (RFC 9110, section
 * 5.3), an HTTP/1.1 request that has no Host header (RFC 9112, section 3.2), or a body in a transfer coding other
 * than chunked (section 6.1).
 *
 * @throws ApiError 400 `malformed_request`
 */
export const checkHead: Step = (req) => {
  const seen = new Set<string>()
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const given = req.rawHeaders[index] as string
    const name = given.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) {
      throw new ApiError('malformed_request', `The request has the header ${given} more than once.`)
    }
    seen.add(name)
  }
  const coding = req.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    // Node removes the chunks alone. A proxy may have read the body differently, so nothing more is read from this
    // connection.
    throw new ApiError(
      'malformed_request',
      'The only Transfer-Encoding that this service takes is chunked.',
      {
        headers: { Connection: 'close' },
      },
    )
  }
  if (req.httpVersion === '1.1' && !seen.has('host')) {
    throw new ApiError('malformed_request', 'The request has no Host header.')
  }
}
