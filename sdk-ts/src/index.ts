export type { APIPromise, CallIds, Identified, WithResponse } from './calls/api-promise.js'
export type {
  AutomationSender,
  CreateAutomationRequest,
  CreateAutomationVersionRequest,
  SimulateAutomationRequest,
} from './requests/automation-requests.js'
export type {
  AutomationBranch,
  AutomationCase,
  AutomationEventCondition,
  AutomationExit,
  AutomationExitStep,
  AutomationInboundCondition,
  AutomationListCondition,
  AutomationNoOptions,
  AutomationNotify,
  AutomationRecordEvent,
  AutomationReentry,
  AutomationSend,
  AutomationStep,
  AutomationSubscribe,
  AutomationTimeOfDay,
  AutomationTrigger,
  AutomationUnsubscribe,
  AutomationUntilProperty,
  AutomationUpdateContact,
  AutomationWait,
  AutomationWaitForEvent,
} from './requests/automation-steps.js'
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
} from './errors/errors.js'
export type { FollowedEvents } from './calls/follow.js'
export type { Logger, LogLevel } from './settings/logger.js'
export type {
  ClientOptions,
  Fetch,
  FetchOptions,
  MutationOptions,
  RequestOptions,
} from './settings/options.js'
export type { ListBody, Page, PagePromise } from './calls/pagination.js'
export type { ChangeOptions, GetOptions, QueryValues } from './transport/plain-request.js'
export type {
  Attachment,
  BatchItem,
  BatchRequest,
  CreateCampaignRequest,
  CreateSegmentRequest,
  CreateTemplateRequest,
  CsvFile,
  ImportContactsQuery,
  PreviewSegmentRequest,
  PreviewTemplateContentRequest,
  SendMessageRequest,
  TemplateContent,
  TemplateMessage,
  UpdateCampaignRequest,
  UpdateSegmentRequest,
} from './requests/requests.js'
export type { HeaderValues } from './transport/request-headers.js'
export type {
  SegmentComparison,
  SegmentContactCondition,
  SegmentCountComparison,
  SegmentEventCondition,
  SegmentListCondition,
  SegmentMessageCondition,
  SegmentPropertyCondition,
  SegmentReference,
  SegmentRule,
  SegmentScalar,
  SegmentTopicCondition,
} from './requests/segment-rules.js'
export { WaitTimeoutError, type SettledMessage, type WaitOptions } from './calls/settle.js'
export { VERSION } from './version.js'

// Lists that follow from the contract. A type that is named here or in one of these files comes before them.
export type * from '../../generated/sdk/resources.js'
export type * from '../../generated/sdk/values.js'
export type * from './replies/event-types.js'
export type * from './replies/replies.js'
export type * from './requests/timed-requests.js'
export type { UnknownEvent } from './replies/events.js'
export type { Address, Addresses } from './requests/addresses.js'
// These types are exactly those of the contract. They have no newer values and no Dates.
export type {
  ApiKeyRestrictions,
  NamedAddress,
  WebhookAttemptError,
  Window,
} from '../../generated/client/models.js'
