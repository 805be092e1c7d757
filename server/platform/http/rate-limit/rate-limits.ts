import type { Logger } from 'pino'
import { Counter as Metric, type Registry } from 'prom-client'
import type { Config } from '../../config/config.js'
import type { FindLimits } from '../../db/workspace-limits.js'
import type { PolicyName } from '../operation/contract.js'
import { memoryCounter, type Count, type Counter, type Quota } from './counter.js'

/** The service's rate limits, one for each policy of the contract. */
export interface RateLimits {
  readonly quotas: Readonly<Record<PolicyName, Quota>>
  /** Counts some units for a subject under a policy, all or none. Tells the subject's own maximum as well. */
  take(policy: PolicyName, subject: string, units: number): Promise<Count & { readonly max: number }>
  /** Takes one unit back that was counted for a subject of another policy than `sends`. */
  giveBack(policy: Exclude<PolicyName, 'sends'>, subject: string): Promise<Count>
  /** The test mails of campaigns, by workspace. */
  readonly testMails: Counter
  /** The invitations of users, by workspace. */
  readonly invitations: Counter
  /** What comes to receivers of webhooks, by receiver. */
  readonly received: Counter
  close(): void
}

type Settings = Pick<Config, 'sendsPerMinute' | 'requestsPerMinute' | 'redisUrl' | 'rateLimits'>

/** The window of sign-ins, as the contract has it. */
const signInWindowSeconds = 900

/** As many test mails of campaigns a workspace sends in an hour. */
export const testMailQuota: Quota = { max: 20, windowSeconds: 3600 }

/** As many users a workspace invites by mail in an hour. */
export const invitationQuota: Quota = { max: 100, windowSeconds: 3600 }

/** As many requests a receiver of webhooks takes in a minute. */
export const receivedQuota: Quota = { max: 120, windowSeconds: 60 }

/**
 * In memory, or in Redis where there is one for all processes to count together.
 *
 * @param findLimits what the operator allows a workspace, which is the subject of `sends`
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
  /** Those of the maxima that operators have set, which are few. */
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

/** Its client is loaded by those who have a Redis only. */
async function countersOfRedis(url: string, log: Logger) {
  const { redisCounters } = await import('./redis-counter.js')
  return redisCounters(url, log)
}
