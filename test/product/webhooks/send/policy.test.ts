import { expect, test } from 'vitest'
import { defaultWebhooks } from '../../../../server/platform/config/defaults.js'
import { judgeWebhook, saysGone, signalOf } from '../../../../server/product/webhooks/policy.js'
import type { SendResult } from '../../../../server/product/webhooks/send/webhook.js'

/** Tests the fate of a delivery by its endpoint's answer: the promises of the contract, in numbers. */

const promised = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]

type Code = NonNullable<SendResult['error']>['code']

function answered(
  status: number | null,
  code: Code | null,
  retryAfterSeconds: number | null = null,
): SendResult {
  const error = code && { code, message: 'It failed.' }
  return {
    at: new Date(),
    header: null,
    status,
    durationMs: 12,
    error,
    responseBody: null,
    retryAfterSeconds,
  }
}
const unavailable = answered(503, 'refused')
const verdict = (result: SendResult, attempts = 0, random = 0.5) =>
  judgeWebhook({ result, attempts, eventType: 'message.delivered' }, defaultWebhooks, () => random)

test('the waits are the promised ones, a fifth sooner or later at most, and the eighth failure is the last', () => {
  promised.forEach((seconds, attempts) => {
    expect(verdict(unavailable, attempts)).toEqual({ outcome: 'retry', afterSeconds: seconds })
    for (const [random, factor] of [
      [0, 0.8],
      [0.25, 0.9],
      [1, 1.2],
    ] as const) {
      const { afterSeconds } = verdict(unavailable, attempts, random) as { afterSeconds: number }
      expect(afterSeconds).toBeCloseTo(seconds * factor, 6)
    }
  })
  expect(verdict(unavailable, 7)).toEqual({ outcome: 'dead_letter' })
  expect(verdict(unavailable, 8)).toEqual({ outcome: 'dead_letter' })
})

test('without being told otherwise, chance decides', () => {
  const waits = Array.from({ length: 50 }, () =>
    judgeWebhook({ result: unavailable, attempts: 1, eventType: 'message.bounced' }, defaultWebhooks),
  ).map((verdict) => (verdict as { afterSeconds: number }).afterSeconds)
  expect(new Set(waits).size).toBeGreaterThan(10)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(240)
  expect(Math.max(...waits)).toBeLessThanOrEqual(360)
})

test.each([
  [0, 300],
  [299, 300],
  [300, 300],
  [301, 301],
  [599.5, 599.5],
  [600, 600],
  [601, 600],
  [1e9, 600],
])('Retry-After of %s seconds is kept to within the wait and twice the wait: %s', (asked, seconds) => {
  const wanted = { outcome: 'retry', afterSeconds: seconds }
  expect(verdict(answered(429, 'refused', asked), 1, 0)).toEqual(wanted)
  expect(verdict(answered(503, 'refused', asked), 1, 1)).toEqual(wanted)
})

test('a Retry-After gives no attempt more than there are', () => {
  expect(verdict(answered(503, 'refused', 60), 7)).toEqual({ outcome: 'dead_letter' })
})

test('what went well is delivered, however often it was tried', () => {
  for (const attempts of [0, 3, 7, 12]) {
    expect(verdict(answered(204, null), attempts)).toEqual({ outcome: 'delivered' })
  }
})

test('an endpoint that is gone ends the delivery at once, and nothing else says so', () => {
  expect(verdict(answered(410, 'gone'))).toEqual({ outcome: 'failed' })
  expect(saysGone(answered(410, 'gone'))).toBe(true)
  for (const status of [200, 301, 400, 404, 409, 411, 500]) {
    expect(saysGone(answered(status, status === 200 ? null : 'refused'))).toBe(false)
  }
})

test('a test has one attempt', () => {
  const of = (result: SendResult) =>
    judgeWebhook({ result, attempts: 0, eventType: 'webhook.test' }, defaultWebhooks).outcome
  expect(of(unavailable)).toBe('failed')
  expect(of(answered(null, 'timed_out'))).toBe('failed')
  expect(of(answered(429, 'refused', 5))).toBe('failed')
  expect(of(answered(200, null))).toBe('delivered')
})

test.each([
  [answered(200, null), 'success'],
  [answered(299, null), 'success'],
  [answered(302, 'redirected'), 'alive'],
  [answered(400, 'refused'), 'alive'],
  [answered(410, 'gone'), 'alive'],
  [answered(500, 'refused'), 'alive'],
  [answered(502, 'refused'), 'alive'],
  [answered(429, 'refused'), 'overload'],
  [answered(503, 'refused'), 'overload'],
  [answered(null, 'timed_out'), 'failure'],
  [answered(null, 'connection_failed'), 'failure'],
  [answered(null, 'connection_lost'), 'failure'],
  [answered(null, 'dns_failed'), 'failure'],
  [answered(null, 'tls_failed'), 'failure'],
  [answered(null, 'address_refused'), 'failure'],
  [answered(null, 'invalid_response'), 'failure'],
] as const)('%o is a sign of %s', (result, sign) => {
  expect(signalOf(result)).toBe(sign)
})
