import type { DeliveryAttempt, Message, MessageLog } from 'postseal'
import { wordsOf, type Meaning } from '../../ui/meaning.js'

/** The next step of a message for one recipient, or that there is none. */
export interface Next {
  readonly meaning: Meaning
  readonly title: string
  /** Time that the title is about; undefined if it is about none. */
  readonly at?: string | null
  readonly hint?: string
  /** True if the person will want to know whether and why the address is suppressed. */
  readonly asksWhy?: boolean
}

const waits: Readonly<Record<string, string>> = {
  warm_up: 'The sending IP addresses are new, and have used up their allowance for this provider today.',
  provider: 'The provider accepts nothing from this service’s IP addresses for now.',
  source: 'No sending IP address is usable. The operator finds out why with postseal source list.',
}

const held: Next = {
  meaning: 'busy',
  title: 'Held until the operator releases or drops it',
  hint:
    'The service was restored from a backup, and the mail may have been sent after the backup was made. ' +
    'The operator decides: postseal queue release, or postseal queue drop --held.',
}

/** Returns what comes after the last attempt; undefined if the attempts say all there is. */
export function nextOf(log: MessageLog): Next | undefined {
  const { attempts, waiting_for: wait, next_attempt_at: nextAt } = log
  if (wait === 'release') return held
  if (nextAt !== null) {
    const hint = wait === null ? {} : { hint: waits[wait] ?? wait }
    return { meaning: 'busy', title: `Attempt ${attempts.length + 1} is due`, at: nextAt, ...hint }
  }
  switch (log.status) {
    case 'scheduled':
      return { meaning: 'neutral', title: 'Scheduled', at: log.scheduled_at }
    case 'queued':
    case 'deferred':
      return {
        meaning: 'busy',
        title: `Waiting for the ${attempts.length === 0 ? 'first' : 'next'} attempt…`,
      }
    case 'suppressed': {
      const reason = wordsOf(log.suppression_reason ?? 'suppressed').toLowerCase()
      return { meaning: 'off', title: `Not sent: ${reason}`, asksWhy: true }
    }
    case 'cancelled':
      return { meaning: 'off', title: 'Cancelled', at: log.updated_at }
    case 'bounced':
      return { meaning: 'off', title: 'Not tried again', asksWhy: true }
    case 'failed':
      return { meaning: 'off', title: 'Not tried again' }
    default:
      return undefined
  }
}

/** Names an attempt by its outcome, or the report or decision that stands in place of one. */
export function titleOfAttempt(
  { outcome, via }: Pick<DeliveryAttempt, 'outcome' | 'via'>,
  index: number,
): string {
  if (via === 'dsn') return `${wordsOf(outcome)} (reported later)`
  if (via === null) return 'Given up by the operator'
  return `Attempt ${index + 1}: ${wordsOf(outcome).toLowerCase()}`
}

/**
 * Returns the status of a message with its words: that of its recipient if it has one alone, so that nobody reads
 * "failed" above a bounce. A message of several recipients that reached none of them was not delivered, whatever the
 * reasons.
 *
 * @param logs the deliveries of the message; undefined while they are loading, and empty if they are unknown
 * @returns undefined if it is not known yet
 */
export function statusOfMessage(
  { status, recipients }: Pick<Message, 'status' | 'recipients'>,
  logs: readonly Pick<MessageLog, 'status'>[] | undefined,
): { readonly of: string; readonly words: string } | undefined {
  const [first, ...others] = logs ?? []
  if (first !== undefined && others.length === 0) return { of: first.status, words: wordsOf(first.status) }
  if (logs === undefined && recipients.length === 1) return undefined
  return { of: status, words: status === 'failed' ? 'Not delivered' : wordsOf(status) }
}
