/* tslint:disable */
/* eslint-disable */
export * from './APIKeysApi.js';
export * from './AuditEventsApi.js';
export * from './AutomationsApi.js';
export * from './CampaignsApi.js';
export * from './ContactsApi.js';
export * from './DMARCApi.js';
export * from './DeletionsApi.js';
export * from './DomainsApi.js';
export * from './EventsApi.js';
export * from './InboundApi.js';
export * from './MessageLogsApi.js';
export * from './MessagesApi.js';
export * from './ProjectsApi.js';
export * from './SegmentsApi.js';
export * from './SendingApi.js';
export * from './SessionsApi.js';
export * from './SignInLinksApi.js';
export * from './StatisticsApi.js';
export * from './SubscriberListsApi.js';
export * from './SubscriptionsApi.js';
export * from './SuppressionsApi.js';
export * from './TemplatesApi.js';
export * from './UsersApi.js';
export * from './WebhookReceiversApi.js';
export * from './WebhooksApi.js';
export * from './WorkspaceApi.js';
