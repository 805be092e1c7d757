import type * as wire from '../../generated/client/index.js'
import type { Open } from './open.js'

/** Opens each member of a union of events to newer values. The members' `type` stays as it is, to tell them apart. */
type OpenEvent<E extends { type: string }> = E extends unknown
  ? { [Field in keyof E]: Field extends 'type' ? E[Field] : Open<E[Field]> }
  : never

/** An event of a type that this version of the package knows; `type` determines the shape of `data`. */
export type KnownEvent = OpenEvent<wire.KnownEvent>

export type DomainDegradedEvent = OpenEvent<wire.DomainDegradedEvent>
export type DomainFailedEvent = OpenEvent<wire.DomainFailedEvent>
export type DomainVerifiedEvent = OpenEvent<wire.DomainVerifiedEvent>
export type MessageAcceptedEvent = OpenEvent<wire.MessageAcceptedEvent>
export type MessageBouncedEvent = OpenEvent<wire.MessageBouncedEvent>
export type MessageCancelledEvent = OpenEvent<wire.MessageCancelledEvent>
export type MessageComplainedEvent = OpenEvent<wire.MessageComplainedEvent>
export type MessageDeferredEvent = OpenEvent<wire.MessageDeferredEvent>
export type MessageDeliveredEvent = OpenEvent<wire.MessageDeliveredEvent>
export type MessageFailedEvent = OpenEvent<wire.MessageFailedEvent>
export type MessageScheduledEvent = OpenEvent<wire.MessageScheduledEvent>
export type MessageSuppressedEvent = OpenEvent<wire.MessageSuppressedEvent>
export type MessageUnsubscribedEvent = OpenEvent<wire.MessageUnsubscribedEvent>
export type SubscriptionConfirmedEvent = OpenEvent<wire.SubscriptionConfirmedEvent>
export type SubscriptionRequestedEvent = OpenEvent<wire.SubscriptionRequestedEvent>
export type SuppressionAddedEvent = OpenEvent<wire.SuppressionAddedEvent>
export type WebhookDisabledEvent = OpenEvent<wire.WebhookDisabledEvent>
export type WebhookTestEvent = OpenEvent<wire.WebhookTestEvent>

// What they are made of.
export type ComplaintData = Open<wire.ComplaintData>
export type DeferralData = Open<wire.DeferralData>
export type DeliveryData = Open<wire.DeliveryData>
export type DomainProblem = Open<wire.DomainProblem>
export type DomainStatusData = Open<wire.DomainStatusData>
export type EventRecipient = Open<wire.EventRecipient>
export type MessageAcceptedData = Open<wire.MessageAcceptedData>
export type MessageCancelledData = Open<wire.MessageCancelledData>
export type MessageScheduledData = Open<wire.MessageScheduledData>
export type SmtpReply = Open<wire.SmtpReply>
export type SubscriptionData = Open<wire.SubscriptionData>
export type SuppressedData = Open<wire.SuppressedData>
export type SuppressionData = Open<wire.SuppressionData>
export type UnsubscribedData = Open<wire.UnsubscribedData>
export type WebhookDisabledData = Open<wire.WebhookDisabledData>
export type WebhookTestData = Open<wire.WebhookTestData>
