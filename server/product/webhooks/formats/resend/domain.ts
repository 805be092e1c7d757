import type { components } from '../../../../../generated/api-types.js'
import { fromTypeId, timeOf } from '../../../../platform/db/ids.js'
import type { Subjects } from '../subjects.js'

type Schemas = components['schemas']

const statuses: Readonly<Record<Schemas['DomainStatus'], string>> = {
  pending: 'pending',
  verified: 'verified',
  degraded: 'partially_failed',
  failed: 'failed',
}

/** Groups of records that Resend has, by the kinds of ours that belong to them. */
const groups: Partial<Record<Schemas['DomainRecordKind'], 'DKIM' | 'SPF'>> = {
  dkim: 'DKIM',
  spf: 'SPF',
  return_path_mx: 'SPF',
  return_path: 'SPF',
}

const recordStatuses: Readonly<Record<Schemas['DomainRecordStatus'], string>> = {
  ok: 'verified',
  not_needed: 'verified',
  missing: 'failed',
  wrong: 'failed',
  unknown: 'temporary_failure',
  unchecked: 'not_started',
}

/** Returns the data of a domain whose status has changed. */
export function domainData({
  data: { domain_id, name, status },
  subjects,
}: {
  readonly data: Schemas['DomainStatusData']
  readonly subjects: Subjects
}) {
  const records = subjects.domains.get(domain_id)?.records ?? []
  return {
    id: domain_id,
    name,
    status: statuses[status],
    created_at: timeOf(fromTypeId('dom', domain_id)).toISOString(),
    region: '',
    records: records.flatMap((record) => {
      const group = groups[record.kind]
      return group === undefined ? [] : recordOf(record, group)
    }),
  }
}

function recordOf({ name, type, expected, status }: Schemas['DomainRecord'], record: 'DKIM' | 'SPF') {
  const [, priority, host] = (type === 'MX' && /^(\d+) (.+)$/.exec(expected ?? '')) || []
  return {
    record,
    name,
    type,
    ttl: 'Auto',
    status: recordStatuses[status],
    value: host ?? expected ?? '',
    ...(priority !== undefined && { priority: Number(priority) }),
  }
}
