import type { OwnDomain, OwnDomains } from '../dmarc/reports/own-domains.js'
import { ReportRefused } from '../dmarc/reports/refused.js'
import type { TlsPolicy, TlsReport } from './read-tls-report.js'

/**
 * The figures of one domain in a report, with equal entries added up: rows of tls_policy_days and tls_failure_days.
 */
export interface Tallied {
  readonly domain: OwnDomain
  readonly policies: Map<string, PolicyCount>
  readonly failures: Map<string, FailureCount>
}

interface PolicyCount extends Pick<TlsPolicy, 'type' | 'domain'> {
  successful: number
  failed: number
}

interface FailureCount {
  readonly policyType: string
  readonly resultType: string
  readonly receivingMx: string
  sessions: number
  readonly addresses: Set<string>
}

/** Most kinds of failure of one domain in a report, and most addresses that are kept of each. */
const max = { failures: 500, addresses: 10 } as const

/**
 * Adds a report up for each domain here that it is about; policies of other domains are passed over.
 *
 * @throws ReportRefused `too_large`
 */
export function tallyReport({ policies }: TlsReport, domains: OwnDomains): Tallied[] {
  const tally = new Map<OwnDomain['id'], Tallied>()
  for (const policy of policies) {
    for (const domain of domains.of(policy.domain)) {
      const own: Tallied = tally.get(domain.id) ?? { domain, policies: new Map(), failures: new Map() }
      tally.set(domain.id, own)
      addPolicy(own, policy)
    }
  }
  return [...tally.values()]
}

function addPolicy(own: Tallied, { type, domain, successful, failed, failures }: TlsPolicy): void {
  const key = JSON.stringify([type, domain])
  const counted = own.policies.get(key) ?? { type, domain, successful: 0, failed: 0 }
  own.policies.set(key, counted)
  counted.successful += successful
  counted.failed += failed
  for (const failure of failures) {
    if (failure.sessions > 0) addFailure(own.failures, type, failure)
  }
}

function addFailure(
  all: Tallied['failures'],
  policyType: string,
  { resultType, receivingMx, address, sessions }: TlsPolicy['failures'][number],
): void {
  const key = JSON.stringify([policyType, resultType, receivingMx])
  const failure = all.get(key) ?? { policyType, resultType, receivingMx, sessions: 0, addresses: new Set() }
  all.set(key, failure)
  if (all.size > max.failures)
    throw new ReportRefused('too_large', `The report has more than ${max.failures} kinds of failure.`)
  failure.sessions += sessions
  if (address !== undefined && failure.addresses.size < max.addresses) failure.addresses.add(address)
}
