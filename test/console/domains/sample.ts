import type { Domain } from 'postseal'
import type { components } from '../../../generated/api-types.js'

type DomainRecord = components['schemas']['DomainRecord']

/** Makes a record that is missing, unless told otherwise. */
export function recordOf(fields: Partial<DomainRecord>): DomainRecord {
  return {
    kind: 'dkim',
    need: 'required',
    type: 'TXT',
    name: 'ps1._domainkey.shop.example',
    selector: null,
    expected: 'v=DKIM1; p=abc',
    found: [],
    status: 'missing',
    problem: null,
    advice: null,
    ...fields,
  }
}

/** Makes a domain that has been checked and is pending, unless told otherwise. */
export function domainOf(records: readonly DomainRecord[], fields: Partial<Domain> = {}): Domain {
  return {
    name: 'shop.example',
    status: 'pending',
    vouched: false,
    fails_at: null,
    checked_at: '2026-01-14T09:00:00.000Z',
    dkim_keys: [],
    ...fields,
    records,
  } as unknown as Domain
}
