import type { components } from '../../../../../generated/api-types.js'
import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import type { SubscriptionStatus } from '../../../audience/subscriptions/subscription-rows.js'
import { fromTypeId, minUuidAt, type Uuid } from '../../../../platform/db/ids.js'
import { foldAddress, normalizeAddress } from '../../../../../base/addresses/address.js'
import type { AutomationRow } from '../automation-rows.js'

type Schemas = components['schemas']

/** An event that a contact has in a simulation. */
export interface SimulatedEvent {
  readonly name: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** A subscription in the state in which a simulation has left it. */
export interface SimulatedSubscription {
  readonly status: SubscriptionStatus
  /** Time of its last change. */
  readonly at: Date
}

/** A contact in a simulation, which changes and is never stored. */
export interface SimulatedContact {
  /** True if the contact exists, with events, subscriptions and mail of its own. */
  readonly isReal: boolean
  row: ContactRow
  /** Events that the request gave, and that steps have recorded. A real contact has its own events besides. */
  readonly events: SimulatedEvent[]
  /** Changed subscriptions by list. On the other lists a real contact has its own. */
  readonly subscriptions: Map<Uuid, SimulatedSubscription>
}

/** Makes the simulated contact of an existing one. */
export function realContact(row: ContactRow, events: readonly SimulatedEvent[]): SimulatedContact {
  return { isReal: true, row, events: [...events], subscriptions: new Map() }
}

/** Makes a contact that does not exist. It counts as created when the simulation starts. */
export function inventedContact(
  { workspace_id, project_id, environment }: AutomationRow,
  given: Schemas['SimulatedContact'],
  events: readonly SimulatedEvent[],
  start: Date,
): SimulatedContact {
  const row: ContactRow = {
    workspace_id,
    id: minUuidAt(start),
    project_id,
    environment,
    email: normalizeAddress(given.email),
    address: foldAddress(given.email),
    name: given.name ?? null,
    properties: withoutNulls(given.properties ?? {}),
    unsubscribed_at: given.unsubscribed === true ? start : null,
    updated_at: start,
  }
  const before = new Date(start.getTime() - 1)
  const confirmed = (given.confirmed_lists ?? []).map(
    (id) => [fromTypeId('lst', id), { status: 'confirmed', at: before }] as const,
  )
  return { isReal: false, row, events: [...events], subscriptions: new Map(confirmed) }
}

/** Returns properties as they are stored: null removes one. */
export function withoutNulls(properties: ContactRow['properties']): ContactRow['properties'] {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null))
}
