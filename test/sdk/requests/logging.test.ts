import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Postseal, type ClientOptions, type Logger, type LogLevel } from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, letter, listOf, refusal, skipWaits, type Turn } from '../support.js'

type Line = [level: string, message: string, details: any]

function clientThatLogs(logLevel: LogLevel | undefined, turns: Turn[], options: ClientOptions = {}) {
  const lines: Line[] = []
  const write = (level: string) => (message: string, details?: unknown) =>
    void lines.push([level, message, details])
  const logger: Logger = {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
  }
  return { lines, ...clientOf(turns, { logger, logLevel, ...options }) }
}

const accepted = json({ id: 'msg_1' }, 202, { 'Request-Id': 'req_7' })
const ending = {
  Deprecation: '@1767225600',
  Sunset: 'Wed, 01 Jul 2026 00:00:00 GMT',
  Link: '<https://mail.example/docs>; rel="deprecation"',
}

describe('debug tells', () => {
  test('each attempt, its outcome and the wait before the next', async () => {
    skipWaits()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const turns = [disconnect, refusal(503, 'unavailable', { 'Request-Id': 'req_6' }), accepted]
    const { client, lines } = clientThatLogs('debug', turns)
    await client.messages.send(letter)
    expect(lines.map(([level, message]) => `${level} ${message}`)).toEqual([
      'debug postseal: POST /v1/messages begins',
      'debug postseal: POST /v1/messages failed: no connection',
      'info postseal: POST /v1/messages will be retried in 0.5 s: no connection',
      'debug postseal: POST /v1/messages begins',
      'debug postseal: POST /v1/messages answered 503',
      'info postseal: POST /v1/messages will be retried in 1.0 s: status 503',
      'debug postseal: POST /v1/messages begins',
      'debug postseal: POST /v1/messages answered 202',
    ])
    const call = { operation: 'sendMessage', method: 'POST', path: '/v1/messages' }
    const ms = expect.any(Number) as number
    expect(lines.map(([, , details]) => details)).toEqual([
      { ...call, attempt: 1 },
      { ...call, outcome: 'no connection', ms, attempt: 1 },
      { ...call, reason: 'no connection', seconds: 0.5, attempt: 1 },
      { ...call, attempt: 2 },
      { ...call, status: 503, requestId: 'req_6', ms, attempt: 2 },
      { ...call, reason: 'status 503', seconds: 1, attempt: 2 },
      { ...call, attempt: 3 },
      { ...call, status: 202, requestId: 'req_7', ms, attempt: 3 },
    ])
  })

  test('why there was no reply, as far as the system says', async () => {
    const refused = () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
    }
    const { client, lines } = clientThatLogs('debug', [refused], { maxRetries: 0 })
    const hanging = clientThatLogs('debug', [() => new Promise<Response>(() => undefined)])
    await expect(client.messages.list()).rejects.toThrow()
    await expect(hanging.client.messages.list({}, { timeout: 1, maxRetries: 0 })).rejects.toThrow()
    await expect(client.messages.list({}, { signal: AbortSignal.abort() })).rejects.toThrow()
    const outcomes = [...lines, ...hanging.lines].map(([, , details]) => details.outcome).filter(Boolean)
    expect(outcomes).toEqual(['no connection, ECONNREFUSED', 'aborted', 'timeout'])
  })

  test('no key, header, body, or value of a query', async () => {
    skipWaits()
    const recipient = 'ada+secret@example.com'
    const leaky = () => {
      throw new TypeError(`Failed to fetch https://mail.example/v1/message-logs?recipient=${recipient}`)
    }
    const turns = [leaky, refusal(503, 'x-body-x', { 'X-Reply': 'x-reply-x' }), json(listOf([]))]
    const options = { apiKey: 'pk_test_x', defaultHeaders: { 'X-Shop': 'x-default-x' } }
    const { client, lines } = clientThatLogs('debug', turns, options)
    await client.messageLogs.list({ recipient }, { headers: { 'X-Trace': 'x-header-x' } })
    await client.messages.send(letter, { idempotencyKey: 'x-idempotency-x' })
    await client.messages.retrieve('ada@example.com')
    const text = inspect(lines, { depth: 20 })
    expect(text).toContain('/v1/message-logs')
    expect(text).toContain('GET /v1/messages/* answered 200')
    for (const secret of ['pk_test_x', 'ada', 'x-', 'no-reply', letter.subject, 'recipient=']) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('a reply that announces the end of its operation', () => {
  test('is told once per operation and client, whatever the ids', async () => {
    const { client, lines } = clientThatLogs(undefined, [json(listOf([]), 200, ending)])
    await client.messages.retrieve('msg_1')
    await client.messages.retrieve('msg_2')
    await client.messages.list()
    const told = () => lines.map(([level, message]) => `${level} ${message}`)
    const end = 'is deprecated and ends on Wed, 01 Jul 2026 00:00:00 GMT'
    expect(told()).toEqual([
      `warn postseal: GET /v1/messages/msg_1 ${end}`,
      `warn postseal: GET /v1/messages ${end}`,
    ])
    expect(lines[0]?.[2]).toMatchObject({
      operation: 'retrieveMessage',
      deprecation: ending.Deprecation,
      sunset: ending.Sunset,
      link: ending.Link,
    })
    await client.withOptions({}).messages.list()
    expect(lines).toHaveLength(3)
  })

  test('is told of a refusal too, and without a date where there is none', async () => {
    const turn = refusal(404, 'not_found', { Deprecation: '@1767225600' })
    const { client, lines } = clientThatLogs(undefined, [turn])
    await expect(client.messages.retrieve('msg_1')).rejects.toThrow()
    expect(lines.map(([, message]) => message)).toEqual(['postseal: GET /v1/messages/msg_1 is deprecated'])
  })
})

describe('the level', () => {
  test.each<[LogLevel | undefined, string[]]>([
    ['off', []],
    ['error', []],
    [undefined, ['warn']],
    ['warn', ['warn']],
    ['info', ['info', 'warn']],
    ['debug', ['debug', 'debug', 'info', 'debug', 'debug', 'warn']],
  ])('%s lets pass %j', async (level, expected) => {
    skipWaits()
    const turns = [refusal(503, 'unavailable'), json(listOf([]), 200, ending)]
    const { client, lines } = clientThatLogs(level, turns)
    await client.messages.list()
    expect(lines.map(([level]) => level)).toEqual(expected)
  })

  test('is that of POSTSEAL_LOG, unless the options have one', async () => {
    vi.stubEnv('POSTSEAL_LOG', 'debug')
    onTestFinished(() => void vi.unstubAllEnvs())
    const byEnvironment = clientThatLogs(undefined, [accepted])
    const byOption = clientThatLogs('warn', [accepted])
    await byEnvironment.client.messages.list()
    await byOption.client.messages.list()
    expect([byEnvironment.lines.length, byOption.lines.length]).toEqual([2, 0])
    vi.stubEnv('POSTSEAL_LOG', '')
    const unset = clientThatLogs(undefined, [json(listOf([]), 200, ending)])
    await unset.client.messages.list()
    expect(unset.lines).toHaveLength(1)
    vi.stubEnv('POSTSEAL_LOG', 'loud')
    expect(() => new Postseal({ apiKey: 'pk_test_1' })).toThrow(/POSTSEAL_LOG.*loud/)
  })

  test('that there is not is refused', () => {
    expect(() => new Postseal({ apiKey: 'pk_test_1', logLevel: 'trace' as LogLevel })).toThrow(/logLevel/)
  })
})

test('the console is written to where there is no logger', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  await clientOf([json(listOf([]), 200, ending)]).client.messages.list()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('a logger that fails does not fail a call, and keeps its own this', async () => {
  class Broken {
    readonly told: string[] = []
    error = (): void => undefined
    warn = (): void => undefined
    info = (): void => undefined
    debug(message: string): void {
      this.told.push(message)
      throw new Error('The disk is full.')
    }
  }
  const logger = new Broken()
  const { client, seen } = clientOf([accepted], { logger, logLevel: 'debug' })
  expect(await client.messages.send(letter)).toEqual({ id: 'msg_1' })
  expect([seen.length, logger.told.length]).toEqual([1, 2])
})
