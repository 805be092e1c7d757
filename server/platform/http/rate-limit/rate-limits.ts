import type { Logger } from 'pino'
import { Counter as Metric, type Registry } from 'prom-client'
import type { Config } from '../../config/config.js'
import type { FindLimits } from '../../db/workspace-limits.js'
import type { PolicyName } from '../operation/contract.js'
import { memoryCounter, type Count, type Counter, type Quota } from './counter.js'

/** The service's rate limits, one for each policy of the contract. */
export interface RateLimits {
  readonly quotas: Readonly<Record<PolicyName, Quota>>
  /** Counts some units for a subject under a policy, all or none. Returns the subject's own maximum as well. */
  take(policy: PolicyName, subject: string, units: number): Promise<Count & { readonly max: number }>
  /** Takes back one unit that was counted for a subject of another policy than `sends`. */
  giveBack(policy: Exclude<PolicyName, 'sends'>, subject: string): Promise<Count>
  /** The test mails of campaigns, by workspace. */
  readonly testMails: Counter
  /** The invitations of users, by workspace. */
  readonly invitations: Counter
  /** The units that receivers of webhooks keep, by receiver. */
  readonly received: Counter
  close(): void
}

type Settings = Pick<Config, 'sendsPerMinute' | 'requestsPerMinute' | 'redisUrl' | 'rateLimits'>

/** The window of sign-ins, as the contract has it. */
const signInWindowSeconds = 900

/** The max number of test mails of campaigns that a workspace sends in an hour. */
export const testMailQuota: Quota = { max: 20, windowSeconds: 3600 }

/** The max number of users that a workspace invites by mail in an hour. */
export const invitationQuota: Quota = { max: 100, windowSeconds: 3600 }

/** Units that a request to a receiver of webhooks costs: for itself, and one more for each so many bytes of its body. */
export const receivedUnits = { ofRequest: 10, bytes: 1_000 } as const

/** The max number of units that a receiver of webhooks keeps in a minute: 3,000 small requests, or 30 MB. */
export const receivedQuota: Quota = { max: 30_000, windowSeconds: 60 }

/**
 * Opens the rate limits in memory, or in Redis if there is one for all processes to count together.
 *
 * @param findLimits finds the limits that the operator has set for a workspace, which is the subject of `sends`
 */
export async function openRateLimits(
  config: Settings,
  log: Logger,
  registry: Registry,
  findLimits: FindLimits,
): Promise<RateLimits> {
  const { windowSeconds, checksPerMinute, signIns } = config.rateLimits
  const quotas = {
    sends: { max: config.sendsPerMinute, windowSeconds },
    requests: { max: config.requestsPerMinute, windowSeconds },
    checks: { max: checksPerMinute, windowSeconds },
    sign_ins: { max: signIns, windowSeconds: signInWindowSeconds },
    failed_sign_ins: { max: signIns, windowSeconds: signInWindowSeconds },
  }
  const redis = config.redisUrl === undefined ? undefined : await countersOfRedis(config.redisUrl, log)
  const counterOf = (policy: PolicyName) =>
    redis === undefined ? memoryCounter(quotas[policy]) : redis.counter(policy, quotas[policy])
  const counters = {
    sends: counterOf('sends'),
    requests: counterOf('requests'),
    checks: counterOf('checks'),
    sign_ins: counterOf('sign_ins'),
    failed_sign_ins: counterOf('failed_sign_ins'),
  }
  /** Counters by maximum. Operators have set few different ones. */
  const countersOfSends = new Map<number, Counter>([[quotas.sends.max, counters.sends]])
  const counterFor = (policy: PolicyName, max: number): Counter => {
    if (policy !== 'sends') return counters[policy]
    const quota = { max, windowSeconds }
    const counter = countersOfSends.get(max) ?? redis?.counter('sends', quota) ?? memoryCounter(quota)
    countersOfSends.set(max, counter)
    return counter
  }
  const refused = new Metric({
    name: 'postseal_rate_limited_total',
    help: 'Requests that were refused with 429, by the policy whose limit they met.',
    labelNames: ['policy'],
    registers: [registry],
  })
  return {
    quotas,
    take: async (policy, subject, units) => {
      const own = policy === 'sends' ? (await findLimits(subject)).sends_per_minute : undefined
      const max = own ?? quotas[policy].max
      const count = await counterFor(policy, max).take(subject, units)
      if (!count.fits) refused.inc({ policy })
      return { ...count, max }
    },
    giveBack: (policy, subject) => counters[policy].giveBack(subject),
    testMails: redis?.counter('test_mails', testMailQuota) ?? memoryCounter(testMailQuota),
    invitations: redis?.counter('invitations', invitationQuota) ?? memoryCounter(invitationQuota),
    received: redis?.counter('received', receivedQuota) ?? memoryCounter(receivedQuota),
    close: () => redis?.close(),
  }
}

/** Opens counters in Redis. Only services that have a Redis load its client. */
async function countersOfRedis(url: string, log: Logger) {
  const { redisCounters } = await import('./redis-counter.js')
  return redisCounters(url, log)
}
