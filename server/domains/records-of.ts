import { expectedRecords } from './check/expected.js'
import type { DomainRecord } from './check/record-check.js'
import { checkedKeys, type KeyLife } from './dkim/key-life.js'
import { recordOf, type DomainRow } from './rows.js'
import type { SendingSetup } from './sending-setup.js'

/**
 * The records to show of a domain: what the last check found, and what is expected of keys that were made since. Before the
 * first check all of them are what is expected.
 *
 * @param keys of this domain
 */
export function recordsOf(
  row: Pick<DomainRow, 'name' | 'checked_at' | 'records'>,
  keys: readonly KeyLife[],
  sendingSetup: SendingSetup,
): DomainRecord[] {
  const expected = expectedRecords({ name: row.name, keys: checkedKeys(keys) }, sendingSetup)
  if (row.checked_at === null) return expected
  const isDkim = ({ kind }: DomainRecord) => kind === 'dkim'
  const records = row.records.map(recordOf)
  const found = records.filter(isDkim)
  return [
    // Of a key that has retired there is a finding, and nothing is expected any more.
    ...expected
      .filter(isDkim)
      .map((each) => found.find(({ selector }) => selector === each.selector) ?? each),
    ...records.filter((each) => !isDkim(each)),
  ]
}
