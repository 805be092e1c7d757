import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { APIUserAbortError, WaitTimeoutError } from '../../../sdk-ts/src/index.js'
import { clientOf, json, listOf, refusal, type Turn } from '../support.js'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-01-15T08:00:00Z') }))
afterEach(() => vi.useRealTimers())

const message = (status: string, statuses = [status], scheduled_at: string | null = null) => ({
  id: 'msg_1',
  status,
  scheduled_at,
  recipients: statuses.map((status, index) => ({ log_id: `log_${index}`, status })),
})
const logs = { ...listOf(['log_1', 'log_0']), window: {} }

/** Runs `waitUntilSettled` against the given replies, and advances the fake clock far enough for all polls. */
async function wait(turns: Turn[], options: Record<string, unknown> = {}) {
  const { client, seen } = clientOf(turns, { timeout: 100_000, maxRetries: 0 })
  const outcome = client.messages.waitUntilSettled('msg_1', options).then(
    (settled) => ({ settled, error: undefined, ms: Date.now() - begun }),
    (error: unknown) => ({ settled: undefined, error, ms: Date.now() - begun }),
  )
  const begun = Date.now()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(vi.getTimerCount()).toBe(0)
  return { ...(await outcome), seen }
}

test('it asks at growing intervals until nothing is on its way, and returns the logs in the order of recipients', async () => {
  const turns = [
    json(message('scheduled', ['scheduled', 'scheduled'], '2026-01-15T08:00:01Z')),
    json(message('queued', ['queued', 'delivered'])),
    json(message('queued', ['deferred', 'delivered'])),
    json(message('partially_delivered', ['bounced', 'delivered'])),
    json(logs),
  ]
  const { settled, seen, ms } = await wait(turns)
  expect(settled).toMatchObject({
    status: 'partially_delivered',
    recipients: [{ status: 'bounced' }, { status: 'delivered' }],
    logs: [{ id: 'log_0' }, { id: 'log_1' }],
  })
  expect(seen.map(({ url }) => new URL(url).pathname)).toEqual([
    ...Array.from({ length: 4 }, () => '/v1/messages/msg_1'),
    '/v1/message-logs',
  ])
  expect(new URL(String(seen[4]?.url)).searchParams.get('message_id')).toBe('msg_1')
  // 100 + 150 + 225 ms.
  expect(ms).toBe(475)
})

test.each(['delivered', 'partially_delivered', 'failed', 'cancelled', 'teleported'])(
  '%s is settled at once',
  async (status) => {
    const { settled, ms } = await wait([json(message(status, ['delivered'])), json(logs)])
    expect([settled?.status, ms]).toEqual([status, 0])
  },
)

test.each([
  ['a message that is on its way, though no recipient is', message('queued', ['delivered'])],
  ['a message with a recipient that is on its way', message('delivered', ['delivered', 'deferred'])],
])('%s is not settled', async (_, before) => {
  const { settled, seen } = await wait([json(before), json(message('delivered')), json(logs)])
  expect(settled?.recipients).toHaveLength(1)
  expect(seen).toHaveLength(3)
})

test('the intervals are never longer than five seconds', async () => {
  const asked: number[] = []
  const turn = () => {
    asked.push(Date.now())
    return json(message('queued'))()
  }
  await wait([turn], { timeout_ms: 120_000 })
  const gaps = asked.slice(1).map((time, index) => time - (asked[index] ?? 0))
  expect(Math.max(...gaps)).toBe(5000)
  expect(gaps.at(-1)).toBe(5000)
})

describe('it gives up', () => {
  test('after its time, with the message as it was last', async () => {
    const { error, ms } = await wait([json(message('queued', ['queued', 'deferred', 'queued']))], {
      timeout_ms: 1000,
    })
    expect(error).toBeInstanceOf(WaitTimeoutError)
    expect(error).toMatchObject({
      name: 'WaitTimeoutError',
      message: 'The message was not settled within 1000 ms. Its recipients: 2 queued, 1 deferred.',
      lastMessage: { status: 'queued' },
    })
    expect(ms).toBe(1000)
  })

  test('after a minute where nothing else is said, in the middle of a request that hangs as well', async () => {
    const hang: Turn = () => new Promise<Response>(() => {})
    const { error, ms } = await wait([hang])
    expect(error).toMatchObject({ name: 'WaitTimeoutError', lastMessage: undefined })
    expect(ms).toBe(60_000)
  })

  test('at once, where the message is scheduled for later', async () => {
    const { error, ms, seen } = await wait([
      json(message('scheduled', ['scheduled'], '2026-01-16T08:00:00Z')),
    ])
    expect(error).toMatchObject({
      name: 'WaitTimeoutError',
      message: 'The message is scheduled for 2026-01-16T08:00:00Z, which is later than the 60000 ms to wait.',
      lastMessage: { status: 'scheduled' },
    })
    expect([ms, seen.length]).toEqual([0, 1])
  })

  test('when its signal says so, between two requests as well', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('the user left')), 500)
    const { error, ms } = await wait([json(message('queued'))], { signal: controller.signal })
    expect(error).toBeInstanceOf(APIUserAbortError)
    expect(error).toMatchObject({ cause: { message: 'the user left' } })
    expect(ms).toBe(500)
    const before = await wait([json(message('queued'))], { signal: AbortSignal.abort() })
    expect(before.error).toBeInstanceOf(APIUserAbortError)
    expect(before.seen).toHaveLength(0)
  })

  test('where there is no such message, and for every other refusal', async () => {
    const { error, seen } = await wait([refusal(404, 'not_found')])
    expect(error).toMatchObject({ name: 'NotFoundError' })
    expect(seen).toHaveLength(1)
  })

  test.each([0, -1, NaN, Infinity, '1000'])('where the time is %o', async (timeout_ms) => {
    const { error, seen } = await wait([json(message('queued'))], { timeout_ms })
    expect(error).toMatchObject({
      name: 'PostsealError',
      message: expect.stringMatching(/^timeout_ms must be/) as string,
    })
    expect(seen).toHaveLength(0)
  })
})

test('a rate limit is waited for as the service asks, and told where it takes too long', async () => {
  const limited = refusal(429, 'rate_limited', { 'Retry-After': '30' })
  const passed = await wait([limited, json(message('delivered')), json(logs)])
  expect(passed.settled?.status).toBe('delivered')
  expect(passed.ms).toBe(30_000)
  const { error, ms } = await wait([limited], { timeout_ms: 20_000 })
  expect(error).toMatchObject({ name: 'WaitTimeoutError', cause: { name: 'RateLimitError' } })
  expect(ms).toBe(20_000)
  // Once a reply has come, the rate limit is no reason any more.
  const after = await wait([limited, json(message('queued'))], { timeout_ms: 31_000 })
  expect(after.error).toMatchObject({ name: 'WaitTimeoutError', cause: undefined })
  expect(after.seen.length).toBeGreaterThan(3)
})

test('each request is made as the options say', async () => {
  const { seen } = await wait([json(message('delivered')), json(logs)], { headers: { 'X-Trace': 'abc' } })
  expect(seen.map(({ headers }) => headers.get('X-Trace'))).toEqual(['abc', 'abc'])
})
