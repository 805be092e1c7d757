import type { DnsFailure } from '../../dns/resolver.js'
import type { DomainRecord } from './look-at.js'
import { nameIn } from './shown.js'

/** What looking at a record came to. */
export type Verdict = Pick<DomainRecord, 'status' | 'found' | 'problem' | 'advice'> & {
  /** Where the record stands, if not where it was expected. */
  readonly name?: string
}

/** Records as texts, as they were found. */
type Found = readonly string[]

/** As it should be. A remark is no reason to hold anything against the record. */
export function ok(found: Found, remark?: Remark): Verdict {
  return verdict('ok', found, remark)
}

export function missing(problem: string, advice: string): Verdict {
  return verdict('missing', [], { problem, advice })
}

export function wrong(found: Found, problem: string, advice: string): Verdict {
  return verdict('wrong', found, { problem, advice })
}

/** The DNS gave no answer, which says nothing about the record. */
export function unknown({ asked, reason }: DnsFailure, found: Found = []): Verdict {
  const [type = '', name = ''] = asked.split(' ')
  const isLate = reason === 'ETIMEOUT'
  const how = isLate ? 'did not answer in time' : `could not answer (${reason.replace(/^E/, '')})`
  const advice =
    `The DNS ${how} when asked for the ${type} record of ${nameIn(name)}. It is asked again with the ` +
    'next check.'
  return verdict('unknown', found, { problem: isLate ? 'dns_timeout' : 'dns_failure', advice })
}

export function notNeeded(): Verdict {
  return verdict('not_needed', [])
}

export interface Remark {
  readonly problem: string
  readonly advice: string
}

function verdict(status: Verdict['status'], found: Found, remark?: Remark): Verdict {
  return { status, found: [...found], problem: remark?.problem ?? null, advice: remark?.advice ?? null }
}
