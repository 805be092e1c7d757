// Made from openapi/ by openapi-generator (npm run generate). Do not edit.
import type { Operation } from '../../sdk-ts/src/transport/operation.js'
import type * as reply from '../../sdk-ts/src/replies/replies.js'
import type * as wire from './models.js'

/** Create an API key. */
export const createApiKey: Operation<{ body: wire.CreateApiKeyRequest; result: reply.CreatedApiKey }> = {
  id: 'createApiKey', method: 'POST', path: '/v1/api-keys', takesKey: true,
}

/** Create AWS credentials of an API key. */
export const createApiKeyAwsCredentials: Operation<{ path: 'id'; result: reply.AwsCredentials }> = {
  id: 'createApiKeyAwsCredentials', method: 'POST', path: '/v1/api-keys/{id}/aws-credentials', takesKey: true,
}

/** List API keys. */
export const listApiKeys: Operation<{ query: wire.ListApiKeysRequest; result: reply.ApiKeyList }> = {
  id: 'listApiKeys', method: 'GET', path: '/v1/api-keys',
  query: ['limit', 'since', 'until', 'cursor', 'kind', 'project_id', 'revoked'],
}

/** Retrieve an API key. */
export const retrieveApiKey: Operation<{ path: 'id'; result: reply.ApiKey }> = {
  id: 'retrieveApiKey', method: 'GET', path: '/v1/api-keys/{id}',
}

/** Revoke an API key. */
export const revokeApiKey: Operation<{ path: 'id'; result: void }> = {
  id: 'revokeApiKey', method: 'DELETE', path: '/v1/api-keys/{id}', takesKey: true, isEmpty: true,
}

/** Stop an API key. */
export const stopApiKey: Operation<{ path: 'id'; body: wire.StopApiKeyRequest; result: reply.StoppedApiKey }> = {
  id: 'stopApiKey', method: 'POST', path: '/v1/api-keys/{id}/stop', takesKey: true,
}

/** Rename or restrict an API key. */
export const updateApiKey: Operation<{ path: 'id'; body: wire.UpdateApiKeyRequest; result: reply.ApiKey }> = {
  id: 'updateApiKey', method: 'PATCH', path: '/v1/api-keys/{id}', takesKey: true,
}

/** Export the audit log. */
export const exportAuditEvents: Operation<{ query: wire.ExportAuditEventsRequest; result: Blob }> = {
  id: 'exportAuditEvents', method: 'GET', path: '/v1/audit-events/export', accepts: 'text/csv',
  query: ['since', 'until', 'actor_id', 'actor_kind', 'actor_kinds', 'operation', 'resource_id', 'outcome', 'outcomes'],
}

/** Search the audit log. */
export const listAuditEvents: Operation<{ query: wire.ListAuditEventsRequest; result: reply.AuditEventList }> = {
  id: 'listAuditEvents', method: 'GET', path: '/v1/audit-events',
  query: ['limit', 'since', 'until', 'cursor', 'actor_id', 'actor_kind', 'actor_kinds', 'operation', 'resource_id', 'outcome', 'outcomes'],
}

/** Retrieve an audit event. */
export const retrieveAuditEvent: Operation<{ path: 'id'; result: reply.AuditEvent }> = {
  id: 'retrieveAuditEvent', method: 'GET', path: '/v1/audit-events/{id}',
}

/** Archive an automation. */
export const archiveAutomation: Operation<{ path: 'id'; result: reply.Automation }> = {
  id: 'archiveAutomation', method: 'POST', path: '/v1/automations/{id}/archive', takesKey: true,
}

/** Cancel a run. */
export const cancelAutomationRun: Operation<{ path: 'id' | 'run_id'; result: reply.AutomationRun }> = {
  id: 'cancelAutomationRun', method: 'POST', path: '/v1/automations/{id}/runs/{run_id}/cancel', takesKey: true,
}

/** Create an automation. */
export const createAutomation: Operation<{ body: wire.CreateAutomationRequest; result: reply.Automation }> = {
  id: 'createAutomation', method: 'POST', path: '/v1/automations', takesKey: true,
}

/** Create a version of an automation. */
export const createAutomationVersion: Operation<{ path: 'id'; body: wire.CreateAutomationVersionRequest; result: reply.AutomationVersion }> = {
  id: 'createAutomationVersion', method: 'POST', path: '/v1/automations/{id}/versions', takesKey: true,
}

/** List the runs of an automation. */
export const listAutomationRuns: Operation<{ path: 'id'; query: wire.ListAutomationRunsRequest; result: reply.AutomationRunList }> = {
  id: 'listAutomationRuns', method: 'GET', path: '/v1/automations/{id}/runs',
  query: ['limit', 'since', 'until', 'cursor', 'status', 'statuses', 'contact_id'],
}

/** List the versions of an automation. */
export const listAutomationVersions: Operation<{ path: 'id'; query: wire.ListAutomationVersionsRequest; result: reply.AutomationVersionList }> = {
  id: 'listAutomationVersions', method: 'GET', path: '/v1/automations/{id}/versions',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** List automations. */
export const listAutomations: Operation<{ query: wire.ListAutomationsRequest; result: reply.AutomationList }> = {
  id: 'listAutomations', method: 'GET', path: '/v1/automations',
  query: ['limit', 'since', 'until', 'cursor', 'project_id', 'status', 'statuses', 'include'],
}

/** Pause an automation. */
export const pauseAutomation: Operation<{ path: 'id'; result: reply.Automation }> = {
  id: 'pauseAutomation', method: 'POST', path: '/v1/automations/{id}/pause', takesKey: true,
}

/** Publish a version of an automation. */
export const publishAutomation: Operation<{ path: 'id'; body: wire.PublishAutomationRequest; result: reply.Automation }> = {
  id: 'publishAutomation', method: 'POST', path: '/v1/automations/{id}/publish', takesKey: true,
}

/** Resume an automation. */
export const resumeAutomation: Operation<{ path: 'id'; result: reply.Automation }> = {
  id: 'resumeAutomation', method: 'POST', path: '/v1/automations/{id}/resume', takesKey: true,
}

/** Retrieve an automation. */
export const retrieveAutomation: Operation<{ path: 'id'; result: reply.Automation }> = {
  id: 'retrieveAutomation', method: 'GET', path: '/v1/automations/{id}',
}

/** Retrieve a run. */
export const retrieveAutomationRun: Operation<{ path: 'id' | 'run_id'; result: reply.AutomationRunDetail }> = {
  id: 'retrieveAutomationRun', method: 'GET', path: '/v1/automations/{id}/runs/{run_id}',
}

/** Retrieve an automation\'s statistics. */
export const retrieveAutomationStats: Operation<{ path: 'id'; result: reply.AutomationStats }> = {
  id: 'retrieveAutomationStats', method: 'GET', path: '/v1/automations/{id}/stats',
}

/** Retrieve a version of an automation. */
export const retrieveAutomationVersion: Operation<{ path: 'id' | 'version'; result: reply.AutomationVersion }> = {
  id: 'retrieveAutomationVersion', method: 'GET', path: '/v1/automations/{id}/versions/{version}',
}

/** Retry a run. */
export const retryAutomationRun: Operation<{ path: 'id' | 'run_id'; result: reply.AutomationRun }> = {
  id: 'retryAutomationRun', method: 'POST', path: '/v1/automations/{id}/runs/{run_id}/retry', takesKey: true,
}

/** Retry the failed runs of an automation. */
export const retryAutomationRuns: Operation<{ path: 'id'; body: wire.RetryAutomationRunsRequest; result: reply.Automation }> = {
  id: 'retryAutomationRuns', method: 'POST', path: '/v1/automations/{id}/runs/retry', takesKey: true,
}

/** Simulate an automation. */
export const simulateAutomation: Operation<{ path: 'id'; body: wire.SimulateAutomationRequest; result: reply.AutomationSimulation }> = {
  id: 'simulateAutomation', method: 'POST', path: '/v1/automations/{id}/simulate',
}

/** Trigger an automation. */
export const triggerAutomation: Operation<{ path: 'id'; body: wire.TriggerAutomationRequest; result: reply.AutomationTriggered }> = {
  id: 'triggerAutomation', method: 'POST', path: '/v1/automations/{id}/trigger', takesKey: true,
}

/** Rename an automation. */
export const updateAutomation: Operation<{ path: 'id'; body: wire.UpdateAutomationRequest; result: reply.Automation }> = {
  id: 'updateAutomation', method: 'PATCH', path: '/v1/automations/{id}', takesKey: true,
}

/** Cancel a campaign. */
export const cancelCampaign: Operation<{ path: 'id'; result: reply.PausedCampaign }> = {
  id: 'cancelCampaign', method: 'POST', path: '/v1/campaigns/{id}/cancel', takesKey: true,
}

/** Check a campaign. */
export const checkCampaign: Operation<{ path: 'id'; result: reply.CampaignCheck }> = {
  id: 'checkCampaign', method: 'POST', path: '/v1/campaigns/{id}/check',
}

/** Create a campaign. */
export const createCampaign: Operation<{ body: wire.CreateCampaignRequest; result: reply.Campaign }> = {
  id: 'createCampaign', method: 'POST', path: '/v1/campaigns', takesKey: true,
}

/** Delete a campaign. */
export const deleteCampaign: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteCampaign', method: 'DELETE', path: '/v1/campaigns/{id}', takesKey: true, isEmpty: true,
}

/** List the recipients of a campaign. */
export const listCampaignRecipients: Operation<{ path: 'id'; query: wire.ListCampaignRecipientsRequest; result: reply.CampaignRecipientList }> = {
  id: 'listCampaignRecipients', method: 'GET', path: '/v1/campaigns/{id}/recipients',
  query: ['limit', 'since', 'until', 'cursor', 'status', 'statuses'],
}

/** List campaigns. */
export const listCampaigns: Operation<{ query: wire.ListCampaignsRequest; result: reply.CampaignList }> = {
  id: 'listCampaigns', method: 'GET', path: '/v1/campaigns',
  query: ['limit', 'since', 'until', 'cursor', 'project_id', 'status', 'statuses', 'include'],
}

/** Pause a campaign. */
export const pauseCampaign: Operation<{ path: 'id'; result: reply.PausedCampaign }> = {
  id: 'pauseCampaign', method: 'POST', path: '/v1/campaigns/{id}/pause', takesKey: true,
}

/** Preview a campaign. */
export const previewCampaign: Operation<{ path: 'id'; body: wire.PreviewCampaignRequest; result: reply.CampaignPreview }> = {
  id: 'previewCampaign', method: 'POST', path: '/v1/campaigns/{id}/preview',
}

/** Resume a campaign. */
export const resumeCampaign: Operation<{ path: 'id'; result: reply.Campaign }> = {
  id: 'resumeCampaign', method: 'POST', path: '/v1/campaigns/{id}/resume', takesKey: true,
}

/** Retrieve a campaign. */
export const retrieveCampaign: Operation<{ path: 'id'; result: reply.Campaign }> = {
  id: 'retrieveCampaign', method: 'GET', path: '/v1/campaigns/{id}',
}

/** Retrieve a campaign\'s statistics. */
export const retrieveCampaignStats: Operation<{ path: 'id'; result: reply.CampaignStats }> = {
  id: 'retrieveCampaignStats', method: 'GET', path: '/v1/campaigns/{id}/stats',
}

/** Retry the failed recipients of a campaign. */
export const retryCampaign: Operation<{ path: 'id'; result: reply.RetriedCampaign }> = {
  id: 'retryCampaign', method: 'POST', path: '/v1/campaigns/{id}/retry', takesKey: true,
}

/** Schedule a campaign. */
export const scheduleCampaign: Operation<{ path: 'id'; body: wire.ScheduleCampaignRequest; result: reply.Campaign }> = {
  id: 'scheduleCampaign', method: 'POST', path: '/v1/campaigns/{id}/schedule', takesKey: true,
}

/** Send a test of a campaign. */
export const testCampaign: Operation<{ path: 'id'; body: wire.TestCampaignRequest; result: reply.CampaignTest }> = {
  id: 'testCampaign', method: 'POST', path: '/v1/campaigns/{id}/test', takesKey: true,
}

/** Unschedule a campaign. */
export const unscheduleCampaign: Operation<{ path: 'id'; result: reply.Campaign }> = {
  id: 'unscheduleCampaign', method: 'POST', path: '/v1/campaigns/{id}/unschedule', takesKey: true,
}

/** Change a campaign. */
export const updateCampaign: Operation<{ path: 'id'; body: wire.UpdateCampaignRequest; result: reply.Campaign }> = {
  id: 'updateCampaign', method: 'PATCH', path: '/v1/campaigns/{id}', takesKey: true,
}

/** Cancel an import of contacts. */
export const cancelContactImport: Operation<{ path: 'id'; result: reply.ContactImport }> = {
  id: 'cancelContactImport', method: 'POST', path: '/v1/contact-imports/{id}/cancel', takesKey: true,
}

/** Set a contact\'s topic choice. */
export const chooseContactTopic: Operation<{ path: 'id' | 'key'; body: wire.ChooseContactTopicRequest; result: reply.ContactTopic }> = {
  id: 'chooseContactTopic', method: 'PUT', path: '/v1/contacts/{id}/topics/{key}', takesKey: true,
}

/** Delete a contact. */
export const deleteContact: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteContact', method: 'DELETE', path: '/v1/contacts/{id}', takesKey: true, isEmpty: true,
}

/** Export the refused lines of an import. */
export const exportContactImportLines: Operation<{ path: 'id'; result: Blob }> = {
  id: 'exportContactImportLines', method: 'GET', path: '/v1/contact-imports/{id}/lines', accepts: 'text/csv',
}

/** Export contacts. */
export const exportContacts: Operation<{ query: wire.ExportContactsRequest; result: Blob }> = {
  id: 'exportContacts', method: 'GET', path: '/v1/contacts/export', accepts: 'text/csv',
  query: ['since', 'until', 'project_id', 'email', 'environment'],
}

/** Import contacts. */
export const importContacts: Operation<{ query: wire.ImportContactsRequest; body: unknown; result: reply.ContactImport }> = {
  id: 'importContacts', method: 'POST', path: '/v1/contacts/import', takesKey: true, sends: 'text/csv', required: ['project_id'],
  query: ['project_id', 'list_id', 'consent', 'columns'],
}

/** List the events of a contact. */
export const listContactEvents: Operation<{ path: 'id'; query: wire.ListContactEventsRequest; result: reply.ContactEventList }> = {
  id: 'listContactEvents', method: 'GET', path: '/v1/contacts/{id}/events',
  query: ['limit', 'since', 'until', 'name', 'cursor'],
}

/** List imports of contacts. */
export const listContactImports: Operation<{ query: wire.ListContactImportsRequest; result: reply.ContactImportList }> = {
  id: 'listContactImports', method: 'GET', path: '/v1/contact-imports',
  query: ['limit', 'cursor', 'since', 'until', 'project_id'],
}

/** List the runs of a contact. */
export const listContactRuns: Operation<{ path: 'id'; query: wire.ListContactRunsRequest; result: reply.AutomationRunList }> = {
  id: 'listContactRuns', method: 'GET', path: '/v1/contacts/{id}/runs',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** List the subscriptions of a contact. */
export const listContactSubscriptions: Operation<{ path: 'id'; query: wire.ListContactSubscriptionsRequest; result: reply.SubscriptionList }> = {
  id: 'listContactSubscriptions', method: 'GET', path: '/v1/contacts/{id}/subscriptions',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** List contacts. */
export const listContacts: Operation<{ query: wire.ListContactsRequest; result: reply.ContactList }> = {
  id: 'listContacts', method: 'GET', path: '/v1/contacts',
  query: ['limit', 'since', 'until', 'project_id', 'email', 'cursor', 'environment'],
}

/** List the topic choices of a contact. */
export const listTopicConsents: Operation<{ path: 'id'; query: wire.ListTopicConsentsRequest; result: reply.TopicConsentList }> = {
  id: 'listTopicConsents', method: 'GET', path: '/v1/contacts/{id}/topic-consents',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** Record an event of a contact. */
export const recordContactEvent: Operation<{ path: 'id'; body: wire.RecordContactEventRequest; result: reply.ContactEvent }> = {
  id: 'recordContactEvent', method: 'POST', path: '/v1/contacts/{id}/events', takesKey: true,
}

/** Record an event of a contact by address. */
export const recordContactEventByAddress: Operation<{ body: wire.RecordContactEventByAddressRequest; result: reply.ContactEvent }> = {
  id: 'recordContactEventByAddress', method: 'POST', path: '/v1/contacts/events', takesKey: true,
}

/** Retrieve a contact. */
export const retrieveContact: Operation<{ path: 'id'; result: reply.Contact }> = {
  id: 'retrieveContact', method: 'GET', path: '/v1/contacts/{id}',
}

/** Retrieve an import of contacts. */
export const retrieveContactImport: Operation<{ path: 'id'; result: reply.ContactImport }> = {
  id: 'retrieveContactImport', method: 'GET', path: '/v1/contact-imports/{id}',
}

/** Retrieve the topics of a contact. */
export const retrieveContactTopics: Operation<{ path: 'id'; result: reply.ContactTopics }> = {
  id: 'retrieveContactTopics', method: 'GET', path: '/v1/contacts/{id}/topics',
}

/** Change a contact. */
export const updateContact: Operation<{ path: 'id'; body: wire.UpdateContactRequest; result: reply.Contact }> = {
  id: 'updateContact', method: 'PATCH', path: '/v1/contacts/{id}', takesKey: true,
}

/** Create or change a contact. */
export const upsertContact: Operation<{ body: wire.UpsertContactRequest; result: reply.Contact }> = {
  id: 'upsertContact', method: 'PUT', path: '/v1/contacts', takesKey: true,
}

/** Create or change a batch of contacts. */
export const upsertContactBatch: Operation<{ body: wire.UpsertContactBatchRequest; result: reply.ContactBatchResult }> = {
  id: 'upsertContactBatch', method: 'POST', path: '/v1/contacts/batch', takesKey: true,
}

/** List the DMARC ramps of all domains. */
export const listDmarcRamps: Operation<{ query: wire.ListDmarcRampsRequest; result: reply.DmarcRampList }> = {
  id: 'listDmarcRamps', method: 'GET', path: '/v1/domains/dmarc-ramp',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** List who sends as your domains. */
export const listDmarcSources: Operation<{ query: wire.ListDmarcSourcesRequest; result: reply.DmarcSourceList }> = {
  id: 'listDmarcSources', method: 'GET', path: '/v1/deliverability/dmarc/sources',
  query: ['limit', 'since', 'until', 'domain_id', 'address', 'header_from', 'kind', 'ours', 'review', 'cursor'],
}

/** Retrieve a domain\'s DMARC ramp. */
export const retrieveDmarcRamp: Operation<{ path: 'id'; result: reply.DmarcRamp }> = {
  id: 'retrieveDmarcRamp', method: 'GET', path: '/v1/domains/{id}/dmarc-ramp',
}

/** Review a DMARC source. */
export const reviewDmarcSource: Operation<{ path: 'id'; body: wire.ReviewDmarcSourceRequest; result: reply.DmarcSource }> = {
  id: 'reviewDmarcSource', method: 'PATCH', path: '/v1/deliverability/dmarc/sources/{id}', takesKey: true,
}

/** Erase a contact. */
export const createDeletion: Operation<{ body: wire.CreateDeletionRequest; result: reply.Deletion }> = {
  id: 'createDeletion', method: 'POST', path: '/v1/compliance/deletions', takesKey: true,
}

/** List deletions. */
export const listDeletions: Operation<{ query: wire.ListDeletionsRequest; result: reply.DeletionList }> = {
  id: 'listDeletions', method: 'GET', path: '/v1/compliance/deletions',
  query: ['limit', 'since', 'until', 'cursor', 'status'],
}

/** Preview a deletion. */
export const previewDeletion: Operation<{ body: wire.CreateDeletionRequest; result: reply.DeletionPreview }> = {
  id: 'previewDeletion', method: 'POST', path: '/v1/compliance/deletions/preview',
}

/** Retrieve a deletion. */
export const retrieveDeletion: Operation<{ path: 'id'; result: reply.Deletion }> = {
  id: 'retrieveDeletion', method: 'GET', path: '/v1/compliance/deletions/{id}',
}

/** Check a domain\'s DNS records. */
export const checkDomain: Operation<{ path: 'id'; result: reply.Domain }> = {
  id: 'checkDomain', method: 'POST', path: '/v1/domains/{id}/check', takesKey: true,
}

/** Add a sending domain. */
export const createDomain: Operation<{ body: wire.CreateDomainRequest; result: reply.Domain }> = {
  id: 'createDomain', method: 'POST', path: '/v1/domains', takesKey: true,
}

/** Delete a sending domain. */
export const deleteDomain: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteDomain', method: 'DELETE', path: '/v1/domains/{id}', takesKey: true, isEmpty: true,
}

/** List sending domains. */
export const listDomains: Operation<{ query: wire.ListDomainsRequest; result: reply.DomainList }> = {
  id: 'listDomains', method: 'GET', path: '/v1/domains',
  query: ['limit', 'since', 'until', 'status', 'statuses', 'name', 'cursor', 'include', 'figures_project_id'],
}

/** Retrieve a sending domain. */
export const retrieveDomain: Operation<{ path: 'id'; result: reply.Domain }> = {
  id: 'retrieveDomain', method: 'GET', path: '/v1/domains/{id}',
}

/** Retrieve a domain\'s compliance with provider rules. */
export const retrieveDomainRules: Operation<{ path: 'id'; result: reply.DomainRules }> = {
  id: 'retrieveDomainRules', method: 'GET', path: '/v1/domains/{id}/rules',
}

/** Rotate the DKIM keys of a domain. */
export const rotateDomainDkim: Operation<{ path: 'id'; result: reply.Domain }> = {
  id: 'rotateDomainDkim', method: 'POST', path: '/v1/domains/{id}/rotate-dkim', takesKey: true,
}

/** Change a sending domain. */
export const updateDomain: Operation<{ path: 'id'; body: wire.UpdateDomainRequest; result: reply.Domain }> = {
  id: 'updateDomain', method: 'PATCH', path: '/v1/domains/{id}', takesKey: true,
}

/** Export events. */
export const exportEvents: Operation<{ query: wire.ExportEventsRequest; result: Blob }> = {
  id: 'exportEvents', method: 'GET', path: '/v1/events/export', accepts: 'text/csv',
  query: ['since', 'until', 'project_id', 'type', 'types', 'message_id', 'recipient', 'campaign_id', 'automation_id', 'contact_id', 'category', 'environment'],
}

/** Follow events. */
export const followEvents: Operation<{ query: wire.FollowEventsRequest; result: reply.FollowedEventPage }> = {
  id: 'followEvents', method: 'GET', path: '/v1/events/follow',
  query: ['limit', 'after', 'since', 'wait', 'project_id', 'type', 'types', 'message_id', 'recipient', 'campaign_id', 'automation_id', 'contact_id', 'category', 'environment'],
}

/** List events. */
export const listEvents: Operation<{ query: wire.ListEventsRequest; result: reply.EventList }> = {
  id: 'listEvents', method: 'GET', path: '/v1/events',
  query: ['limit', 'since', 'until', 'cursor', 'project_id', 'type', 'types', 'message_id', 'recipient', 'campaign_id', 'automation_id', 'contact_id', 'category', 'environment'],
}

/** Retrieve an event. */
export const retrieveEvent: Operation<{ path: 'id'; result: reply.Event }> = {
  id: 'retrieveEvent', method: 'GET', path: '/v1/events/{id}',
}

/** Check the identity provider. */
export const checkIdentityProvider: Operation<{ result: reply.IdentityProvider }> = {
  id: 'checkIdentityProvider', method: 'POST', path: '/v1/identity-provider/check', takesKey: true,
}

/** Delete the identity provider. */
export const deleteIdentityProvider: Operation<{ result: void }> = {
  id: 'deleteIdentityProvider', method: 'DELETE', path: '/v1/identity-provider', takesKey: true, isEmpty: true,
}

/** Retrieve the identity provider. */
export const retrieveIdentityProvider: Operation<{ result: reply.IdentityProvider }> = {
  id: 'retrieveIdentityProvider', method: 'GET', path: '/v1/identity-provider',
}

/** Set the identity provider. */
export const upsertIdentityProvider: Operation<{ body: wire.UpsertIdentityProviderRequest; result: reply.IdentityProvider }> = {
  id: 'upsertIdentityProvider', method: 'PUT', path: '/v1/identity-provider', takesKey: true,
}

/** Create an inbound route. */
export const createInboundRoute: Operation<{ body: wire.CreateInboundRouteRequest; result: reply.InboundRoute }> = {
  id: 'createInboundRoute', method: 'POST', path: '/v1/inbound/routes', takesKey: true,
}

/** Delete an inbound message. */
export const deleteInboundMessage: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteInboundMessage', method: 'DELETE', path: '/v1/inbound/messages/{id}', takesKey: true, isEmpty: true,
}

/** Delete an inbound route. */
export const deleteInboundRoute: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteInboundRoute', method: 'DELETE', path: '/v1/inbound/routes/{id}', takesKey: true, isEmpty: true,
}

/** Download an attachment. */
export const downloadInboundAttachment: Operation<{ path: 'id' | 'attachment_id'; result: Blob }> = {
  id: 'downloadInboundAttachment', method: 'GET', path: '/v1/inbound/messages/{id}/attachments/{attachment_id}', accepts: 'application/octet-stream',
}

/** Download an inbound message. */
export const downloadInboundMessage: Operation<{ path: 'id'; result: Blob }> = {
  id: 'downloadInboundMessage', method: 'GET', path: '/v1/inbound/messages/{id}/raw', accepts: 'message/rfc822',
}

/** List inbound messages. */
export const listInboundMessages: Operation<{ query: wire.ListInboundMessagesRequest; result: reply.InboundMessageList }> = {
  id: 'listInboundMessages', method: 'GET', path: '/v1/inbound/messages',
  query: ['limit', 'since', 'until', 'cursor', 'project_id', 'route_id', 'email', 'contact_id', 'message_id', 'automatic', 'subject'],
}

/** List inbound routes. */
export const listInboundRoutes: Operation<{ query: wire.ListInboundRoutesRequest; result: reply.InboundRouteList }> = {
  id: 'listInboundRoutes', method: 'GET', path: '/v1/inbound/routes',
  query: ['limit', 'since', 'until', 'cursor', 'project_id'],
}

/** Send an inbound event again. */
export const replayInboundMessage: Operation<{ path: 'id'; result: reply.InboundReplay }> = {
  id: 'replayInboundMessage', method: 'POST', path: '/v1/inbound/messages/{id}/replay', takesKey: true,
}

/** Retrieve the inbound setup. */
export const retrieveInbound: Operation<{ result: reply.InboundArrival }> = {
  id: 'retrieveInbound', method: 'GET', path: '/v1/inbound',
}

/** Retrieve an inbound message. */
export const retrieveInboundMessage: Operation<{ path: 'id'; result: reply.InboundMessageDetail }> = {
  id: 'retrieveInboundMessage', method: 'GET', path: '/v1/inbound/messages/{id}',
}

/** Retrieve an inbound route. */
export const retrieveInboundRoute: Operation<{ path: 'id'; result: reply.InboundRoute }> = {
  id: 'retrieveInboundRoute', method: 'GET', path: '/v1/inbound/routes/{id}',
}

/** Test an address. */
export const testInboundRoute: Operation<{ body: wire.TestInboundRouteRequest; result: reply.InboundRouteTest }> = {
  id: 'testInboundRoute', method: 'POST', path: '/v1/inbound/routes/test',
}

/** Change an inbound route. */
export const updateInboundRoute: Operation<{ path: 'id'; body: wire.UpdateInboundRouteRequest; result: reply.InboundRoute }> = {
  id: 'updateInboundRoute', method: 'PATCH', path: '/v1/inbound/routes/{id}', takesKey: true,
}

/** Export message logs. */
export const exportMessageLogs: Operation<{ query: wire.ExportMessageLogsRequest; result: Blob }> = {
  id: 'exportMessageLogs', method: 'GET', path: '/v1/message-logs/export', accepts: 'text/csv',
  query: ['since', 'until', 'project_id', 'message_id', 'campaign_id', 'automation_id', 'recipient', 'status', 'statuses', 'engagement', 'category', 'subject', 'metadata_key', 'metadata_value', 'q', 'recipient_domain', 'from_email', 'from_domain', 'list_id', 'template_id', 'api_key_id', 'environment'],
}

/** Search message logs. */
export const listMessageLogs: Operation<{ query: wire.ListMessageLogsRequest; result: reply.MessageLogList }> = {
  id: 'listMessageLogs', method: 'GET', path: '/v1/message-logs',
  query: ['limit', 'since', 'until', 'cursor', 'project_id', 'message_id', 'campaign_id', 'automation_id', 'recipient', 'status', 'statuses', 'engagement', 'category', 'subject', 'metadata_key', 'metadata_value', 'q', 'recipient_domain', 'from_email', 'from_domain', 'list_id', 'template_id', 'api_key_id', 'environment'],
}

/** Retrieve a message log. */
export const retrieveMessageLog: Operation<{ path: 'id'; result: reply.MessageLog }> = {
  id: 'retrieveMessageLog', method: 'GET', path: '/v1/message-logs/{id}',
}

/** Retry a delivery. */
export const retryMessageLog: Operation<{ path: 'id'; result: reply.MessageLog }> = {
  id: 'retryMessageLog', method: 'POST', path: '/v1/message-logs/{id}/retry', takesKey: true,
}

/** Cancel a message. */
export const cancelMessage: Operation<{ path: 'id'; result: reply.Message }> = {
  id: 'cancelMessage', method: 'POST', path: '/v1/messages/{id}/cancel', takesKey: true,
}

/** Cancel up to 100 messages. */
export const cancelMessages: Operation<{ body: wire.CancelMessagesRequest; result: reply.CancelledMessages }> = {
  id: 'cancelMessages', method: 'POST', path: '/v1/messages/cancel', takesKey: true,
}

/** List messages. */
export const listMessages: Operation<{ query: wire.ListMessagesRequest; result: reply.MessageList }> = {
  id: 'listMessages', method: 'GET', path: '/v1/messages',
  query: ['limit', 'since', 'until', 'cursor', 'project_id', 'recipient', 'status', 'statuses', 'category', 'metadata_key', 'metadata_value', 'subject', 'campaign_id', 'automation_id', 'from_email', 'from_domain', 'list_id', 'template_id', 'api_key_id', 'environment'],
}

/** Reschedule a message. */
export const rescheduleMessage: Operation<{ path: 'id'; body: wire.RescheduleMessageRequest; result: reply.Message }> = {
  id: 'rescheduleMessage', method: 'PATCH', path: '/v1/messages/{id}', takesKey: true,
}

/** Retrieve a message. */
export const retrieveMessage: Operation<{ path: 'id'; result: reply.Message }> = {
  id: 'retrieveMessage', method: 'GET', path: '/v1/messages/{id}',
}

/** Retrieve a message\'s content. */
export const retrieveMessageContent: Operation<{ path: 'id'; result: reply.MessageContent }> = {
  id: 'retrieveMessageContent', method: 'GET', path: '/v1/messages/{id}/content',
}

/** Send a message. */
export const sendMessage: Operation<{ body: wire.SendMessageRequest; result: reply.AcceptedMessage }> = {
  id: 'sendMessage', method: 'POST', path: '/v1/messages', takesKey: true,
}

/** Send a batch of messages. */
export const sendMessageBatch: Operation<{ body: wire.BatchRequest; result: reply.BatchResult }> = {
  id: 'sendMessageBatch', method: 'POST', path: '/v1/messages/batch', takesKey: true,
}

/** Register a passkey. */
export const createPasskey: Operation<{ body: wire.CreatePasskeyRequest; result: reply.Passkey }> = {
  id: 'createPasskey', method: 'POST', path: '/v1/passkeys', takesKey: true,
}

/** Start signing in with a passkey. */
export const createPasskeyChallenge: Operation<{ result: reply.PasskeyChallenge }> = {
  id: 'createPasskeyChallenge', method: 'POST', path: '/v1/passkey-challenges', uncredentialed: true,
}

/** Start registering a passkey. */
export const createPasskeyRegistration: Operation<{ result: reply.PasskeyRegistration }> = {
  id: 'createPasskeyRegistration', method: 'POST', path: '/v1/passkey-registrations', takesKey: true,
}

/** Sign in with a passkey. */
export const createPasskeySession: Operation<{ body: wire.CreatePasskeySessionRequest; result: reply.CreatedSession }> = {
  id: 'createPasskeySession', method: 'POST', path: '/v1/passkey-sessions', uncredentialed: true,
}

/** Remove a passkey. */
export const deletePasskey: Operation<{ path: 'id'; result: void }> = {
  id: 'deletePasskey', method: 'DELETE', path: '/v1/passkeys/{id}', takesKey: true, isEmpty: true,
}

/** List passkeys. */
export const listPasskeys: Operation<{ query: wire.ListPasskeysRequest; result: reply.PasskeyList }> = {
  id: 'listPasskeys', method: 'GET', path: '/v1/passkeys',
  query: ['limit', 'since', 'until', 'cursor', 'user_id'],
}

/** Rename a passkey. */
export const updatePasskey: Operation<{ path: 'id'; body: wire.UpdatePasskeyRequest; result: reply.Passkey }> = {
  id: 'updatePasskey', method: 'PATCH', path: '/v1/passkeys/{id}', takesKey: true,
}

/** Create a project. */
export const createProject: Operation<{ body: wire.CreateProjectRequest; result: reply.Project }> = {
  id: 'createProject', method: 'POST', path: '/v1/projects', takesKey: true,
}

/** List projects. */
export const listProjects: Operation<{ query: wire.ListProjectsRequest; result: reply.ProjectList }> = {
  id: 'listProjects', method: 'GET', path: '/v1/projects',
  query: ['limit', 'since', 'until', 'cursor', 'archived'],
}

/** Retrieve a project. */
export const retrieveProject: Operation<{ path: 'id'; result: reply.Project }> = {
  id: 'retrieveProject', method: 'GET', path: '/v1/projects/{id}',
}

/** Change a project. */
export const updateProject: Operation<{ path: 'id'; body: wire.UpdateProjectRequest; result: reply.Project }> = {
  id: 'updateProject', method: 'PATCH', path: '/v1/projects/{id}', takesKey: true,
}

/** Count a segment. */
export const countSegment: Operation<{ path: 'id'; result: reply.Segment }> = {
  id: 'countSegment', method: 'POST', path: '/v1/segments/{id}/count', takesKey: true,
}

/** Create a segment. */
export const createSegment: Operation<{ body: wire.CreateSegmentRequest; result: reply.Segment }> = {
  id: 'createSegment', method: 'POST', path: '/v1/segments', takesKey: true,
}

/** Delete a segment. */
export const deleteSegment: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteSegment', method: 'DELETE', path: '/v1/segments/{id}', takesKey: true, isEmpty: true,
}

/** Explain a segment. */
export const explainSegment: Operation<{ path: 'id'; body: wire.ExplainSegmentRequest; result: reply.SegmentExplanation }> = {
  id: 'explainSegment', method: 'POST', path: '/v1/segments/{id}/explain',
}

/** List the contacts of a segment. */
export const listSegmentContacts: Operation<{ path: 'id'; query: wire.ListSegmentContactsRequest; result: reply.ContactList }> = {
  id: 'listSegmentContacts', method: 'GET', path: '/v1/segments/{id}/contacts',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** List segments. */
export const listSegments: Operation<{ query: wire.ListSegmentsRequest; result: reply.SegmentList }> = {
  id: 'listSegments', method: 'GET', path: '/v1/segments',
  query: ['limit', 'since', 'until', 'cursor', 'project_id'],
}

/** Preview a segment. */
export const previewSegment: Operation<{ body: wire.PreviewSegmentRequest; result: reply.SegmentPreview }> = {
  id: 'previewSegment', method: 'POST', path: '/v1/segments/preview',
}

/** Retrieve a segment. */
export const retrieveSegment: Operation<{ path: 'id'; result: reply.Segment }> = {
  id: 'retrieveSegment', method: 'GET', path: '/v1/segments/{id}',
}

/** Change a segment. */
export const updateSegment: Operation<{ path: 'id'; body: wire.UpdateSegmentRequest; result: reply.Segment }> = {
  id: 'updateSegment', method: 'PATCH', path: '/v1/segments/{id}', takesKey: true,
}

/** Retrieve the sending status. */
export const retrieveSendingStatus: Operation<{ result: reply.SendingStatus }> = {
  id: 'retrieveSendingStatus', method: 'GET', path: '/v1/sending-status',
}

/** Sign in. */
export const createSession: Operation<{ body: wire.CreateSessionRequest; result: reply.CreatedSession }> = {
  id: 'createSession', method: 'POST', path: '/v1/sessions', uncredentialed: true,
}

/** List sessions. */
export const listSessions: Operation<{ query: wire.ListSessionsRequest; result: reply.SessionList }> = {
  id: 'listSessions', method: 'GET', path: '/v1/sessions',
  query: ['limit', 'since', 'until', 'cursor', 'user_id', 'program'],
}

/** Retrieve a session. */
export const retrieveSession: Operation<{ path: 'id'; result: reply.Session }> = {
  id: 'retrieveSession', method: 'GET', path: '/v1/sessions/{id}',
}

/** Sign out. */
export const revokeSession: Operation<{ path: 'id'; result: void }> = {
  id: 'revokeSession', method: 'DELETE', path: '/v1/sessions/{id}', takesKey: true, isEmpty: true,
}

/** Sign in with an identity provider. */
export const createProviderSession: Operation<{ body: wire.CreateProviderSessionRequest; result: reply.CreatedSession }> = {
  id: 'createProviderSession', method: 'POST', path: '/v1/provider-sessions', uncredentialed: true,
}

/** Start signing in with an identity provider. */
export const createSignInAuthorization: Operation<{ body: wire.CreateSignInAuthorizationRequest; result: reply.SignInAuthorization }> = {
  id: 'createSignInAuthorization', method: 'POST', path: '/v1/sign-in-authorizations', uncredentialed: true,
}

/** Send a sign-in link. */
export const createSignInLink: Operation<{ body: wire.CreateSignInLinkRequest; result: reply.RequestedSignInLink }> = {
  id: 'createSignInLink', method: 'POST', path: '/v1/sign-in-links', uncredentialed: true,
}

/** Retrieve statistics. */
export const retrieveStatistics: Operation<{ query: wire.RetrieveStatisticsRequest; result: reply.Statistics }> = {
  id: 'retrieveStatistics', method: 'GET', path: '/v1/statistics',
  query: ['interval', 'since', 'until', 'project_id', 'environment', 'category', 'destination', 'group_by', 'max_groups'],
}

/** Create a subscriber list. */
export const createSubscriberList: Operation<{ body: wire.CreateSubscriberListRequest; result: reply.SubscriberList }> = {
  id: 'createSubscriberList', method: 'POST', path: '/v1/subscriber-lists', takesKey: true,
}

/** Delete a subscriber list. */
export const deleteSubscriberList: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteSubscriberList', method: 'DELETE', path: '/v1/subscriber-lists/{id}', takesKey: true, isEmpty: true,
}

/** List subscriber lists. */
export const listSubscriberLists: Operation<{ query: wire.ListSubscriberListsRequest; result: reply.SubscriberListList }> = {
  id: 'listSubscriberLists', method: 'GET', path: '/v1/subscriber-lists',
  query: ['limit', 'since', 'until', 'project_id', 'cursor', 'include'],
}

/** Retrieve a subscriber list. */
export const retrieveSubscriberList: Operation<{ path: 'id'; result: reply.SubscriberList }> = {
  id: 'retrieveSubscriberList', method: 'GET', path: '/v1/subscriber-lists/{id}',
}

/** Change a subscriber list. */
export const updateSubscriberList: Operation<{ path: 'id'; body: wire.UpdateSubscriberListRequest; result: reply.SubscriberList }> = {
  id: 'updateSubscriberList', method: 'PATCH', path: '/v1/subscriber-lists/{id}', takesKey: true,
}

/** List subscriptions. */
export const listSubscriptions: Operation<{ path: 'id'; query: wire.ListSubscriptionsRequest; result: reply.SubscriptionList }> = {
  id: 'listSubscriptions', method: 'GET', path: '/v1/subscriber-lists/{id}/subscriptions',
  query: ['limit', 'since', 'until', 'status', 'statuses', 'email', 'cursor'],
}

/** Request opt-in. */
export const requestSubscription: Operation<{ path: 'id'; body: wire.RequestSubscriptionRequest; result: reply.SubscriptionRequest }> = {
  id: 'requestSubscription', method: 'POST', path: '/v1/subscriber-lists/{id}/subscriptions', takesKey: true,
}

/** Retrieve a subscription. */
export const retrieveSubscription: Operation<{ path: 'id' | 'subscription_id'; result: reply.Subscription }> = {
  id: 'retrieveSubscription', method: 'GET', path: '/v1/subscriber-lists/{id}/subscriptions/{subscription_id}',
}

/** Unsubscribe. */
export const unsubscribeSubscription: Operation<{ path: 'id' | 'subscription_id'; body: wire.UnsubscribeRequest; result: reply.Subscription }> = {
  id: 'unsubscribeSubscription', method: 'POST', path: '/v1/subscriber-lists/{id}/subscriptions/{subscription_id}/unsubscribe', takesKey: true,
}

/** Suppress a recipient. */
export const createSuppression: Operation<{ body: wire.CreateSuppressionRequest; result: reply.Suppression }> = {
  id: 'createSuppression', method: 'POST', path: '/v1/compliance/suppressions', takesKey: true,
}

/** Remove a suppression. */
export const deleteSuppression: Operation<{ path: 'id'; query: wire.DeleteSuppressionRequest; result: void }> = {
  id: 'deleteSuppression', method: 'DELETE', path: '/v1/suppressions/{id}', takesKey: true, isEmpty: true,
  query: ['force'],
}

/** Export suppressions. */
export const exportSuppressions: Operation<{ query: wire.ExportSuppressionsRequest; result: reply.SuppressionList }> = {
  id: 'exportSuppressions', method: 'GET', path: '/v1/suppressions/export',
  query: ['limit', 'since', 'until', 'email', 'reason', 'reasons', 'reply_contains', 'cursor'],
}

/** Import suppressions. */
export const importSuppressions: Operation<{ body: unknown; result: reply.SuppressionImport }> = {
  id: 'importSuppressions', method: 'POST', path: '/v1/suppressions/import', takesKey: true, sends: 'text/csv',
}

/** Lift suppressions caused by bounces. */
export const liftSuppressions: Operation<{ body: wire.LiftSuppressionsRequest; result: reply.LiftedSuppressions }> = {
  id: 'liftSuppressions', method: 'POST', path: '/v1/suppressions/lift', takesKey: true,
}

/** Group suppressions by bounce reply. */
export const listSuppressionReplies: Operation<{ query: wire.ListSuppressionRepliesRequest; result: reply.SuppressionReplyGroups }> = {
  id: 'listSuppressionReplies', method: 'GET', path: '/v1/suppressions/replies',
  query: ['limit', 'since', 'until', 'reply_contains', 'reason'],
}

/** List suppressions. */
export const listSuppressions: Operation<{ query: wire.ListSuppressionsRequest; result: reply.SuppressionList }> = {
  id: 'listSuppressions', method: 'GET', path: '/v1/suppressions',
  query: ['limit', 'since', 'until', 'email', 'reason', 'reasons', 'reply_contains', 'cursor'],
}

/** Retrieve a suppression. */
export const retrieveSuppression: Operation<{ path: 'id'; result: reply.Suppression }> = {
  id: 'retrieveSuppression', method: 'GET', path: '/v1/suppressions/{id}',
}

/** List TLS reports of your domains. */
export const listTlsReports: Operation<{ query: wire.ListTlsReportsRequest; result: reply.TlsReportSummaryList }> = {
  id: 'listTlsReports', method: 'GET', path: '/v1/deliverability/tls/reports',
  query: ['limit', 'since', 'until', 'domain_id', 'cursor'],
}

/** Create a template. */
export const createTemplate: Operation<{ body: wire.CreateTemplateRequest; result: reply.Template }> = {
  id: 'createTemplate', method: 'POST', path: '/v1/templates', takesKey: true,
}

/** Create a version of a template. */
export const createTemplateVersion: Operation<{ path: 'id'; body: wire.TemplateContent; result: reply.TemplateVersion }> = {
  id: 'createTemplateVersion', method: 'POST', path: '/v1/templates/{id}/versions', takesKey: true,
}

/** Delete a template. */
export const deleteTemplate: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteTemplate', method: 'DELETE', path: '/v1/templates/{id}', takesKey: true, isEmpty: true,
}

/** List the versions of a template. */
export const listTemplateVersions: Operation<{ path: 'id'; query: wire.ListTemplateVersionsRequest; result: reply.TemplateVersionList }> = {
  id: 'listTemplateVersions', method: 'GET', path: '/v1/templates/{id}/versions',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** List templates. */
export const listTemplates: Operation<{ query: wire.ListTemplatesRequest; result: reply.TemplateList }> = {
  id: 'listTemplates', method: 'GET', path: '/v1/templates',
  query: ['limit', 'since', 'until', 'cursor', 'project_id', 'alias', 'kind', 'kinds', 'include'],
}

/** Preview a template. */
export const previewTemplate: Operation<{ path: 'id'; body: wire.PreviewTemplateRequest; result: reply.TemplatePreview }> = {
  id: 'previewTemplate', method: 'POST', path: '/v1/templates/{id}/preview',
}

/** Preview unsaved content. */
export const previewTemplateContent: Operation<{ body: wire.PreviewTemplateContentRequest; result: reply.TemplatePreview }> = {
  id: 'previewTemplateContent', method: 'POST', path: '/v1/templates/preview',
}

/** Publish a version of a template. */
export const publishTemplate: Operation<{ path: 'id'; body: wire.PublishTemplateRequest; result: reply.Template }> = {
  id: 'publishTemplate', method: 'POST', path: '/v1/templates/{id}/publish', takesKey: true,
}

/** Retrieve a template. */
export const retrieveTemplate: Operation<{ path: 'id'; result: reply.Template }> = {
  id: 'retrieveTemplate', method: 'GET', path: '/v1/templates/{id}',
}

/** List what uses a template. */
export const retrieveTemplateUses: Operation<{ path: 'id'; result: reply.TemplateUses }> = {
  id: 'retrieveTemplateUses', method: 'GET', path: '/v1/templates/{id}/uses',
}

/** Retrieve a version of a template. */
export const retrieveTemplateVersion: Operation<{ path: 'id' | 'version'; result: reply.TemplateVersion }> = {
  id: 'retrieveTemplateVersion', method: 'GET', path: '/v1/templates/{id}/versions/{version}',
}

/** Update a template. */
export const updateTemplate: Operation<{ path: 'id'; body: wire.UpdateTemplateRequest; result: reply.Template }> = {
  id: 'updateTemplate', method: 'PATCH', path: '/v1/templates/{id}', takesKey: true,
}

/** Create a topic. */
export const createTopic: Operation<{ body: wire.CreateTopicRequest; result: reply.Topic }> = {
  id: 'createTopic', method: 'POST', path: '/v1/topics', takesKey: true,
}

/** Delete a topic. */
export const deleteTopic: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteTopic', method: 'DELETE', path: '/v1/topics/{id}', takesKey: true, isEmpty: true,
}

/** List topics. */
export const listTopics: Operation<{ query: wire.ListTopicsRequest; result: reply.TopicList }> = {
  id: 'listTopics', method: 'GET', path: '/v1/topics',
  query: ['limit', 'since', 'until', 'project_id', 'cursor'],
}

/** Retrieve a topic. */
export const retrieveTopic: Operation<{ path: 'id'; result: reply.Topic }> = {
  id: 'retrieveTopic', method: 'GET', path: '/v1/topics/{id}',
}

/** Change a topic. */
export const updateTopic: Operation<{ path: 'id'; body: wire.UpdateTopicRequest; result: reply.Topic }> = {
  id: 'updateTopic', method: 'PATCH', path: '/v1/topics/{id}', takesKey: true,
}

/** Add a user. */
export const createUser: Operation<{ body: wire.CreateUserRequest; result: reply.User }> = {
  id: 'createUser', method: 'POST', path: '/v1/users', takesKey: true,
}

/** Remove a user. */
export const deleteUser: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteUser', method: 'DELETE', path: '/v1/users/{id}', takesKey: true, isEmpty: true,
}

/** List users. */
export const listUsers: Operation<{ query: wire.ListUsersRequest; result: reply.UserList }> = {
  id: 'listUsers', method: 'GET', path: '/v1/users',
  query: ['limit', 'since', 'until', 'cursor', 'role', 'email'],
}

/** Retrieve a user. */
export const retrieveUser: Operation<{ path: 'id'; result: reply.User }> = {
  id: 'retrieveUser', method: 'GET', path: '/v1/users/{id}',
}

/** Change a user. */
export const updateUser: Operation<{ path: 'id'; body: wire.UpdateUserRequest; result: reply.User }> = {
  id: 'updateUser', method: 'PATCH', path: '/v1/users/{id}', takesKey: true,
}

/** Create a webhook receiver. */
export const createWebhookReceiver: Operation<{ body: wire.CreateWebhookReceiverRequest; result: reply.WebhookReceiver }> = {
  id: 'createWebhookReceiver', method: 'POST', path: '/v1/webhook-receivers', takesKey: true,
}

/** Delete a webhook receiver. */
export const deleteWebhookReceiver: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteWebhookReceiver', method: 'DELETE', path: '/v1/webhook-receivers/{id}', takesKey: true, isEmpty: true,
}

/** List the requests of a webhook receiver. */
export const listWebhookReceiverRequests: Operation<{ path: 'id'; query: wire.ListWebhookReceiverRequestsRequest; result: reply.WebhookReceiverRequestList }> = {
  id: 'listWebhookReceiverRequests', method: 'GET', path: '/v1/webhook-receivers/{id}/requests',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** List webhook receivers. */
export const listWebhookReceivers: Operation<{ query: wire.ListWebhookReceiversRequest; result: reply.WebhookReceiverList }> = {
  id: 'listWebhookReceivers', method: 'GET', path: '/v1/webhook-receivers',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** Retrieve a webhook receiver. */
export const retrieveWebhookReceiver: Operation<{ path: 'id'; result: reply.WebhookReceiver }> = {
  id: 'retrieveWebhookReceiver', method: 'GET', path: '/v1/webhook-receivers/{id}',
}

/** Change a webhook receiver. */
export const updateWebhookReceiver: Operation<{ path: 'id'; body: wire.UpdateWebhookReceiverRequest; result: reply.WebhookReceiver }> = {
  id: 'updateWebhookReceiver', method: 'PATCH', path: '/v1/webhook-receivers/{id}', takesKey: true,
}

/** Delete a webhook subscription. */
export const deleteWebhook: Operation<{ path: 'id'; result: void }> = {
  id: 'deleteWebhook', method: 'DELETE', path: '/v1/webhooks/status/{id}', takesKey: true, isEmpty: true,
}

/** List webhook deliveries. */
export const listWebhookDeliveries: Operation<{ query: wire.ListWebhookDeliveriesRequest; result: reply.WebhookDeliveryList }> = {
  id: 'listWebhookDeliveries', method: 'GET', path: '/v1/webhooks/status/deliveries',
  query: ['limit', 'since', 'until', 'cursor', 'project_id', 'webhook_id', 'event_id', 'event_type', 'event_types', 'status', 'statuses'],
}

/** List the health of webhook subscriptions. */
export const listWebhookHealth: Operation<{ query: wire.ListWebhookHealthRequest; result: reply.WebhookHealthList }> = {
  id: 'listWebhookHealth', method: 'GET', path: '/v1/webhooks/status/health',
  query: ['limit', 'since', 'until', 'cursor'],
}

/** List webhook subscriptions. */
export const listWebhooks: Operation<{ query: wire.ListWebhooksRequest; result: reply.WebhookList }> = {
  id: 'listWebhooks', method: 'GET', path: '/v1/webhooks/status',
  query: ['limit', 'since', 'until', 'cursor', 'project_id'],
}

/** Replay a webhook delivery. */
export const replayWebhookDelivery: Operation<{ path: 'id' | 'delivery_id'; result: reply.WebhookDelivery }> = {
  id: 'replayWebhookDelivery', method: 'POST', path: '/v1/webhooks/status/{id}/deliveries/{delivery_id}/replay', takesKey: true,
}

/** Retrieve a webhook subscription. */
export const retrieveWebhook: Operation<{ path: 'id'; result: reply.WebhookSubscription }> = {
  id: 'retrieveWebhook', method: 'GET', path: '/v1/webhooks/status/{id}',
}

/** Retrieve a webhook delivery. */
export const retrieveWebhookDelivery: Operation<{ path: 'id' | 'delivery_id'; result: reply.WebhookDelivery }> = {
  id: 'retrieveWebhookDelivery', method: 'GET', path: '/v1/webhooks/status/{id}/deliveries/{delivery_id}',
}

/** End the previous signing secrets. */
export const revokeWebhookPreviousSecrets: Operation<{ path: 'id'; result: void }> = {
  id: 'revokeWebhookPreviousSecrets', method: 'DELETE', path: '/v1/webhooks/status/{id}/previous-secrets', takesKey: true, isEmpty: true,
}

/** Rotate the signing secret. */
export const rotateWebhookSecret: Operation<{ path: 'id'; body: wire.RotateWebhookSecretRequest; result: reply.SavedWebhook }> = {
  id: 'rotateWebhookSecret', method: 'POST', path: '/v1/webhooks/status/{id}/rotate-secret', takesKey: true,
}

/** Send a test delivery. */
export const testWebhook: Operation<{ path: 'id'; result: reply.WebhookDelivery }> = {
  id: 'testWebhook', method: 'POST', path: '/v1/webhooks/status/{id}/test', takesKey: true,
}

/** Create or change a webhook subscription. */
export const updateWebhook: Operation<{ body: wire.UpdateWebhookRequest; result: reply.SavedWebhook }> = {
  id: 'updateWebhook', method: 'PATCH', path: '/v1/webhooks/status', takesKey: true,
}

/** Create or replace a webhook subscription. */
export const upsertWebhook: Operation<{ body: wire.UpsertWebhookRequest; result: reply.SavedWebhook }> = {
  id: 'upsertWebhook', method: 'PUT', path: '/v1/webhooks/status', takesKey: true,
}

/** Retrieve usage. */
export const retrieveUsage: Operation<{ query: wire.RetrieveUsageRequest; result: reply.Usage }> = {
  id: 'retrieveUsage', method: 'GET', path: '/v1/usage',
  query: ['days', 'months'],
}

/** Retrieve the workspace. */
export const retrieveWorkspace: Operation<{ result: reply.Workspace }> = {
  id: 'retrieveWorkspace', method: 'GET', path: '/v1/workspace',
}

/** Change the workspace. */
export const updateWorkspace: Operation<{ body: wire.UpdateWorkspaceRequest; result: reply.Workspace }> = {
  id: 'updateWorkspace', method: 'PATCH', path: '/v1/workspace', takesKey: true,
}
