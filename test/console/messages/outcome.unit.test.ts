import type { MessageLog } from 'postseal'
import { expect, test } from 'vitest'
import { meaningOfClass } from '../../../console/screens/messages/classes.js'
import { nextOf, statusOfMessage, titleOfAttempt } from '../../../console/screens/messages/outcome.js'
import contract from '../../../generated/openapi.json' with { type: 'json' }

/** Holds the words of a message's page against the facts that the API gives. */

const at = '2026-01-14T09:30:00.000Z'
const statuses = contract.components.schemas.RecipientStatus.enum
const classes = contract.components.schemas.BounceClass.enum.filter((name) => name !== null)

/** A log with only the facts that the words depend on. */
function logWith(facts: Partial<MessageLog>): MessageLog {
  const none = { scheduled_at: null, next_attempt_at: null, waiting_for: null, suppression_reason: null }
  return { ...none, status: 'queued', attempts: [], updated_at: at, ...facts } as unknown as MessageLog
}

const attempt = {} as MessageLog['attempts'][number]
const promise = /\bdue\b|wait|scheduled/i

test.each([
  [{ status: 'scheduled', scheduled_at: at }, 'Scheduled'],
  [{ status: 'queued' }, 'Waiting for the first attempt…'],
  [{ status: 'queued', attempts: [attempt] }, 'Waiting for the next attempt…'],
  [{ status: 'queued', next_attempt_at: at }, 'Attempt 1 is due'],
  [{ status: 'deferred', next_attempt_at: at, attempts: [attempt] }, 'Attempt 2 is due'],
  [{ status: 'deferred', attempts: [attempt] }, 'Waiting for the next attempt…'],
  [{ status: 'deferred', waiting_for: 'release' }, 'Held until the operator releases or drops it'],
  [{ status: 'bounced', attempts: [attempt] }, 'Not tried again'],
  [{ status: 'failed', attempts: [attempt] }, 'Not tried again'],
  [{ status: 'suppressed', suppression_reason: 'hard_bounce' }, 'Not sent: hard bounce'],
  [{ status: 'cancelled' }, 'Cancelled'],
  [{ status: 'delivered', attempts: [attempt] }, undefined],
] as [Partial<MessageLog>, string | undefined][])('%j: %s', (facts, title) => {
  expect(nextOf(logWith(facts))?.title).toBe(title)
})

test('only mail that will be tried promises a try, whatever its status', () => {
  for (const status of statuses) {
    const isOver = !['scheduled', 'queued', 'deferred'].includes(status)
    const { title = '' } = nextOf(logWith({ status: status, attempts: [attempt] })) ?? {}
    expect(promise.test(title), status).toBe(!isOver)
  }
})

test('each class of refusals is explained, and none says what comes next', () => {
  for (const name of classes) {
    const meaning = meaningOfClass(name)
    expect(meaning ?? '', name).not.toBe('')
    expect(meaning ?? '', name).not.toMatch(/tried again|retr|will be|later|is suppressed/i)
  }
})

test('a report that came later is no attempt, and neither is giving up', () => {
  expect(titleOfAttempt({ outcome: 'bounced', via: 'dsn' }, 1)).toBe('Bounced (reported later)')
  expect(titleOfAttempt({ outcome: 'bounced', via: 'smtp' }, 1)).toBe('Attempt 2: bounced')
  expect(titleOfAttempt({ outcome: 'failed', via: null }, 1)).toBe('Given up by the operator')
})

test('a message of one recipient has the status of its recipient, and another its own', () => {
  const recipients = [{ email: 'ada@shop.example' }] as never
  const two = [{ email: 'ada@shop.example' }, { email: 'bob@shop.example' }] as never
  const message = { status: 'failed', recipients } as const
  for (const status of statuses) {
    expect(statusOfMessage(message, [{ status: status }])?.of).toBe(status)
  }
  expect(statusOfMessage(message, undefined)).toBeUndefined()
  expect(statusOfMessage({ status: 'failed', recipients: two }, undefined)?.words).toBe('Not delivered')
  expect(
    statusOfMessage({ status: 'failed', recipients: two }, [{ status: 'bounced' }, { status: 'suppressed' }]),
  ).toEqual({ of: 'failed', words: 'Not delivered' })
})
