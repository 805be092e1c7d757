import type { operations } from '../../../generated/api-types.js'
import { foldAddress } from '../../../base/addresses/address.js'
import type { Visibility } from '../auth/principal.js'
import { askedValues } from '../http/lists/asked-values.js'
import { isOneOf, type Condition } from '../http/lists/bounded-walk.js'
import { visibleConditions } from '../http/access/visible.js'
import type { EventType } from './event-types.js'

/** The filters of a search among events. */
export type EventFilters = Omit<
  NonNullable<operations['exportEvents']['parameters']['query']>,
  'since' | 'until'
>

/**
 * Returns the conditions of a search on `event`. Only the message and the project have an index, which drives the
 * search: each further index would cost each event that is recorded, and each mail records events. The other filters
 * compare the rows that are walked.
 *
 * @throws ApiError 422 if both one type and several are asked for
 */
export function eventConditions(visibility: Visibility, filters: EventFilters): Condition[] {
  const { types, named, recipient } = followedBy(filters)
  const conditions: Condition[] = []
  const messageId = filters.message_id
  if (messageId !== undefined) {
    const index = { table: 'events', equal: { "(data ->> 'message_id')": messageId }, id: 'id' }
    conditions.push({ sql: `event.data ->> 'message_id' = ?`, values: [messageId], index })
  }
  conditions.push(...visibleConditions(visibility, 'events', 'event'))
  if (types !== undefined) conditions.push(isOneOf('event.type', types))
  if (named !== undefined) conditions.push({ sql: 'event.data @> ?::jsonb', values: [named] })
  if (recipient !== undefined) conditions.push({ sql: isAbout('event', '?::text'), values: [recipient] })
  return conditions
}

/** The values that events are compared with. */
export interface ComparedEvents {
  readonly types: readonly EventType[] | undefined
  /** The members that an event's data has, as JSON, ids in their outside form among them. */
  readonly named: string | undefined
  /** An address in the form of `foldAddress`. */
  readonly recipient: string | undefined
}

/**
 * Returns the values that the filters compare events with.
 *
 * @throws ApiError 422 if both one type and several are asked for
 */
export function followedBy(filters: EventFilters): ComparedEvents {
  const { message_id, campaign_id, automation_id, contact_id, category, recipient } = filters
  const named = Object.entries({ message_id, campaign_id, automation_id, contact_id, category })
  const asked = named.filter(([, value]) => value !== undefined)
  return {
    types: askedValues(['type', 'types'], { one: filters.type, several: filters.types }),
    named: asked.length === 0 ? undefined : JSON.stringify(Object.fromEntries(asked)),
    recipient: recipient === undefined ? undefined : foldAddress(recipient),
  }
}

/**
 * Returns the SQL condition that an event is about mail to an address, or about the person who has the address. The
 * contract says where data has addresses: `recipient`, `email`, or the `email` of `recipients`.
 *
 * @param address SQL of an address in the form of `foldAddress`
 */
export function isAbout(alias: string, address: string): string {
  return `${address} in (
    select lower(about.email) from (
      values (${alias}.data ->> 'recipient'), (${alias}.data ->> 'email')
      union all
      select each.recipient ->> 'email' from jsonb_array_elements(
        case jsonb_typeof(${alias}.data -> 'recipients') when 'array' then ${alias}.data -> 'recipients' else '[]' end
      ) as each (recipient)
    ) as about (email)
  )`
}
