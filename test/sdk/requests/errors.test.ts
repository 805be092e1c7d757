import { expect, test } from 'vitest'
import * as sdk from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, letter, refusal, serve, skipWaits, type Turn } from '../support.js'

async function failureOf(turn: Turn): Promise<unknown> {
  const { client } = clientOf([turn], { maxRetries: 0 })
  return await client.messages.send(letter).then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  )
}

test.each([
  [400, 'malformed_request', sdk.APIError],
  [401, 'expired_credentials', sdk.AuthenticationError],
  [403, 'insufficient_scope', sdk.PermissionDeniedError],
  [404, 'not_found', sdk.NotFoundError],
  [404, 'template_not_found', sdk.NotFoundError],
  [409, 'idempotency_conflict', sdk.IdempotencyConflictError],
  [409, 'idempotency_in_progress', sdk.APIError],
  [409, 'invalid_state', sdk.APIError],
  [413, 'payload_too_large', sdk.APIError],
  [422, 'validation_failed', sdk.ValidationError],
  [422, 'sender_domain_not_verified', sdk.ValidationError],
  [422, 'schedule_out_of_range', sdk.ValidationError],
  [422, 'template_not_published', sdk.ValidationError],
  [422, 'template_render_failed', sdk.ValidationError],
  [423, 'sending_halted', sdk.SendingHaltedError],
  [429, 'rate_limited', sdk.RateLimitError],
  [500, 'internal_error', sdk.InternalServerError],
  [503, 'unavailable', sdk.InternalServerError],
  [418, 'code_of_version_2', sdk.APIError],
])('%d %s', async (status, code, Class) => {
  const error = await failureOf(refusal(status, code))
  expect(error).toBeInstanceOf(sdk.APIError)
  expect(error).toBeInstanceOf(sdk.PostsealError)
  expect(Object.getPrototypeOf(error)).toBe(Class.prototype)
  expect(error).toMatchObject({
    name: Class.name,
    status,
    code,
    message: `It is ${code}.`,
    requestId: 'req_1',
    details: [],
    retryAfter: undefined,
  })
})

test('an error carries the details, the headers, and what this version does not know', async () => {
  const details = [
    { path: '/body/to', code: 'minItems', rule: 'min_items', message: 'must not be empty', hint: 'new' },
  ]
  const body = {
    error: { code: 'validation_failed', message: 'No.', request_id: 'req_1', details, extra: 1 },
  }
  const error = await failureOf(json(body, 422, { 'Retry-After': '90', 'X-Node': 'a' }))
  expect(error).toMatchObject({ details, body, retryAfter: 90 })
  const [detail] = (error as sdk.APIError).details
  expect(detail?.rule).toBe('min_items')
  expect((error as sdk.APIError).headers.get('X-Node')).toBe('a')
})

/** A refusal with these details. */
function refusedFor(message: string, details: unknown): Turn {
  return json({ error: { code: 'validation_failed', message, request_id: 'req_1', details } }, 422)
}

test('the message names every mistake by its path, in one line', async () => {
  const details = Array.from({ length: 20 }, (_, index) => ({
    path: `/body/to/${index}/email`,
    code: 'format',
    message: `is wrong in its own way (${index})`,
  }))
  const said = 'to[0].email is wrong. `details` names 19 more mistakes.'
  const { message, summary } = (await failureOf(refusedFor(said, details))) as sdk.APIError
  expect(summary).toBe('to[0].email is wrong.')
  for (const detail of details) expect(message).toContain(`${detail.path} ${detail.message}`)
  expect(message).not.toMatch(/more mistakes|\n/)
})

test.each([
  [
    'a is required. `details` names one more mistake.',
    [
      { path: '/body/a', message: 'is required' },
      { path: '/query/b', message: 'is not a time' },
    ],
    'a is required. Mistakes: /body/a is required; /query/b is not a time',
  ],
  ['a is required.', [{ path: '/body/a', message: 'is required' }], 'a is required. (/body/a)'],
  [
    'The html has an unknown tag.',
    [{ path: '/body/html', message: 'has an unknown tag', line: 3, column: 9 }],
    'The html has an unknown tag. (/body/html, line 3, column 9)',
  ],
  [
    'The template could not be rendered.',
    [{ path: '/body/html', message: 'ends early', line: 3 }],
    'The template could not be rendered. Mistakes: /body/html ends early (line 3)',
  ],
  ['No.', [null, 'x', { path: 1, message: 2 }], 'No.'],
])('%s', async (said, details, expected) => {
  expect((await failureOf(refusedFor(said, details))) as Error).toHaveProperty('message', expected)
})

test.each([
  ['a page', '<h1>Bad Gateway</h1>'],
  ['nothing', ''],
  ['JSON of another shape', '{"error":"down"}'],
  ['null', 'null'],
  ['fields of other types', '{"error":{"code":7,"message":{},"request_id":[],"details":"x"}}'],
])('%s from a proxy is an error without a code', async (_, text) => {
  const error = await failureOf(() => new Response(text, { status: 502, headers: { 'Request-Id': 'req_2' } }))
  expect(error).toBeInstanceOf(sdk.InternalServerError)
  expect(error).toMatchObject({ status: 502, code: undefined, requestId: 'req_2', details: [] })
  expect((error as Error).message).toContain('502')
})

test('a failure of the network says what failed and keeps its cause', async () => {
  const error = await failureOf(disconnect)
  expect(error).toBeInstanceOf(sdk.APIConnectionError)
  expect(error).not.toBeInstanceOf(sdk.APITimeoutError)
  expect(error).toMatchObject({
    message: 'The service could not be reached: connect ECONNREFUSED 127.0.0.1:4000',
    cause: { message: 'fetch failed' },
  })
})

test('a host of several addresses that all refuse is told by the code, as Node gives no message', async () => {
  const error = await failureOf(() => {
    throw new TypeError('fetch failed', {
      cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    })
  })
  expect((error as Error).message).toBe('The service could not be reached: ECONNREFUSED')
})

test('a real refused connection is told the same way', async () => {
  const { client, close } = await serve(() => expect.fail('It is closed.'), { maxRetries: 0 })
  await close()
  await expect(client.messages.list()).rejects.toThrow(/ECONNREFUSED/)
})

test('a reply that is not JSON points to the address', async () => {
  const error = await failureOf(() => new Response('<html>'))
  expect(error).toBeInstanceOf(sdk.APIConnectionError)
  expect((error as Error).message).toContain('baseURL')
  expect((error as Error).cause).toBeInstanceOf(SyntaxError)
})

test('what cannot be written as JSON is an error of this package too', async () => {
  const { client, seen } = clientOf([json({})])
  const subject = 1n as unknown as string
  await expect(client.messages.send({ ...letter, subject })).rejects.toBeInstanceOf(sdk.PostsealError)
  expect(seen).toHaveLength(0)
})

test('an error says how often its call was made again, and so does each request', async () => {
  skipWaits()
  const { client, seen } = clientOf([disconnect], { maxRetries: 2 })
  await expect(client.messages.list()).rejects.toMatchObject({ retryCount: 2 })
  expect(seen.map(({ headers }) => headers.get('X-Postseal-Retry-Count'))).toEqual(['0', '1', '2'])
  await expect(clientOf([refusal(404, 'not_found')]).client.messages.list()).rejects.toMatchObject({
    retryCount: 0,
  })
  await expect(client.messages.retrieve('')).rejects.not.toHaveProperty('retryCount')
})

test('the end of AbortSignal.timeout() is a time-out, and one of another signal is not', async () => {
  const hanging: Turn = () => new Promise<never>(() => {})
  const { client, seen } = clientOf([hanging], { maxRetries: 5 })
  // As AbortSignal.timeout() does it when its time is over.
  const controller = new AbortController()
  const { signal } = controller
  setImmediate(() => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')))
  for (const given of [signal, AbortSignal.any([signal]), signal]) {
    const call = client.messages.list({}, { signal: given })
    await expect(call).rejects.toBeInstanceOf(sdk.APITimeoutError)
    await expect(call).rejects.toMatchObject({ cause: signal.reason as unknown })
  }
  expect(seen.length).toBeLessThanOrEqual(1)
  await expect(client.messages.waitUntilSettled('msg_1', { signal })).rejects.toBeInstanceOf(
    sdk.APITimeoutError,
  )
  const left = client.messages.list({}, { signal: AbortSignal.abort() })
  await expect(left).rejects.toBeInstanceOf(sdk.APIUserAbortError)
})
