import type { components } from '../../../generated/api-types.js'
import type { Uuid } from '../db/ids.js'
import type { Environment } from '../auth/principal.js'

type Schemas = components['schemas']

/** Every type of event in the contract, with its envelope and its data, as webhooks get them. */
type KnownEvent =
  | Exclude<Schemas['KnownEvent'], Schemas['RetrievedInboundReceivedEvent']>
  | Schemas['InboundReceivedEvent']

export type EventType = KnownEvent['type']

/**
 * A `Value` that is nullable if, by the contract, events of this type may concern the workspace rather than a
 * project.
 */
type OfProject<Event extends KnownEvent, Value> = null extends Event['project_id'] ? Value | null : Value

/** An event about to be recorded. `data` is in the outside form: it is read and delivered as it is stored. */
export type NewEvent = {
  [Event in KnownEvent as Event['type']]: {
    readonly id: Uuid
    readonly projectId: OfProject<Event, Uuid>
    readonly environment: OfProject<Event, Environment>
    readonly type: Event['type']
    readonly data: Event['data']
  }
}[EventType]

/** The data of each type of event, by the contract. */
export type EventData = { [Event in KnownEvent as Event['type']]: Event['data'] }
