import { fromTypeId, timeOf } from '../../../../platform/db/ids.js'
import type { Subjects } from '../subjects.js'

interface ContactEvent {
  readonly at: string
  readonly data: { readonly contact_id: string; readonly email: string }
  readonly subjects: Subjects
}

/**
 * Returns the data of a changed contact. Its names are the properties `first_name` and `last_name`; without them, the
 * contact's one name is the first name.
 */
export function contactData({ at, data, subjects }: ContactEvent, unsubscribed: boolean) {
  const contact = subjects.contacts.get(data.contact_id)
  const first = textOf(contact?.properties['first_name'])
  const last = textOf(contact?.properties['last_name'])
  const firstName = first ?? (last === undefined ? (contact?.name ?? undefined) : undefined)
  return {
    id: data.contact_id,
    audience_id: '',
    segment_ids: [],
    created_at: timeOf(fromTypeId('con', data.contact_id)).toISOString(),
    updated_at: contact?.updated_at.toISOString() ?? at,
    email: data.email,
    ...(firstName !== undefined && { first_name: firstName }),
    ...(last !== undefined && { last_name: last }),
    unsubscribed,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
