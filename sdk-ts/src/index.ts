export type { APIPromise, CallIds, Identified, WithResponse } from './api-promise.js'
export type {
  AutomationSender,
  CreateAutomationRequest,
  CreateAutomationVersionRequest,
  SimulateAutomationRequest,
} from './automation-requests.js'
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
} from './automation-steps.js'
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
export type { FollowedEvents } from './follow.js'
export type { Logger, LogLevel } from './logger.js'
export type { ClientOptions, Fetch, FetchOptions, MutationOptions, RequestOptions } from './options.js'
export type { ListBody, Page, PagePromise } from './pagination.js'
export type { ChangeOptions, GetOptions, QueryValues } from './plain-request.js'
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
} from './requests.js'
export type { HeaderValues } from './request-headers.js'
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
} from './segment-rules.js'
export { WaitTimeoutError, type SettledMessage, type WaitOptions } from './settle.js'
export { VERSION } from './version.js'

// Lists that follow from the contract. A type that is named here or in one of these files comes before them.
export type * from '../../generated/sdk/resources.js'
export type * from '../../generated/sdk/values.js'
export type * from './event-types.js'
export type * from './replies.js'
export type * from './timed-requests.js'
export type { UnknownEvent } from './events.js'
export type { Address, Addresses } from './addresses.js'
// As the contract has them: neither open to newer values nor with Dates.
export type {
  ApiKeyRestrictions,
  NamedAddress,
  WebhookAttemptError,
  Window,
} from '../../generated/client/models.js'
