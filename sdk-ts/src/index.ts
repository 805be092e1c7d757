export type { APIPromise, CallIds, Identified, WithResponse } from './api-promise.js'
export { Postseal } from './client.js'
export {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  AuthenticationError,
  IdempotencyConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  PostsealError,
  RateLimitError,
  SendingHaltedError,
  ValidationError,
  type KnownCode,
} from './errors.js'
export type { Logger, LogLevel } from './logger.js'
export type { ClientOptions, Fetch, MutationOptions, RequestOptions } from './options.js'
export type { ListBody, Page, PagePromise } from './pagination.js'
export type {
  Attachment,
  BatchItem,
  BatchRequest,
  CsvFile,
  SendMessageRequest,
  TemplateMessage,
} from './requests.js'
export type { HeaderValues } from './request-headers.js'
export type { ApiKeys } from './resources/api-keys.js'
export type { Contacts } from './resources/contacts.js'
export type { Deletions } from './resources/deletions.js'
export type { Dmarc } from './resources/dmarc.js'
export type { Domains } from './resources/domains.js'
export type { Events } from './resources/events.js'
export type { MessageLogs } from './resources/message-logs.js'
export type { Messages } from './resources/messages.js'
export type { Projects } from './resources/projects.js'
export type { Sending } from './resources/sending.js'
export type { SubscriberLists } from './resources/subscriber-lists.js'
export type { Subscriptions } from './resources/subscriptions.js'
export type { Suppressions } from './resources/suppressions.js'
export type { Webhooks } from './resources/webhooks.js'
export { WaitTimeoutError, type SettledMessage, type WaitOptions } from './settle.js'
export { VERSION } from './version.js'

// Named one by one: the generated client has more in it than its users should lean on.
export type {
  ApiKeyKind,
  ApiKeyRestrictions,
  BatchItemStatus,
  BounceClass,
  CreateDeletionRequest,
  CreateDomainRequest,
  CreateProjectRequest,
  CreateSubscriberListRequest,
  CreateSuppressionRequest,
  Disposition,
  DmarcSourceKind,
  DomainRecordKind,
  DomainRecordStatus,
  DomainStatus,
  Environment,
  EventType,
  HaltReason,
  ListApiKeysRequest,
  ListDmarcRampsRequest,
  ListProjectsRequest,
  ListUnsubscribe,
  ListWebhookHealthRequest,
  MessageStatus,
  NamedAddress,
  OutcomeSource,
  PropertyValue,
  RecipientKind,
  RecipientStatus,
  RequestSubscriptionRequest,
  ReviewDmarcSourceRequest,
  RotateWebhookSecretRequest,
  Scope,
  SubscribableEventType,
  SubscriptionStatus,
  SuppressionReason,
  UnsentReason,
  UnsubscribeRequest,
  UpdateSubscriberListRequest,
  UpdateWebhookRequest,
  UpsertContactRequest,
  UpsertWebhookRequest,
  WebhookAttemptError,
  WebhookDeliveryStatus,
  WebhookDisabledReason,
  WebhookErrorCode,
  WebhookHealthStatus,
  Window,
} from '../../generated/client/index.js'
export type { Address, Addresses } from './addresses.js'
export type * from './timed-requests.js'
export type * from './event-types.js'
export type { UnknownEvent } from './events.js'
export type {
  AcceptedMessage,
  ApiKey,
  ApiKeyList,
  BatchItemError,
  BatchItemResult,
  BatchResult,
  ConfirmationMail,
  Consent,
  Contact,
  ContactEvent,
  ContactEventList,
  ContactList,
  CreatedApiKey,
  Deletion,
  DeletionList,
  DeliveryAttempt,
  DmarcBlocker,
  DmarcDispositions,
  DmarcDnsRecord,
  DmarcEvidence,
  DmarcRamp,
  DmarcRampList,
  DmarcSource,
  DmarcSourceList,
  DmarcUnexplainedSource,
  Domain,
  DomainDkimKey,
  DomainList,
  DomainRecord,
  ErasedCounts,
  ErrorDetail,
  Event,
  EventList,
  KeptAttachment,
  Message,
  MessageContent,
  MessageList,
  MessageLog,
  MessageLogList,
  Project,
  ProjectList,
  Recipient,
  RejectedLine,
  SavedWebhook,
  SendingStatus,
  SendingWindow,
  SubscriberList,
  SubscriberListList,
  Subscription,
  SubscriptionList,
  SubscriptionRequest,
  Suppression,
  SuppressionImport,
  SuppressionList,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookHealth,
  WebhookHealthList,
  WebhookList,
  WebhookSecret,
  WebhookSubscription,
} from './replies.js'
