import type { Domain } from 'postseal'

export type DomainRecord = Domain['records'][number]

/** The kinds that stand below the operator's return path, and not below the domain. */
const operators: ReadonlySet<string> = new Set(['spf', 'return_path_mx', 'dmarc_reports'])

/** Whether the operator of the service publishes a record, and not the owner of the domain. */
export function isOperators({ kind }: DomainRecord): boolean {
  return operators.has(kind)
}

/** Whether a record is neither there nor uncalled for. */
export function isOutstanding({ status }: DomainRecord): boolean {
  return status !== 'ok' && status !== 'not_needed'
}

/** The records that a domain is not verified without, and that are not there. */
export function lackingOf({ records }: Domain): DomainRecord[] {
  return records.filter((record) => record.need === 'required' && isOutstanding(record))
}
