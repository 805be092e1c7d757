import type { Domain } from 'postseal'

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

/** Returns the records that are required to verify a domain and are not published correctly. */
export function lackingOf({ records }: Domain): DomainRecord[] {
  return records.filter((record) => record.need === 'required' && isOutstanding(record))
}
