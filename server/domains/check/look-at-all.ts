import type { SendingAddresses, Surroundings } from '../surroundings.js'
import { expectedRecords } from './expected.js'
import type { DomainRecord, LookAt } from './look-at.js'

export function lookAt(surroundings: Surroundings, _addresses: SendingAddresses): LookAt {
  return async (domain, resolver) => {
    const records = await Promise.all(
      expectedRecords(domain, surroundings).map(async (record): Promise<DomainRecord> => {
        try {
          const { records: found } = await resolver.txt(record.name)
          if (found.length === 0)
            return { ...record, found: [], state: 'missing', problem: 'dkim_missing', advice: 'x' }
          const ok = found.includes(record.expected ?? '')
          return {
            ...record,
            found: [...found],
            state: ok ? 'ok' : 'wrong',
            problem: ok ? null : 'dkim_key_mismatch',
            advice: null,
          }
        } catch {
          return { ...record, state: 'unknown', problem: 'dns_failed', advice: 'x' }
        }
      }),
    )
    return { records, dmarcPolicy: null }
  }
}
