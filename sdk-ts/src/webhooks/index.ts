export { WebhookVerificationError, type WebhookVerificationErrorCode } from './errors.js'
export type { UnknownEvent, WebhookEvent } from '../replies/events.js'
export type { WebhookHeaders } from './find-header.js'
export type { WebhookPayload } from './payload.js'
export type { WebhookSecrets } from './secrets.js'
export { signTestWebhook, type SignedTestWebhook, type SignTestWebhookOptions } from './sign.js'
export { verifyWebhook, type RepeatedEvents, type VerifyWebhookOptions } from './verify.js'

// The types that make up events.
export type {
  AutomationRunStatus,
  BounceClass,
  CampaignStatus,
  DomainRecordKind,
  DomainStatus,
  Environment,
  EventType,
  OutcomeSource,
  SuppressionReason,
  WebhookDisabledReason,
} from '../../../generated/client/models.js'
export type * from '../replies/event-types.js'
