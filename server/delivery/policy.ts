import type { DeliveryConfig } from '../config.js'
import type { BounceClass } from './bounce/classify.js'
import type { SmtpFailure, SmtpResult } from './smtp/result.js'

/** What to do about the result of an attempt. All rules about errors are here. */
export type Verdict = Judged & (Ended | Deferred)

interface Judged {
  readonly error: string | null
  /** Why, where it was not delivered. */
  readonly class: BounceClass | null
  /**
   * What it says about the recipient's address: `hard` that there is no such mailbox, `soft` that this mailbox could not
   * take the message. Null where it is not the address's fault, or the delivery is tried again.
   */
  readonly addressFault: 'hard' | 'soft' | null
}

interface Ended {
  readonly status: 'delivered' | 'bounced' | 'failed'
}

interface Deferred {
  readonly status: 'deferred'
  readonly retryAt: Date
}

export interface AttemptFacts {
  readonly result: SmtpResult
  /** The attempts before this one. */
  readonly attempts: number
  /** When the delivery was first tried. How long it had waited before, for its schedule or a halt, is no matter. */
  readonly firstAttemptAt: Date
  readonly now: Date
}

/**
 * 2xx is a delivery and 5xx a refusal for good (RFC 5321, section 4.2.1); so is what this side finds impossible.
 * Everything else, a broken connection included, is tried again until the time is up. Where a connection broke after
 * the data nobody knows whether the message arrived: it goes again, with the same Message-ID.
 */
export function judge(
  facts: AttemptFacts,
  config: DeliveryConfig,
  random: () => number = Math.random,
): Verdict {
  const { result } = facts
  if (result.reply !== undefined && result.reply.code < 300)
    return { ...nobodysFault, status: 'delivered', error: null }
  if (result.reply !== undefined && result.reply.code >= 500)
    return { ...nobodysFault, status: 'bounced', error: null }

  if (result.reply === undefined && isFinal(result.failure))
    return { ...nobodysFault, status: 'failed', error: result.error }

  const error = result.reply === undefined ? errorText(result.error, result.step === 'end') : null
  const retryAt = new Date(facts.now.getTime() + backoffMs(facts.attempts, config.backoffSeconds, random))
  if (retryAt.getTime() > facts.firstAttemptAt.getTime() + config.giveUpSeconds * 1000) {
    const hours = Math.round(config.giveUpSeconds / 3600)
    return {
      ...nobodysFault,
      status: 'failed',
      error: `Not delivered within ${hours} hours${error === null ? '' : `: ${error}`}`,
    }
  }
  return { ...nobodysFault, status: 'deferred', error, retryAt }
}

const nobodysFault = { class: null, addressFault: null } as const

/** Whether another attempt would end the same. Nobody refused it, so the recipient has not bounced. */
function isFinal(failure: SmtpFailure): boolean {
  return failure === 'unsupported' || failure === 'content_gone'
}

function errorText(error: string, afterData: boolean): string {
  return afterData ? `${error} (after the data: it may have arrived and is sent again)` : error
}

/** The wait after an attempt, give or take a tenth, so that what failed together does not come back together. */
function backoffMs(attempts: number, schedule: readonly number[], random: () => number): number {
  const seconds = schedule[Math.min(attempts, schedule.length - 1)] ?? 60
  return seconds * 1000 * (0.9 + 0.2 * random())
}
