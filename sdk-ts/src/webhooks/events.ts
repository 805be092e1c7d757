import type { Event } from '../../../generated/client/index.js'
import type {
  DomainDegradedEvent,
  DomainFailedEvent,
  DomainVerifiedEvent,
  MessageAcceptedEvent,
  MessageBouncedEvent,
  MessageCancelledEvent,
  MessageComplainedEvent,
  MessageDeferredEvent,
  MessageDeliveredEvent,
  MessageFailedEvent,
  MessageScheduledEvent,
  MessageSuppressedEvent,
  MessageUnsubscribedEvent,
  SubscriptionConfirmedEvent,
  SubscriptionRequestedEvent,
  SuppressionAddedEvent,
  WebhookDisabledEvent,
  WebhookTestEvent,
} from '../event-types.js'

/** An event of a type that this version of the package knows; `type` tells what is in its `data`. */
export type KnownEvent =
  | DomainDegradedEvent
  | DomainFailedEvent
  | DomainVerifiedEvent
  | MessageAcceptedEvent
  | MessageBouncedEvent
  | MessageCancelledEvent
  | MessageComplainedEvent
  | MessageDeferredEvent
  | MessageDeliveredEvent
  | MessageFailedEvent
  | MessageScheduledEvent
  | MessageSuppressedEvent
  | MessageUnsubscribedEvent
  | SubscriptionConfirmedEvent
  | SubscriptionRequestedEvent
  | SuppressionAddedEvent
  | WebhookDisabledEvent
  | WebhookTestEvent

/** Stands for each text that is none of the known types. It is there for the compiler alone. */
declare enum NewerType {
  any = 'a type of event that is newer than this package',
}

/**
 * An event of a type that is newer than this package: the list of types grows within version 1. At run time
 * `type` is any text. The compiler takes it for one that no other equals, so that
 * `event.type === 'message.delivered'` leaves one member of the union, a type that is misspelt does not
 * compile, and this is what is left for `default`.
 */
export interface UnknownEvent extends Omit<Event, 'type' | 'environment'> {
  type: NewerType
  /** `live`, `test`, or null where the event is about no project. */
  environment: string | null
}

/** What a webhook brings. */
export type WebhookEvent = KnownEvent | UnknownEvent
