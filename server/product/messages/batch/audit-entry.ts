import type { components } from '../../../../generated/api-types.js'
import type { AuditEntry } from '../../../platform/audit/entry.js'

/**
 * Returns what the audit log says of a batch: how many of its items were accepted now. There is nothing to say where
 * all of its items were accepted before.
 */
export function entryOfBatch(
  entry: AuditEntry,
  { data, rejected }: components['schemas']['BatchResult'],
): { readonly lateEntry?: AuditEntry } {
  const count = data.filter((item) => item.status === 'accepted' && item.replayed !== true).length
  if (count > 0) return { lateEntry: { ...entry, status: 200, count } }
  return rejected === 0 ? {} : { lateEntry: { ...entry, outcome: 'refused', status: 200, count } }
}
