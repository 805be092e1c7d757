// Made from openapi/ by scripts/generate.mjs. Do not edit.
import type * as wire from '../client/models.js'
import type { WithDates } from '../../sdk-ts/src/arguments/times.js'

export type ApiKeyRestrictions = WithDates<wire.ApiKeyRestrictions>
export type BatchTemplate = WithDates<wire.BatchTemplate>
export type ExportAuditEventsRequest = WithDates<wire.ExportAuditEventsRequest>
export type ExportContactsRequest = WithDates<wire.ExportContactsRequest>
export type ExportEventsRequest = WithDates<wire.ExportEventsRequest>
export type ExportMessageLogsRequest = WithDates<wire.ExportMessageLogsRequest>
export type ExportSuppressionsRequest = WithDates<wire.ExportSuppressionsRequest>
export type FollowEventsRequest = WithDates<wire.FollowEventsRequest>
export type LiftSuppressionsRequest = WithDates<wire.LiftSuppressionsRequest>
export type ListApiKeysRequest = WithDates<wire.ListApiKeysRequest>
export type ListAuditEventsRequest = WithDates<wire.ListAuditEventsRequest>
export type ListAutomationRunsRequest = WithDates<wire.ListAutomationRunsRequest>
export type ListAutomationVersionsRequest = WithDates<wire.ListAutomationVersionsRequest>
export type ListAutomationsRequest = WithDates<wire.ListAutomationsRequest>
export type ListCampaignRecipientsRequest = WithDates<wire.ListCampaignRecipientsRequest>
export type ListCampaignsRequest = WithDates<wire.ListCampaignsRequest>
export type ListContactEventsRequest = WithDates<wire.ListContactEventsRequest>
export type ListContactImportsRequest = WithDates<wire.ListContactImportsRequest>
export type ListContactRunsRequest = WithDates<wire.ListContactRunsRequest>
export type ListContactSubscriptionsRequest = WithDates<wire.ListContactSubscriptionsRequest>
export type ListContactsRequest = WithDates<wire.ListContactsRequest>
export type ListDeletionsRequest = WithDates<wire.ListDeletionsRequest>
export type ListDmarcRampsRequest = WithDates<wire.ListDmarcRampsRequest>
export type ListDmarcSourcesRequest = WithDates<wire.ListDmarcSourcesRequest>
export type ListDomainsRequest = WithDates<wire.ListDomainsRequest>
export type ListEventsRequest = WithDates<wire.ListEventsRequest>
export type ListInboundMessagesRequest = WithDates<wire.ListInboundMessagesRequest>
export type ListInboundRoutesRequest = WithDates<wire.ListInboundRoutesRequest>
export type ListMessageLogsRequest = WithDates<wire.ListMessageLogsRequest>
export type ListMessagesRequest = WithDates<wire.ListMessagesRequest>
export type ListPasskeysRequest = WithDates<wire.ListPasskeysRequest>
export type ListProjectsRequest = WithDates<wire.ListProjectsRequest>
export type ListSegmentContactsRequest = WithDates<wire.ListSegmentContactsRequest>
export type ListSegmentsRequest = WithDates<wire.ListSegmentsRequest>
export type ListSessionsRequest = WithDates<wire.ListSessionsRequest>
export type ListSubscriberListsRequest = WithDates<wire.ListSubscriberListsRequest>
export type ListSubscriptionsRequest = WithDates<wire.ListSubscriptionsRequest>
export type ListSuppressionRepliesRequest = WithDates<wire.ListSuppressionRepliesRequest>
export type ListSuppressionsRequest = WithDates<wire.ListSuppressionsRequest>
export type ListTemplateVersionsRequest = WithDates<wire.ListTemplateVersionsRequest>
export type ListTemplatesRequest = WithDates<wire.ListTemplatesRequest>
export type ListTlsReportsRequest = WithDates<wire.ListTlsReportsRequest>
export type ListTopicConsentsRequest = WithDates<wire.ListTopicConsentsRequest>
export type ListTopicsRequest = WithDates<wire.ListTopicsRequest>
export type ListUsersRequest = WithDates<wire.ListUsersRequest>
export type ListWebhookDeliveriesRequest = WithDates<wire.ListWebhookDeliveriesRequest>
export type ListWebhookHealthRequest = WithDates<wire.ListWebhookHealthRequest>
export type ListWebhookReceiverRequestsRequest = WithDates<wire.ListWebhookReceiverRequestsRequest>
export type ListWebhookReceiversRequest = WithDates<wire.ListWebhookReceiversRequest>
export type ListWebhooksRequest = WithDates<wire.ListWebhooksRequest>
export type RecordContactEventByAddressRequest = WithDates<wire.RecordContactEventByAddressRequest>
export type RecordContactEventRequest = WithDates<wire.RecordContactEventRequest>
export type RescheduleMessageRequest = WithDates<wire.RescheduleMessageRequest>
export type RetrieveStatisticsRequest = WithDates<wire.RetrieveStatisticsRequest>
export type ScheduleCampaignRequest = WithDates<wire.ScheduleCampaignRequest>
export type SendMessageRequest = WithDates<wire.SendMessageRequest>
export type SimulateAutomationRequest = WithDates<wire.SimulateAutomationRequest>
export type {
  Attachment,
  BatchItem,
  BatchRequest,
  CampaignAudience,
  CampaignTemplate,
  CancelMessagesRequest,
  ChooseContactTopicRequest,
  ClaimRolesRequest,
  ConfirmationMail,
  ContactInBatch,
  CreateApiKeyRequest,
  CreateAutomationRequest,
  CreateAutomationVersionRequest,
  CreateCampaignRequest,
  CreateDeletionRequest,
  CreateDomainRequest,
  CreateInboundRouteRequest,
  CreatePasskeyRequest,
  CreatePasskeySessionRequest,
  CreateProjectRequest,
  CreateProviderSessionRequest,
  CreateSegmentRequest,
  CreateSessionRequest,
  CreateSignInAuthorizationRequest,
  CreateSignInLinkRequest,
  CreateSubscriberListRequest,
  CreateSuppressionRequest,
  CreateTemplateRequest,
  CreateTopicRequest,
  CreateUserRequest,
  CreateWebhookReceiverRequest,
  CreatedPasskeyCredential,
  ExplainSegmentRequest,
  ListUnsubscribe,
  PasskeyAssertionResponse,
  PasskeyAttestationResponse,
  PreviewCampaignRequest,
  PreviewSegmentRequest,
  PreviewTemplateContentRequest,
  PreviewTemplateRequest,
  ProjectPagesChoice,
  PublishAutomationRequest,
  PublishTemplateRequest,
  RequestSubscriptionRequest,
  RetrieveUsageRequest,
  RetryAutomationRunsRequest,
  ReviewDmarcSourceRequest,
  RotateWebhookSecretRequest,
  SimulatedContact,
  SimulatedEvent,
  StopApiKeyRequest,
  TemplateContent,
  TemplateReference,
  TemplateVariable,
  TestCampaignRequest,
  TestInboundRouteRequest,
  TopicTranslation,
  TrackingChoice,
  TriggerAutomationRequest,
  UnsubscribeRequest,
  UpdateApiKeyRequest,
  UpdateAutomationRequest,
  UpdateCampaignRequest,
  UpdateContactRequest,
  UpdateDomainRequest,
  UpdateInboundRouteRequest,
  UpdatePasskeyRequest,
  UpdateProjectRequest,
  UpdateSegmentRequest,
  UpdateSubscriberListRequest,
  UpdateTemplateRequest,
  UpdateTopicRequest,
  UpdateUserRequest,
  UpdateWebhookReceiverRequest,
  UpdateWebhookRequest,
  UpdateWorkspaceRequest,
  UpsertContactBatchRequest,
  UpsertContactRequest,
  UpsertIdentityProviderRequest,
  UpsertWebhookRequest,
  UsedPasskeyCredential,
} from '../client/models.js'
