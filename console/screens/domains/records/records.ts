import type { Domain } from 'postseal'
import { namesLocalhost } from '../../../../base/addresses/localhost.js'

export type DomainRecord = Domain['records'][number]

/** Kinds of records that are published below the operator's return path, and not below the domain. */
const operators: ReadonlySet<string> = new Set(['spf', 'return_path_mx', 'dmarc_reports'])

/** Tells whether the operator of the service publishes a record, and not the owner of the domain. */
export function isOperators({ kind }: DomainRecord): boolean {
  return operators.has(kind)
}

/** Tells whether a record is needed and not published correctly. */
export function isOutstanding({ status }: DomainRecord): boolean {
  return status !== 'ok' && status !== 'not_needed'
}

/**
 * Tells whether a record must not be published yet: it would name this service, whose name is `localhost` or below it
 * as long as it has no public URL, so that reports and bounces would go nowhere.
 */
export function isHeldBack(record: DomainRecord): boolean {
  if (!isOutstanding(record)) return false
  return namesLocalhost(record.name) || (record.expected !== null && namesLocalhost(record.expected))
}

/**
 * Returns the value of a record: what to publish, or what is published where that will do as well. A stricter policy
 * that is found must not be replaced by the one that a new domain begins with.
 *
 * @returns null where the reader or the operator decides what to publish
 */
export function valueOf({ status, expected, found }: DomainRecord): string | null {
  if (status !== 'ok' || (expected !== null && found.includes(expected))) return expected
  return found[0]?.replace(/\.$/, '') ?? expected
}

/** Returns the advice on a record; null where it would have somebody publish a name of this machine. */
export function adviceOn({ advice }: DomainRecord): string | null {
  return advice !== null && namesLocalhost(advice) ? null : advice
}

/** Returns the records that verifying a domain takes. One that is not needed here is none of them. */
export function requiredOf({ records }: Domain): DomainRecord[] {
  return records.filter(({ need, status }) => need === 'required' && status !== 'not_needed')
}

/** Returns the records that are required to verify a domain and are not published correctly. */
export function lackingOf(domain: Domain): DomainRecord[] {
  return requiredOf(domain).filter(isOutstanding)
}
