import type {
  Event,
  MessageAcceptedEvent,
  MessageBouncedEvent,
  MessageCancelledEvent,
  MessageComplainedEvent,
  MessageDeferredEvent,
  MessageDeliveredEvent,
  MessageFailedEvent,
  MessageScheduledEvent,
  MessageSuppressedEvent,
  WebhookDisabledEvent,
  WebhookTestEvent,
} from '../../../generated/client/index.js'

/** An event of a type that this version of the package knows; `type` tells what is in its `data`. */
export type KnownEvent =
  | MessageAcceptedEvent
  | MessageBouncedEvent
  | MessageCancelledEvent
  | MessageComplainedEvent
  | MessageDeferredEvent
  | MessageDeliveredEvent
  | MessageFailedEvent
  | MessageScheduledEvent
  | MessageSuppressedEvent
  | WebhookDisabledEvent
  | WebhookTestEvent

declare const newer: unique symbol

/**
 * An event of a type that is newer than this package: the list of types grows within version 1. `type` is a text like
 * any other. Its type here has a mark that no literal has, so that `event.type === 'message.delivered'` leaves one
 * member of the union, a type misspelt does not compile, and this is what is left for `default`.
 */
export interface UnknownEvent extends Omit<Event, 'type' | 'environment'> {
  type: string & { readonly [newer]: true }
  /** `live`, `test`, or null where the event is about no project. */
  environment: string | null
}

/** What a webhook brings. */
export type WebhookEvent = KnownEvent | UnknownEvent
