import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultDelivery } from '../../../server/platform/config/defaults.js'
import { judgeDelivery, type DeliveryVerdict } from '../../../server/product/delivery/policy.js'
import type { SmtpFailure, SmtpResult, SmtpStep } from '../../../server/product/delivery/smtp/result.js'

const replied = (code: number, enhanced_code: string | null = null, step: SmtpStep = 'end'): SmtpResult => ({
  step,
  reply: { code, enhanced_code, text: 'x', host: 'mx:25' },
})
const broken = (step: SmtpStep = 'connect', failure: SmtpFailure = 'cut'): SmtpResult => ({
  step,
  reply: undefined,
  failure,
  error: 'ECONNRESET',
})

function verdictOf(
  result: SmtpResult,
  attempts = 0,
  triedForSeconds = 0,
  random = () => 0.5,
): DeliveryVerdict {
  return judgeDelivery({ result, attempts, triedForSeconds }, defaultDelivery, random)
}

test.each<[string, SmtpResult, DeliveryVerdict['status']]>([
  ['250', replied(250), 'delivered'],
  ['299', replied(299), 'delivered'],
  ['354, which ends nothing', replied(354), 'deferred'],
  ['421', replied(421), 'deferred'],
  ['450', replied(450), 'deferred'],
  ['499', replied(499), 'deferred'],
  ['500', replied(500), 'bounced'],
  ['550', replied(550), 'bounced'],
  ['599', replied(599), 'bounced'],
  ['no reply', broken(), 'deferred'],
  ['no reply after the data', broken('end'), 'deferred'],
])('%s', (_name, result, status) => {
  expect(verdictOf(result).status).toBe(status)
})

test('a delivery and a refusal for good are so whatever the time', () => {
  const longAgo = 1e9
  expect(verdictOf(replied(250), 99, longAgo).status).toBe('delivered')
  expect(verdictOf(replied(550), 99, longAgo).status).toBe('bounced')
})

test('the error says what broke, and that the message may have arrived', () => {
  expect(verdictOf(broken()).error).toBe('ECONNRESET')
  expect(verdictOf(broken('end')).error).toMatch(/ECONNRESET.*may have arrived/)
  expect(verdictOf(replied(451)).error).toBeNull()
})

test('where a server wants a login or TLS the error says what to check', () => {
  const refused = (text: string): SmtpResult => ({
    step: 'mail',
    reply: { code: 550, enhanced_code: '5.7.1', text, host: 'relay:25' },
  })
  expect(verdictOf(refused('Authentication required'))).toMatchObject({
    status: 'deferred',
    class: 'sender_policy',
    error: expect.stringMatching(/check POSTSEAL_TRANSPORT/) as string,
  })
  expect(verdictOf(refused('Sender address rejected'))).toMatchObject({ status: 'bounced', error: null })
})

describe('the wait', () => {
  const waitOf = (attempts: number, random: number) => {
    const verdict = verdictOf(replied(451), attempts, 0, () => random)
    if (verdict.status !== 'deferred') throw new Error(`${verdict.status} after ${attempts} attempts`)
    return verdict.afterSeconds
  }

  test.each(defaultDelivery.backoffSeconds.map((seconds, attempts) => [attempts, seconds]))(
    'after %i earlier attempts is %i s, give or take a tenth',
    (attempts, seconds) => {
      expect(waitOf(attempts, 0.5)).toBeCloseTo(seconds, 3)
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
          const wait = waitOf(attempts, random)
          expect(wait).toBeGreaterThanOrEqual(seconds * 0.9 - 0.001)
          expect(wait).toBeLessThanOrEqual(seconds * 1.1 + 0.001)
        }),
      )
    },
  )

  test('stays at the last one', () => {
    expect(waitOf(50, 0.5)).toBe(defaultDelivery.backoffSeconds.at(-1))
  })
})

describe('giving up', () => {
  // With no jitter the first wait is a minute.
  const edge = (ms: number) => defaultDelivery.giveUpSeconds - 60 - ms / 1000

  test('is not yet where the next attempt is the last that fits', () => {
    expect(verdictOf(replied(451), 0, edge(0)).status).toBe('deferred')
  })
  test('is where the next attempt would come too late', () => {
    expect(verdictOf(replied(451), 0, edge(-1))).toMatchObject({
      status: 'failed',
      error: 'Not delivered within 48 hours',
    })
    expect(verdictOf(broken(), 0, edge(-1)).error).toBe('Not delivered within 48 hours: ECONNRESET')
  })
})

describe('an address that is given up on', () => {
  const late = defaultDelivery.giveUpSeconds

  test.each<[string, SmtpResult, DeliveryVerdict['addressFault']]>([
    ['a mailbox that stayed full', replied(452, '4.2.2', 'rcpt'), 'soft'],
    ['a user who stayed unknown for now', replied(450, '4.1.1', 'rcpt'), 'soft'],
    ['a server that stayed in trouble', replied(451, '4.3.0', 'rcpt'), null],
    ['a refusal before the recipient was named', replied(450, '4.1.1', 'mail'), null],
    ['no connection', broken('connect', 'connect'), null],
    ['TLS that a policy demands', broken('tls', 'tls_policy'), null],
  ])('for %s', (_name, result, fault) => {
    expect(verdictOf(result, 10, late)).toMatchObject({ status: 'failed', addressFault: fault })
    expect(verdictOf(result)).toMatchObject({ status: 'deferred', addressFault: null })
  })
})

test.each<
  [SmtpFailure, DeliveryVerdict['status'], DeliveryVerdict['class'], DeliveryVerdict['addressFault']]
>([
  ['no_such_domain', 'bounced', 'unknown_domain', 'hard'],
  ['null_mx', 'bounced', 'unknown_domain', 'hard'],
  ['dns', 'deferred', 'network', null],
  ['forbidden_address', 'failed', 'network', null],
  ['connect', 'deferred', 'network', null],
  ['tls', 'deferred', 'network', null],
  ['tls_policy', 'deferred', 'network', null],
  ['content_gone', 'failed', null, null],
  ['not_composed', 'deferred', null, null],
])('%s before there is a session', (failure, status, why, addressFault) => {
  expect(verdictOf(broken('resolve', failure))).toMatchObject({ status, class: why, addressFault })
})

test('2xx before the end of the data delivers nothing', () => {
  expect(verdictOf(replied(250, null, 'rcpt')).status).toBe('deferred')
})
