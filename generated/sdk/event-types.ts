// Made from openapi/ by scripts/generate.mjs. Do not edit.
import type * as wire from '../client/index.js'
import type { Open, OpenEvent } from '../../sdk-ts/src/open.js'

export type ComplaintData = Open<wire.ComplaintData>
export type DeferralData = Open<wire.DeferralData>
export type DeliveryData = Open<wire.DeliveryData>
export type DomainDegradedEvent = OpenEvent<wire.DomainDegradedEvent>
export type DomainFailedEvent = OpenEvent<wire.DomainFailedEvent>
export type DomainProblem = Open<wire.DomainProblem>
export type DomainStatusData = Open<wire.DomainStatusData>
export type DomainVerifiedEvent = OpenEvent<wire.DomainVerifiedEvent>
export type EventRecipient = Open<wire.EventRecipient>
export type MessageAcceptedData = Open<wire.MessageAcceptedData>
export type MessageAcceptedEvent = OpenEvent<wire.MessageAcceptedEvent>
export type MessageBouncedEvent = OpenEvent<wire.MessageBouncedEvent>
export type MessageCancelledData = Open<wire.MessageCancelledData>
export type MessageCancelledEvent = OpenEvent<wire.MessageCancelledEvent>
export type MessageComplainedEvent = OpenEvent<wire.MessageComplainedEvent>
export type MessageDeferredEvent = OpenEvent<wire.MessageDeferredEvent>
export type MessageDeliveredEvent = OpenEvent<wire.MessageDeliveredEvent>
export type MessageFailedEvent = OpenEvent<wire.MessageFailedEvent>
export type MessageScheduledData = Open<wire.MessageScheduledData>
export type MessageScheduledEvent = OpenEvent<wire.MessageScheduledEvent>
export type MessageSuppressedEvent = OpenEvent<wire.MessageSuppressedEvent>
export type MessageUnsubscribedEvent = OpenEvent<wire.MessageUnsubscribedEvent>
export type SmtpReply = Open<wire.SmtpReply>
export type SubscriptionConfirmedEvent = OpenEvent<wire.SubscriptionConfirmedEvent>
export type SubscriptionData = Open<wire.SubscriptionData>
export type SubscriptionRequestedEvent = OpenEvent<wire.SubscriptionRequestedEvent>
export type SuppressedData = Open<wire.SuppressedData>
export type SuppressionAddedEvent = OpenEvent<wire.SuppressionAddedEvent>
export type SuppressionData = Open<wire.SuppressionData>
export type TemplatePublishedData = Open<wire.TemplatePublishedData>
export type TemplatePublishedEvent = OpenEvent<wire.TemplatePublishedEvent>
export type UnsubscribedData = Open<wire.UnsubscribedData>
export type WebhookDisabledData = Open<wire.WebhookDisabledData>
export type WebhookDisabledEvent = OpenEvent<wire.WebhookDisabledEvent>
export type WebhookTestData = Open<wire.WebhookTestData>
export type WebhookTestEvent = OpenEvent<wire.WebhookTestEvent>
