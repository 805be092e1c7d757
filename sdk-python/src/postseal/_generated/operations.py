# Made from generated/openapi.json by scripts/python/generate.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from .._operation import ListOperation, Operation

if TYPE_CHECKING:
    from . import types

LIST_MESSAGES: ListOperation[types.Message, types.MessageList] = ListOperation(
    "listMessages", "messages.list", "GET", "/v1/messages"
)
SEND_MESSAGE: Operation[types.AcceptedMessage] = Operation(
    "sendMessage", "messages.send", "POST", "/v1/messages"
)
SEND_MESSAGE_BATCH: Operation[types.BatchResult] = Operation(
    "sendMessageBatch", "messages.send_batch", "POST", "/v1/messages/batch"
)
CANCEL_MESSAGES: Operation[types.CancelledMessages] = Operation(
    "cancelMessages", "messages.cancel_many", "POST", "/v1/messages/cancel"
)
RETRIEVE_MESSAGE: Operation[types.Message] = Operation(
    "retrieveMessage", "messages.retrieve", "GET", "/v1/messages/{id}"
)
RESCHEDULE_MESSAGE: Operation[types.Message] = Operation(
    "rescheduleMessage", "messages.reschedule", "PATCH", "/v1/messages/{id}"
)
RETRIEVE_MESSAGE_CONTENT: Operation[types.MessageContent] = Operation(
    "retrieveMessageContent", "messages.retrieve_content", "GET", "/v1/messages/{id}/content"
)
CANCEL_MESSAGE: Operation[types.Message] = Operation(
    "cancelMessage", "messages.cancel", "POST", "/v1/messages/{id}/cancel"
)
LIST_MESSAGE_LOGS: ListOperation[types.MessageLog, types.MessageLogList] = ListOperation(
    "listMessageLogs", "message_logs.list", "GET", "/v1/message-logs"
)
EXPORT_MESSAGE_LOGS: Operation[bytes] = Operation(
    "exportMessageLogs", "message_logs.export", "GET", "/v1/message-logs/export"
)
RETRIEVE_MESSAGE_LOG: Operation[types.MessageLog] = Operation(
    "retrieveMessageLog", "message_logs.retrieve", "GET", "/v1/message-logs/{id}"
)
RETRY_MESSAGE_LOG: Operation[types.MessageLog] = Operation(
    "retryMessageLog", "message_logs.retry", "POST", "/v1/message-logs/{id}/retry"
)
LIST_EVENTS: ListOperation[types.Event, types.EventList] = ListOperation(
    "listEvents", "events.list", "GET", "/v1/events"
)
FOLLOW_EVENTS: Operation[types.FollowedEventPage] = Operation(
    "followEvents", "events.follow", "GET", "/v1/events/follow"
)
EXPORT_EVENTS: Operation[bytes] = Operation("exportEvents", "events.export", "GET", "/v1/events/export")
RETRIEVE_EVENT: Operation[types.Event] = Operation(
    "retrieveEvent", "events.retrieve", "GET", "/v1/events/{id}"
)
RETRIEVE_STATISTICS: Operation[types.Statistics] = Operation(
    "retrieveStatistics", "statistics.retrieve", "GET", "/v1/statistics"
)
LIST_WEBHOOKS: ListOperation[types.WebhookSubscription, types.WebhookList] = ListOperation(
    "listWebhooks", "webhooks.list", "GET", "/v1/webhooks/status"
)
UPSERT_WEBHOOK: Operation[types.SavedWebhook] = Operation(
    "upsertWebhook", "webhooks.upsert", "PUT", "/v1/webhooks/status"
)
UPDATE_WEBHOOK: Operation[types.SavedWebhook] = Operation(
    "updateWebhook", "webhooks.update", "PATCH", "/v1/webhooks/status"
)
LIST_WEBHOOK_DELIVERIES: ListOperation[types.WebhookDelivery, types.WebhookDeliveryList] = ListOperation(
    "listWebhookDeliveries", "webhooks.list_deliveries", "GET", "/v1/webhooks/status/deliveries"
)
LIST_WEBHOOK_HEALTH: ListOperation[types.WebhookHealth, types.WebhookHealthList] = ListOperation(
    "listWebhookHealth", "webhooks.list_health", "GET", "/v1/webhooks/status/health"
)
RETRIEVE_WEBHOOK: Operation[types.WebhookSubscription] = Operation(
    "retrieveWebhook", "webhooks.retrieve", "GET", "/v1/webhooks/status/{id}"
)
DELETE_WEBHOOK: Operation[None] = Operation(
    "deleteWebhook", "webhooks.delete", "DELETE", "/v1/webhooks/status/{id}"
)
ROTATE_WEBHOOK_SECRET: Operation[types.SavedWebhook] = Operation(
    "rotateWebhookSecret", "webhooks.rotate_secret", "POST", "/v1/webhooks/status/{id}/rotate-secret"
)
REVOKE_WEBHOOK_PREVIOUS_SECRETS: Operation[None] = Operation(
    "revokeWebhookPreviousSecrets",
    "webhooks.revoke_previous_secrets",
    "DELETE",
    "/v1/webhooks/status/{id}/previous-secrets",
)
TEST_WEBHOOK: Operation[types.WebhookDelivery] = Operation(
    "testWebhook", "webhooks.test", "POST", "/v1/webhooks/status/{id}/test"
)
RETRIEVE_WEBHOOK_DELIVERY: Operation[types.WebhookDelivery] = Operation(
    "retrieveWebhookDelivery",
    "webhooks.retrieve_delivery",
    "GET",
    "/v1/webhooks/status/{id}/deliveries/{delivery_id}",
)
REPLAY_WEBHOOK_DELIVERY: Operation[types.WebhookDelivery] = Operation(
    "replayWebhookDelivery",
    "webhooks.replay_delivery",
    "POST",
    "/v1/webhooks/status/{id}/deliveries/{delivery_id}/replay",
)
LIST_WEBHOOK_RECEIVERS: ListOperation[types.WebhookReceiver, types.WebhookReceiverList] = ListOperation(
    "listWebhookReceivers", "webhook_receivers.list", "GET", "/v1/webhook-receivers"
)
CREATE_WEBHOOK_RECEIVER: Operation[types.WebhookReceiver] = Operation(
    "createWebhookReceiver", "webhook_receivers.create", "POST", "/v1/webhook-receivers"
)
RETRIEVE_WEBHOOK_RECEIVER: Operation[types.WebhookReceiver] = Operation(
    "retrieveWebhookReceiver", "webhook_receivers.retrieve", "GET", "/v1/webhook-receivers/{id}"
)
UPDATE_WEBHOOK_RECEIVER: Operation[types.WebhookReceiver] = Operation(
    "updateWebhookReceiver", "webhook_receivers.update", "PATCH", "/v1/webhook-receivers/{id}"
)
DELETE_WEBHOOK_RECEIVER: Operation[None] = Operation(
    "deleteWebhookReceiver", "webhook_receivers.delete", "DELETE", "/v1/webhook-receivers/{id}"
)
LIST_WEBHOOK_RECEIVER_REQUESTS: ListOperation[types.WebhookReceiverRequest, types.WebhookReceiverRequestList] = ListOperation(
    "listWebhookReceiverRequests",
    "webhook_receivers.list_requests",
    "GET",
    "/v1/webhook-receivers/{id}/requests",
)
LIST_DOMAINS: ListOperation[types.Domain, types.DomainList] = ListOperation(
    "listDomains", "domains.list", "GET", "/v1/domains"
)
CREATE_DOMAIN: Operation[types.Domain] = Operation("createDomain", "domains.create", "POST", "/v1/domains")
LIST_DMARC_RAMPS: ListOperation[types.DmarcRamp, types.DmarcRampList] = ListOperation(
    "listDmarcRamps", "dmarc.list_ramps", "GET", "/v1/domains/dmarc-ramp"
)
RETRIEVE_DOMAIN: Operation[types.Domain] = Operation(
    "retrieveDomain", "domains.retrieve", "GET", "/v1/domains/{id}"
)
UPDATE_DOMAIN: Operation[types.Domain] = Operation(
    "updateDomain", "domains.update", "PATCH", "/v1/domains/{id}"
)
DELETE_DOMAIN: Operation[None] = Operation("deleteDomain", "domains.delete", "DELETE", "/v1/domains/{id}")
CHECK_DOMAIN: Operation[types.Domain] = Operation(
    "checkDomain", "domains.check", "POST", "/v1/domains/{id}/check"
)
RETRIEVE_DOMAIN_RULES: Operation[types.DomainRules] = Operation(
    "retrieveDomainRules", "domains.retrieve_rules", "GET", "/v1/domains/{id}/rules"
)
ROTATE_DOMAIN_DKIM: Operation[types.Domain] = Operation(
    "rotateDomainDkim", "domains.rotate_dkim", "POST", "/v1/domains/{id}/rotate-dkim"
)
RETRIEVE_DMARC_RAMP: Operation[types.DmarcRamp] = Operation(
    "retrieveDmarcRamp", "dmarc.retrieve_ramp", "GET", "/v1/domains/{id}/dmarc-ramp"
)
LIST_DMARC_SOURCES: ListOperation[types.DmarcSource, types.DmarcSourceList] = ListOperation(
    "listDmarcSources", "dmarc.list_sources", "GET", "/v1/deliverability/dmarc/sources"
)
REVIEW_DMARC_SOURCE: Operation[types.DmarcSource] = Operation(
    "reviewDmarcSource", "dmarc.review_source", "PATCH", "/v1/deliverability/dmarc/sources/{id}"
)
LIST_TLS_REPORTS: ListOperation[types.TlsReportSummary, types.TlsReportSummaryList] = ListOperation(
    "listTlsReports", "tls_reports.list", "GET", "/v1/deliverability/tls/reports"
)
CREATE_SUPPRESSION: Operation[types.Suppression] = Operation(
    "createSuppression", "suppressions.create", "POST", "/v1/compliance/suppressions"
)
LIST_SUPPRESSIONS: ListOperation[types.Suppression, types.SuppressionList] = ListOperation(
    "listSuppressions", "suppressions.list", "GET", "/v1/suppressions"
)
EXPORT_SUPPRESSIONS: ListOperation[types.Suppression, types.SuppressionList] = ListOperation(
    "exportSuppressions", "suppressions.export", "GET", "/v1/suppressions/export"
)
IMPORT_SUPPRESSIONS: Operation[types.SuppressionImport] = Operation(
    "importSuppressions", "suppressions.import_csv", "POST", "/v1/suppressions/import"
)
LIST_SUPPRESSION_REPLIES: Operation[types.SuppressionReplyGroups] = Operation(
    "listSuppressionReplies", "suppressions.list_replies", "GET", "/v1/suppressions/replies"
)
LIFT_SUPPRESSIONS: Operation[types.LiftedSuppressions] = Operation(
    "liftSuppressions", "suppressions.lift", "POST", "/v1/suppressions/lift"
)
RETRIEVE_SUPPRESSION: Operation[types.Suppression] = Operation(
    "retrieveSuppression", "suppressions.retrieve", "GET", "/v1/suppressions/{id}"
)
DELETE_SUPPRESSION: Operation[None] = Operation(
    "deleteSuppression", "suppressions.delete", "DELETE", "/v1/suppressions/{id}"
)
LIST_CONTACTS: ListOperation[types.Contact, types.ContactList] = ListOperation(
    "listContacts", "contacts.list", "GET", "/v1/contacts"
)
UPSERT_CONTACT: Operation[types.Contact] = Operation(
    "upsertContact", "contacts.upsert", "PUT", "/v1/contacts"
)
UPSERT_CONTACT_BATCH: Operation[types.ContactBatchResult] = Operation(
    "upsertContactBatch", "contacts.upsert_batch", "POST", "/v1/contacts/batch"
)
RECORD_CONTACT_EVENT_BY_ADDRESS: Operation[types.ContactEvent] = Operation(
    "recordContactEventByAddress", "contacts.record_event_by_address", "POST", "/v1/contacts/events"
)
EXPORT_CONTACTS: Operation[bytes] = Operation(
    "exportContacts", "contacts.export", "GET", "/v1/contacts/export"
)
IMPORT_CONTACTS: Operation[types.ContactImport] = Operation(
    "importContacts", "contacts.import_csv", "POST", "/v1/contacts/import"
)
RETRIEVE_CONTACT: Operation[types.Contact] = Operation(
    "retrieveContact", "contacts.retrieve", "GET", "/v1/contacts/{id}"
)
UPDATE_CONTACT: Operation[types.Contact] = Operation(
    "updateContact", "contacts.update", "PATCH", "/v1/contacts/{id}"
)
DELETE_CONTACT: Operation[None] = Operation("deleteContact", "contacts.delete", "DELETE", "/v1/contacts/{id}")
LIST_CONTACT_EVENTS: ListOperation[types.ContactEvent, types.ContactEventList] = ListOperation(
    "listContactEvents", "contacts.list_events", "GET", "/v1/contacts/{id}/events"
)
RECORD_CONTACT_EVENT: Operation[types.ContactEvent] = Operation(
    "recordContactEvent", "contacts.record_event", "POST", "/v1/contacts/{id}/events"
)
LIST_CONTACT_SUBSCRIPTIONS: ListOperation[types.Subscription, types.SubscriptionList] = ListOperation(
    "listContactSubscriptions", "contacts.list_subscriptions", "GET", "/v1/contacts/{id}/subscriptions"
)
RETRIEVE_CONTACT_TOPICS: Operation[types.ContactTopics] = Operation(
    "retrieveContactTopics", "contacts.retrieve_topics", "GET", "/v1/contacts/{id}/topics"
)
CHOOSE_CONTACT_TOPIC: Operation[types.ContactTopic] = Operation(
    "chooseContactTopic", "contacts.choose_topic", "PUT", "/v1/contacts/{id}/topics/{key}"
)
LIST_TOPIC_CONSENTS: ListOperation[types.TopicConsent, types.TopicConsentList] = ListOperation(
    "listTopicConsents", "contacts.list_topic_consents", "GET", "/v1/contacts/{id}/topic-consents"
)
LIST_CONTACT_RUNS: ListOperation[types.AutomationRun, types.AutomationRunList] = ListOperation(
    "listContactRuns", "contacts.list_runs", "GET", "/v1/contacts/{id}/runs"
)
LIST_CONTACT_IMPORTS: ListOperation[types.ContactImport, types.ContactImportList] = ListOperation(
    "listContactImports", "contacts.list_imports", "GET", "/v1/contact-imports"
)
RETRIEVE_CONTACT_IMPORT: Operation[types.ContactImport] = Operation(
    "retrieveContactImport", "contacts.retrieve_import", "GET", "/v1/contact-imports/{id}"
)
CANCEL_CONTACT_IMPORT: Operation[types.ContactImport] = Operation(
    "cancelContactImport", "contacts.cancel_import", "POST", "/v1/contact-imports/{id}/cancel"
)
EXPORT_CONTACT_IMPORT_LINES: Operation[bytes] = Operation(
    "exportContactImportLines", "contacts.export_import_lines", "GET", "/v1/contact-imports/{id}/lines"
)
LIST_SUBSCRIBER_LISTS: ListOperation[types.SubscriberList, types.SubscriberListList] = ListOperation(
    "listSubscriberLists", "subscriber_lists.list", "GET", "/v1/subscriber-lists"
)
CREATE_SUBSCRIBER_LIST: Operation[types.SubscriberList] = Operation(
    "createSubscriberList", "subscriber_lists.create", "POST", "/v1/subscriber-lists"
)
RETRIEVE_SUBSCRIBER_LIST: Operation[types.SubscriberList] = Operation(
    "retrieveSubscriberList", "subscriber_lists.retrieve", "GET", "/v1/subscriber-lists/{id}"
)
UPDATE_SUBSCRIBER_LIST: Operation[types.SubscriberList] = Operation(
    "updateSubscriberList", "subscriber_lists.update", "PATCH", "/v1/subscriber-lists/{id}"
)
DELETE_SUBSCRIBER_LIST: Operation[None] = Operation(
    "deleteSubscriberList", "subscriber_lists.delete", "DELETE", "/v1/subscriber-lists/{id}"
)
LIST_SUBSCRIPTIONS: ListOperation[types.Subscription, types.SubscriptionList] = ListOperation(
    "listSubscriptions", "subscriptions.list", "GET", "/v1/subscriber-lists/{id}/subscriptions"
)
REQUEST_SUBSCRIPTION: Operation[types.SubscriptionRequest] = Operation(
    "requestSubscription", "subscriptions.request", "POST", "/v1/subscriber-lists/{id}/subscriptions"
)
RETRIEVE_SUBSCRIPTION: Operation[types.Subscription] = Operation(
    "retrieveSubscription",
    "subscriptions.retrieve",
    "GET",
    "/v1/subscriber-lists/{id}/subscriptions/{subscription_id}",
)
UNSUBSCRIBE_SUBSCRIPTION: Operation[types.Subscription] = Operation(
    "unsubscribeSubscription",
    "subscriptions.unsubscribe",
    "POST",
    "/v1/subscriber-lists/{id}/subscriptions/{subscription_id}/unsubscribe",
)
LIST_TOPICS: ListOperation[types.Topic, types.TopicList] = ListOperation(
    "listTopics", "topics.list", "GET", "/v1/topics"
)
CREATE_TOPIC: Operation[types.Topic] = Operation("createTopic", "topics.create", "POST", "/v1/topics")
RETRIEVE_TOPIC: Operation[types.Topic] = Operation(
    "retrieveTopic", "topics.retrieve", "GET", "/v1/topics/{id}"
)
UPDATE_TOPIC: Operation[types.Topic] = Operation("updateTopic", "topics.update", "PATCH", "/v1/topics/{id}")
DELETE_TOPIC: Operation[None] = Operation("deleteTopic", "topics.delete", "DELETE", "/v1/topics/{id}")
LIST_DELETIONS: ListOperation[types.Deletion, types.DeletionList] = ListOperation(
    "listDeletions", "deletions.list", "GET", "/v1/compliance/deletions"
)
CREATE_DELETION: Operation[types.Deletion] = Operation(
    "createDeletion", "deletions.create", "POST", "/v1/compliance/deletions"
)
PREVIEW_DELETION: Operation[types.DeletionPreview] = Operation(
    "previewDeletion", "deletions.preview", "POST", "/v1/compliance/deletions/preview"
)
RETRIEVE_DELETION: Operation[types.Deletion] = Operation(
    "retrieveDeletion", "deletions.retrieve", "GET", "/v1/compliance/deletions/{id}"
)
RETRIEVE_SENDING_STATUS: Operation[types.SendingStatus] = Operation(
    "retrieveSendingStatus", "sending.retrieve_status", "GET", "/v1/sending-status"
)
LIST_TEMPLATES: ListOperation[types.Template, types.TemplateList] = ListOperation(
    "listTemplates", "templates.list", "GET", "/v1/templates"
)
CREATE_TEMPLATE: Operation[types.Template] = Operation(
    "createTemplate", "templates.create", "POST", "/v1/templates"
)
PREVIEW_TEMPLATE_CONTENT: Operation[types.TemplatePreview] = Operation(
    "previewTemplateContent", "templates.preview_content", "POST", "/v1/templates/preview"
)
RETRIEVE_TEMPLATE: Operation[types.Template] = Operation(
    "retrieveTemplate", "templates.retrieve", "GET", "/v1/templates/{id}"
)
UPDATE_TEMPLATE: Operation[types.Template] = Operation(
    "updateTemplate", "templates.update", "PATCH", "/v1/templates/{id}"
)
DELETE_TEMPLATE: Operation[None] = Operation(
    "deleteTemplate", "templates.delete", "DELETE", "/v1/templates/{id}"
)
LIST_TEMPLATE_VERSIONS: ListOperation[types.TemplateVersionSummary, types.TemplateVersionList] = ListOperation(
    "listTemplateVersions", "templates.list_versions", "GET", "/v1/templates/{id}/versions"
)
CREATE_TEMPLATE_VERSION: Operation[types.TemplateVersion] = Operation(
    "createTemplateVersion", "templates.create_version", "POST", "/v1/templates/{id}/versions"
)
RETRIEVE_TEMPLATE_USES: Operation[types.TemplateUses] = Operation(
    "retrieveTemplateUses", "templates.retrieve_uses", "GET", "/v1/templates/{id}/uses"
)
RETRIEVE_TEMPLATE_VERSION: Operation[types.TemplateVersion] = Operation(
    "retrieveTemplateVersion", "templates.retrieve_version", "GET", "/v1/templates/{id}/versions/{version}"
)
PUBLISH_TEMPLATE: Operation[types.Template] = Operation(
    "publishTemplate", "templates.publish", "POST", "/v1/templates/{id}/publish"
)
PREVIEW_TEMPLATE: Operation[types.TemplatePreview] = Operation(
    "previewTemplate", "templates.preview", "POST", "/v1/templates/{id}/preview"
)
LIST_SEGMENTS: ListOperation[types.Segment, types.SegmentList] = ListOperation(
    "listSegments", "segments.list", "GET", "/v1/segments"
)
CREATE_SEGMENT: Operation[types.Segment] = Operation(
    "createSegment", "segments.create", "POST", "/v1/segments"
)
PREVIEW_SEGMENT: Operation[types.SegmentPreview] = Operation(
    "previewSegment", "segments.preview", "POST", "/v1/segments/preview"
)
RETRIEVE_SEGMENT: Operation[types.Segment] = Operation(
    "retrieveSegment", "segments.retrieve", "GET", "/v1/segments/{id}"
)
UPDATE_SEGMENT: Operation[types.Segment] = Operation(
    "updateSegment", "segments.update", "PATCH", "/v1/segments/{id}"
)
DELETE_SEGMENT: Operation[None] = Operation("deleteSegment", "segments.delete", "DELETE", "/v1/segments/{id}")
COUNT_SEGMENT: Operation[types.Segment] = Operation(
    "countSegment", "segments.count", "POST", "/v1/segments/{id}/count"
)
LIST_SEGMENT_CONTACTS: ListOperation[types.Contact, types.ContactList] = ListOperation(
    "listSegmentContacts", "segments.list_contacts", "GET", "/v1/segments/{id}/contacts"
)
EXPLAIN_SEGMENT: Operation[types.SegmentExplanation] = Operation(
    "explainSegment", "segments.explain", "POST", "/v1/segments/{id}/explain"
)
LIST_CAMPAIGNS: ListOperation[types.Campaign, types.CampaignList] = ListOperation(
    "listCampaigns", "campaigns.list", "GET", "/v1/campaigns"
)
CREATE_CAMPAIGN: Operation[types.Campaign] = Operation(
    "createCampaign", "campaigns.create", "POST", "/v1/campaigns"
)
RETRIEVE_CAMPAIGN: Operation[types.Campaign] = Operation(
    "retrieveCampaign", "campaigns.retrieve", "GET", "/v1/campaigns/{id}"
)
UPDATE_CAMPAIGN: Operation[types.Campaign] = Operation(
    "updateCampaign", "campaigns.update", "PATCH", "/v1/campaigns/{id}"
)
DELETE_CAMPAIGN: Operation[None] = Operation(
    "deleteCampaign", "campaigns.delete", "DELETE", "/v1/campaigns/{id}"
)
SCHEDULE_CAMPAIGN: Operation[types.Campaign] = Operation(
    "scheduleCampaign", "campaigns.schedule", "POST", "/v1/campaigns/{id}/schedule"
)
UNSCHEDULE_CAMPAIGN: Operation[types.Campaign] = Operation(
    "unscheduleCampaign", "campaigns.unschedule", "POST", "/v1/campaigns/{id}/unschedule"
)
PAUSE_CAMPAIGN: Operation[types.PausedCampaign] = Operation(
    "pauseCampaign", "campaigns.pause", "POST", "/v1/campaigns/{id}/pause"
)
RESUME_CAMPAIGN: Operation[types.Campaign] = Operation(
    "resumeCampaign", "campaigns.resume", "POST", "/v1/campaigns/{id}/resume"
)
CANCEL_CAMPAIGN: Operation[types.PausedCampaign] = Operation(
    "cancelCampaign", "campaigns.cancel", "POST", "/v1/campaigns/{id}/cancel"
)
RETRY_CAMPAIGN: Operation[types.RetriedCampaign] = Operation(
    "retryCampaign", "campaigns.retry", "POST", "/v1/campaigns/{id}/retry"
)
CHECK_CAMPAIGN: Operation[types.CampaignCheck] = Operation(
    "checkCampaign", "campaigns.check", "POST", "/v1/campaigns/{id}/check"
)
PREVIEW_CAMPAIGN: Operation[types.CampaignPreview] = Operation(
    "previewCampaign", "campaigns.preview", "POST", "/v1/campaigns/{id}/preview"
)
TEST_CAMPAIGN: Operation[types.CampaignTest] = Operation(
    "testCampaign", "campaigns.test", "POST", "/v1/campaigns/{id}/test"
)
LIST_CAMPAIGN_RECIPIENTS: ListOperation[types.CampaignRecipient, types.CampaignRecipientList] = ListOperation(
    "listCampaignRecipients", "campaigns.list_recipients", "GET", "/v1/campaigns/{id}/recipients"
)
RETRIEVE_CAMPAIGN_STATS: Operation[types.CampaignStats] = Operation(
    "retrieveCampaignStats", "campaigns.retrieve_stats", "GET", "/v1/campaigns/{id}/stats"
)
LIST_AUTOMATIONS: ListOperation[types.Automation, types.AutomationList] = ListOperation(
    "listAutomations", "automations.list", "GET", "/v1/automations"
)
CREATE_AUTOMATION: Operation[types.Automation] = Operation(
    "createAutomation", "automations.create", "POST", "/v1/automations"
)
RETRIEVE_AUTOMATION: Operation[types.Automation] = Operation(
    "retrieveAutomation", "automations.retrieve", "GET", "/v1/automations/{id}"
)
UPDATE_AUTOMATION: Operation[types.Automation] = Operation(
    "updateAutomation", "automations.update", "PATCH", "/v1/automations/{id}"
)
LIST_AUTOMATION_VERSIONS: ListOperation[types.AutomationVersion, types.AutomationVersionList] = ListOperation(
    "listAutomationVersions", "automations.list_versions", "GET", "/v1/automations/{id}/versions"
)
CREATE_AUTOMATION_VERSION: Operation[types.AutomationVersion] = Operation(
    "createAutomationVersion", "automations.create_version", "POST", "/v1/automations/{id}/versions"
)
RETRIEVE_AUTOMATION_VERSION: Operation[types.AutomationVersion] = Operation(
    "retrieveAutomationVersion",
    "automations.retrieve_version",
    "GET",
    "/v1/automations/{id}/versions/{version}",
)
PUBLISH_AUTOMATION: Operation[types.Automation] = Operation(
    "publishAutomation", "automations.publish", "POST", "/v1/automations/{id}/publish"
)
PAUSE_AUTOMATION: Operation[types.Automation] = Operation(
    "pauseAutomation", "automations.pause", "POST", "/v1/automations/{id}/pause"
)
RESUME_AUTOMATION: Operation[types.Automation] = Operation(
    "resumeAutomation", "automations.resume", "POST", "/v1/automations/{id}/resume"
)
ARCHIVE_AUTOMATION: Operation[types.Automation] = Operation(
    "archiveAutomation", "automations.archive", "POST", "/v1/automations/{id}/archive"
)
TRIGGER_AUTOMATION: Operation[types.AutomationTriggered] = Operation(
    "triggerAutomation", "automations.trigger", "POST", "/v1/automations/{id}/trigger"
)
SIMULATE_AUTOMATION: Operation[types.AutomationSimulation] = Operation(
    "simulateAutomation", "automations.simulate", "POST", "/v1/automations/{id}/simulate"
)
RETRIEVE_AUTOMATION_STATS: Operation[types.AutomationStats] = Operation(
    "retrieveAutomationStats", "automations.retrieve_stats", "GET", "/v1/automations/{id}/stats"
)
LIST_AUTOMATION_RUNS: ListOperation[types.AutomationRun, types.AutomationRunList] = ListOperation(
    "listAutomationRuns", "automations.list_runs", "GET", "/v1/automations/{id}/runs"
)
RETRY_AUTOMATION_RUNS: Operation[types.Automation] = Operation(
    "retryAutomationRuns", "automations.retry_runs", "POST", "/v1/automations/{id}/runs/retry"
)
RETRIEVE_AUTOMATION_RUN: Operation[types.AutomationRunDetail] = Operation(
    "retrieveAutomationRun", "automations.retrieve_run", "GET", "/v1/automations/{id}/runs/{run_id}"
)
CANCEL_AUTOMATION_RUN: Operation[types.AutomationRun] = Operation(
    "cancelAutomationRun", "automations.cancel_run", "POST", "/v1/automations/{id}/runs/{run_id}/cancel"
)
RETRY_AUTOMATION_RUN: Operation[types.AutomationRun] = Operation(
    "retryAutomationRun", "automations.retry_run", "POST", "/v1/automations/{id}/runs/{run_id}/retry"
)
RETRIEVE_INBOUND: Operation[types.InboundArrival] = Operation(
    "retrieveInbound", "inbound.retrieve", "GET", "/v1/inbound"
)
LIST_INBOUND_ROUTES: ListOperation[types.InboundRoute, types.InboundRouteList] = ListOperation(
    "listInboundRoutes", "inbound.list_routes", "GET", "/v1/inbound/routes"
)
CREATE_INBOUND_ROUTE: Operation[types.InboundRoute] = Operation(
    "createInboundRoute", "inbound.create_route", "POST", "/v1/inbound/routes"
)
TEST_INBOUND_ROUTE: Operation[types.InboundRouteTest] = Operation(
    "testInboundRoute", "inbound.test_route", "POST", "/v1/inbound/routes/test"
)
RETRIEVE_INBOUND_ROUTE: Operation[types.InboundRoute] = Operation(
    "retrieveInboundRoute", "inbound.retrieve_route", "GET", "/v1/inbound/routes/{id}"
)
UPDATE_INBOUND_ROUTE: Operation[types.InboundRoute] = Operation(
    "updateInboundRoute", "inbound.update_route", "PATCH", "/v1/inbound/routes/{id}"
)
DELETE_INBOUND_ROUTE: Operation[None] = Operation(
    "deleteInboundRoute", "inbound.delete_route", "DELETE", "/v1/inbound/routes/{id}"
)
LIST_INBOUND_MESSAGES: ListOperation[types.InboundMessage, types.InboundMessageList] = ListOperation(
    "listInboundMessages", "inbound.list_messages", "GET", "/v1/inbound/messages"
)
RETRIEVE_INBOUND_MESSAGE: Operation[types.InboundMessageDetail] = Operation(
    "retrieveInboundMessage", "inbound.retrieve_message", "GET", "/v1/inbound/messages/{id}"
)
DELETE_INBOUND_MESSAGE: Operation[None] = Operation(
    "deleteInboundMessage", "inbound.delete_message", "DELETE", "/v1/inbound/messages/{id}"
)
DOWNLOAD_INBOUND_MESSAGE: Operation[bytes] = Operation(
    "downloadInboundMessage", "inbound.download_message", "GET", "/v1/inbound/messages/{id}/raw"
)
DOWNLOAD_INBOUND_ATTACHMENT: Operation[bytes] = Operation(
    "downloadInboundAttachment",
    "inbound.download_attachment",
    "GET",
    "/v1/inbound/messages/{id}/attachments/{attachment_id}",
)
REPLAY_INBOUND_MESSAGE: Operation[types.InboundReplay] = Operation(
    "replayInboundMessage", "inbound.replay_message", "POST", "/v1/inbound/messages/{id}/replay"
)
LIST_PROJECTS: ListOperation[types.Project, types.ProjectList] = ListOperation(
    "listProjects", "projects.list", "GET", "/v1/projects"
)
CREATE_PROJECT: Operation[types.Project] = Operation(
    "createProject", "projects.create", "POST", "/v1/projects"
)
RETRIEVE_PROJECT: Operation[types.Project] = Operation(
    "retrieveProject", "projects.retrieve", "GET", "/v1/projects/{id}"
)
UPDATE_PROJECT: Operation[types.Project] = Operation(
    "updateProject", "projects.update", "PATCH", "/v1/projects/{id}"
)
LIST_API_KEYS: ListOperation[types.ApiKey, types.ApiKeyList] = ListOperation(
    "listApiKeys", "api_keys.list", "GET", "/v1/api-keys"
)
CREATE_API_KEY: Operation[types.CreatedApiKey] = Operation(
    "createApiKey", "api_keys.create", "POST", "/v1/api-keys"
)
RETRIEVE_API_KEY: Operation[types.ApiKey] = Operation(
    "retrieveApiKey", "api_keys.retrieve", "GET", "/v1/api-keys/{id}"
)
UPDATE_API_KEY: Operation[types.ApiKey] = Operation(
    "updateApiKey", "api_keys.update", "PATCH", "/v1/api-keys/{id}"
)
REVOKE_API_KEY: Operation[None] = Operation("revokeApiKey", "api_keys.revoke", "DELETE", "/v1/api-keys/{id}")
STOP_API_KEY: Operation[types.StoppedApiKey] = Operation(
    "stopApiKey", "api_keys.stop", "POST", "/v1/api-keys/{id}/stop"
)
CREATE_API_KEY_AWS_CREDENTIALS: Operation[types.AwsCredentials] = Operation(
    "createApiKeyAwsCredentials",
    "api_keys.create_aws_credentials",
    "POST",
    "/v1/api-keys/{id}/aws-credentials",
)
RETRIEVE_WORKSPACE: Operation[types.Workspace] = Operation(
    "retrieveWorkspace", "workspace.retrieve", "GET", "/v1/workspace"
)
UPDATE_WORKSPACE: Operation[types.Workspace] = Operation(
    "updateWorkspace", "workspace.update", "PATCH", "/v1/workspace"
)
RETRIEVE_USAGE: Operation[types.Usage] = Operation(
    "retrieveUsage", "workspace.retrieve_usage", "GET", "/v1/usage"
)
LIST_USERS: ListOperation[types.User, types.UserList] = ListOperation(
    "listUsers", "users.list", "GET", "/v1/users"
)
CREATE_USER: Operation[types.User] = Operation("createUser", "users.create", "POST", "/v1/users")
RETRIEVE_USER: Operation[types.User] = Operation("retrieveUser", "users.retrieve", "GET", "/v1/users/{id}")
UPDATE_USER: Operation[types.User] = Operation("updateUser", "users.update", "PATCH", "/v1/users/{id}")
DELETE_USER: Operation[None] = Operation("deleteUser", "users.delete", "DELETE", "/v1/users/{id}")
CREATE_SIGN_IN_LINK: Operation[types.RequestedSignInLink] = Operation(
    "createSignInLink", "sign_in_links.create", "POST", "/v1/sign-in-links"
)
CREATE_SIGN_IN_AUTHORIZATION: Operation[types.SignInAuthorization] = Operation(
    "createSignInAuthorization", "sign_in_authorizations.create", "POST", "/v1/sign-in-authorizations"
)
CREATE_PROVIDER_SESSION: Operation[types.CreatedSession] = Operation(
    "createProviderSession", "sign_in_authorizations.create_provider_session", "POST", "/v1/provider-sessions"
)
RETRIEVE_IDENTITY_PROVIDER: Operation[types.IdentityProvider] = Operation(
    "retrieveIdentityProvider", "identity_provider.retrieve", "GET", "/v1/identity-provider"
)
UPSERT_IDENTITY_PROVIDER: Operation[types.IdentityProvider] = Operation(
    "upsertIdentityProvider", "identity_provider.upsert", "PUT", "/v1/identity-provider"
)
DELETE_IDENTITY_PROVIDER: Operation[None] = Operation(
    "deleteIdentityProvider", "identity_provider.delete", "DELETE", "/v1/identity-provider"
)
CHECK_IDENTITY_PROVIDER: Operation[types.IdentityProvider] = Operation(
    "checkIdentityProvider", "identity_provider.check", "POST", "/v1/identity-provider/check"
)
LIST_SESSIONS: ListOperation[types.Session, types.SessionList] = ListOperation(
    "listSessions", "sessions.list", "GET", "/v1/sessions"
)
CREATE_SESSION: Operation[types.CreatedSession] = Operation(
    "createSession", "sessions.create", "POST", "/v1/sessions"
)
RETRIEVE_SESSION: Operation[types.Session] = Operation(
    "retrieveSession", "sessions.retrieve", "GET", "/v1/sessions/{id}"
)
REVOKE_SESSION: Operation[None] = Operation("revokeSession", "sessions.revoke", "DELETE", "/v1/sessions/{id}")
CREATE_PASSKEY_REGISTRATION: Operation[types.PasskeyRegistration] = Operation(
    "createPasskeyRegistration", "passkeys.create_registration", "POST", "/v1/passkey-registrations"
)
LIST_PASSKEYS: ListOperation[types.Passkey, types.PasskeyList] = ListOperation(
    "listPasskeys", "passkeys.list", "GET", "/v1/passkeys"
)
CREATE_PASSKEY: Operation[types.Passkey] = Operation(
    "createPasskey", "passkeys.create", "POST", "/v1/passkeys"
)
UPDATE_PASSKEY: Operation[types.Passkey] = Operation(
    "updatePasskey", "passkeys.update", "PATCH", "/v1/passkeys/{id}"
)
DELETE_PASSKEY: Operation[None] = Operation("deletePasskey", "passkeys.delete", "DELETE", "/v1/passkeys/{id}")
CREATE_PASSKEY_CHALLENGE: Operation[types.PasskeyChallenge] = Operation(
    "createPasskeyChallenge", "passkeys.create_challenge", "POST", "/v1/passkey-challenges"
)
CREATE_PASSKEY_SESSION: Operation[types.CreatedSession] = Operation(
    "createPasskeySession", "passkeys.create_session", "POST", "/v1/passkey-sessions"
)
LIST_AUDIT_EVENTS: ListOperation[types.AuditEvent, types.AuditEventList] = ListOperation(
    "listAuditEvents", "audit_events.list", "GET", "/v1/audit-events"
)
EXPORT_AUDIT_EVENTS: Operation[bytes] = Operation(
    "exportAuditEvents", "audit_events.export", "GET", "/v1/audit-events/export"
)
RETRIEVE_AUDIT_EVENT: Operation[types.AuditEvent] = Operation(
    "retrieveAuditEvent", "audit_events.retrieve", "GET", "/v1/audit-events/{id}"
)
