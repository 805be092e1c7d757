import type { OtherEvent } from '../../../generated/client/models.js'
import type { KnownEvent } from './event-types.js'

/** Represents every string that is not a known type. Exists for the compiler only. */
declare enum NewerType {
  any = 'a type of event that is newer than this package',
}

/**
 * An event of a type that is newer than this package, because version 1 of the API can gain event types. At run time
 * `type` is any string. For the compiler, that string differs from every known type. So
 * `event.type === 'message.delivered'` narrows the union to one member, a misspelt type does not compile, and
 * `default` gets `UnknownEvent`.
 */
export interface UnknownEvent extends Omit<OtherEvent, 'type' | 'environment'> {
  type: NewerType
  /** `live`, `test`, or null if the event belongs to no project. */
  environment: string | null
}

/** An event, as webhooks deliver it. */
export type WebhookEvent = KnownEvent | UnknownEvent
