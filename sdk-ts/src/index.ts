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
export type { ClientOptions, Fetch, MutationOptions, RequestOptions } from './options.js'
export type { ListBody, Page, PagePromise } from './pagination.js'
export type { ApiKeys } from './resources/api-keys.js'
export type { Events } from './resources/events.js'
export type { MessageLogs } from './resources/message-logs.js'
export type { Messages } from './resources/messages.js'
export type { Projects } from './resources/projects.js'
export { VERSION } from './version.js'

// Named one by one: the generated client has more in it than its users should lean on.
export type {
  AcceptedMessage,
  ApiKey,
  ApiKeyKind,
  ApiKeyList,
  ApiKeyRestrictions,
  CreateApiKeyRequest,
  CreatedApiKey,
  CreateProjectRequest,
  DeferralData,
  DeliveryAttempt,
  DeliveryData,
  Environment,
  ErrorDetail,
  Event,
  EventList,
  EventType,
  ListApiKeysRequest,
  ListEventsRequest,
  ListMessageLogsRequest,
  ListMessagesRequest,
  ListProjectsRequest,
  Message,
  MessageAcceptedData,
  MessageAcceptedEvent,
  MessageBouncedEvent,
  MessageContent,
  MessageDeferredEvent,
  MessageDeliveredEvent,
  MessageFailedEvent,
  MessageList,
  MessageLog,
  MessageLogList,
  MessageStatus,
  Project,
  ProjectList,
  Recipient,
  RecipientStatus,
  Scope,
  SendMessageRequest,
  NamedAddress,
  SmtpReply,
  Window,
} from '../../generated/client/index.js'
