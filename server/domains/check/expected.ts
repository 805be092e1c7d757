import { dkimRecord } from '../dkim/dns-record.js'
import type { Surroundings } from '../surroundings.js'
import type { CheckedDomain, DomainRecord } from './look-at.js'

export function expectedRecords(domain: CheckedDomain, _surroundings: Surroundings): DomainRecord[] {
  return domain.keys.map((key) => {
    const { name, value } = dkimRecord({ ...key, domain: domain.name })
    return {
      kind: 'dkim',
      need: key.state === 'active' ? 'required' : 'recommended',
      type: 'TXT',
      name,
      selector: key.selector,
      expected: value,
      found: [],
      state: 'unchecked',
      problem: null,
      advice: 'Publish this record, then have the domain checked.',
    }
  })
}
