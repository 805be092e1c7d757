import type { Domain } from 'postseal'
import { isHeldBack, isOperators, isOutstanding, valueOf, type DomainRecord } from './records.js'

/** Records of one zone, which somebody is to publish there. */
export interface ZoneRecords {
  readonly zone: string
  /** True for the return path of the service, which its operator publishes. */
  readonly isOperators: boolean
  readonly records: readonly DomainRecord[]
  /** Records that would name this machine, and have to wait until the service has a public name. */
  readonly heldBack: readonly DomainRecord[]
}

/** Tells whether any record that can be published is not. */
export function isAnyLeft({ records }: Domain): boolean {
  return records.some((record) => isPublishable(record) && isOutstanding(record))
}

/**
 * Returns the records still to be published, by zone: that of the domain, and that of the return path of the service.
 * If none is left to publish, they are all records as they are published.
 */
export function toPublish(domain: Domain): ZoneRecords[] {
  const expected = domain.records.filter(isPublishable)
  const open = expected.filter(isOutstanding)
  const wanted = open.length > 0 ? open : expected
  const held = domain.records.filter(isHeldBack)
  const returnPath = domain.records.find(({ kind }) => kind === 'return_path_mx')?.name ?? ''
  const of = (zone: string, those: (record: DomainRecord) => boolean, operators: boolean): ZoneRecords => ({
    zone,
    isOperators: operators,
    records: wanted.filter(those).map((record) => ({ ...record, expected: valueOf(record) })),
    heldBack: held.filter(those),
  })
  return [of(domain.name, (record) => !isOperators(record), false), of(returnPath, isOperators, true)].filter(
    ({ records }) => records.length > 0,
  )
}

function isPublishable(record: DomainRecord): boolean {
  return valueOf(record) !== null && record.status !== 'not_needed' && !isHeldBack(record)
}
