import { expect, test } from 'vitest'
import { operations } from '../../../support/api/contract.js'

/**
 * Who may do what, by hand: so that a slip in the `security` of the contract itself does not go unseen. Of the ways
 * that stand beside each other each is enough, and of the scopes of a way all are needed.
 */
const published: Readonly<Record<string, string>> = {
  anybody: `
    createSignInLink createSession createPasskeyChallenge createPasskeySession createSignInAuthorization
    createProviderSession
  `,
  'project key: contacts:* messages:send | workspace key: contacts:* messages:send | session: admin': `
    requestSubscription
  `,
  'project key: contacts:* | workspace key: contacts:* | session: admin': `
    importContacts cancelContactImport upsertContact upsertContactBatch updateContact deleteContact recordContactEvent recordContactEventByAddress createSubscriberList
    createTopic updateTopic deleteTopic chooseContactTopic
    updateSubscriberList deleteSubscriberList unsubscribeSubscription createDeletion
    previewDeletion deleteSegment
  `,
  'project key: contacts:* | workspace key: contacts:* | session: member': `
    listContactImports retrieveContactImport exportContactImportLines
    listContacts exportContacts retrieveContact listContactEvents listContactSubscriptions listSubscriberLists retrieveSubscriberList
    listSubscriptions retrieveSubscription listDeletions retrieveDeletion listTopics retrieveTopic retrieveContactTopics
    listTopicConsents createSegment listSegments previewSegment retrieveSegment updateSegment countSegment
    listSegmentContacts explainSegment
  `,
  'project key: templates:* | workspace key: templates:* | session: admin': `
    deleteTemplate publishTemplate
  `,
  'project key: templates:* | workspace key: templates:* | session: member': `
    createTemplate listTemplates previewTemplateContent retrieveTemplate updateTemplate createTemplateVersion
    listTemplateVersions retrieveTemplateVersion previewTemplate retrieveTemplateUses
  `,
  'project key: inbound:* | workspace key: inbound:* | session: admin': `
    createInboundRoute updateInboundRoute deleteInboundRoute deleteInboundMessage
  `,
  'project key: inbound:* | workspace key: inbound:* | session: member': `
    retrieveInbound listInboundRoutes testInboundRoute retrieveInboundRoute listInboundMessages
    retrieveInboundMessage downloadInboundMessage downloadInboundAttachment replayInboundMessage
  `,
  'project key: messages:send | workspace key: messages:send | session: admin': `
    createApiKeyAwsCredentials
    sendMessage sendMessageBatch cancelMessages rescheduleMessage cancelMessage retryMessageLog
  `,
  'project key: reports:read messages:send | workspace key: reports:read messages:send | session: admin': `
    retrieveMessageContent
  `,
  'project key: reports:read | workspace key: reports:read | session: member': `
    listMessages retrieveMessage listMessageLogs exportMessageLogs retrieveMessageLog listEvents exportEvents
    followEvents retrieveEvent
    retrieveStatistics
  `,
  'project key: reports:read | project key: messages:send | workspace key: reports:read | workspace key: messages:send | session: member': `
    retrieveSendingStatus
  `,
  'project key: campaigns:* | workspace key: campaigns:* | session: admin': `
    deleteCampaign unscheduleCampaign pauseCampaign cancelCampaign
  `,
  'project key: campaigns:* | workspace key: campaigns:* | session: member': `
    createCampaign listCampaigns retrieveCampaign updateCampaign checkCampaign previewCampaign retrieveCampaignStats
  `,
  'project key: campaigns:* contacts:* | workspace key: campaigns:* contacts:* | session: member': `
    listCampaignRecipients
  `,
  'project key: campaigns:* messages:send | workspace key: campaigns:* messages:send | session: admin': `
    scheduleCampaign resumeCampaign retryCampaign
  `,
  'project key: campaigns:* messages:send | workspace key: campaigns:* messages:send | session: member': `
    testCampaign
  `,
  'session: admin': `
    publishAutomation pauseAutomation
    resumeAutomation archiveAutomation triggerAutomation retryAutomationRuns cancelAutomationRun
    retryAutomationRun 
    createUser updateUser deleteUser retrieveIdentityProvider checkIdentityProvider listAuditEvents exportAuditEvents retrieveAuditEvent
  `,
  'session: member': `
    createAutomation listAutomations
    retrieveAutomation updateAutomation createAutomationVersion listAutomationVersions
    retrieveAutomationVersion simulateAutomation retrieveAutomationStats listAutomationRuns listContactRuns
    retrieveAutomationRun listUsers retrieveUser listSessions retrieveSession revokeSession
    createPasskeyRegistration createPasskey listPasskeys updatePasskey deletePasskey
  `,
  'session: owner': `
    updateWorkspace upsertIdentityProvider deleteIdentityProvider
  `,
  'workspace key | session: admin': `
    listApiKeys retrieveApiKey
  `,
  'workspace key: messages:send | session: admin': `
    createProject updateProject
  `,
  'workspace key: messages:send | workspace key: contacts:* | session: admin': `
    createApiKey updateApiKey revokeApiKey stopApiKey
  `,
  'workspace key | session: member': `
    listProjects retrieveProject retrieveWorkspace
  `,
  'workspace key: domains:* | session: admin': `
    createDomain updateDomain deleteDomain checkDomain rotateDomainDkim reviewDmarcSource
  `,
  'workspace key: reports:read | session: member': `
    retrieveUsage
    listDmarcRamps retrieveDmarcRamp listDmarcSources listTlsReports
  `,
  'workspace key: reports:read | workspace key: domains:* | session: member': `
    listDomains retrieveDomain retrieveDomainRules
  `,
  'workspace key: suppressions:* | session: admin': `
    createSuppression importSuppressions deleteSuppression exportSuppressions liftSuppressions
  `,
  'workspace key: suppressions:* | session: member': `
    listSuppressions retrieveSuppression listSuppressionReplies
  `,
  'workspace key: webhooks:* | session: admin': `
    upsertWebhook updateWebhook deleteWebhook rotateWebhookSecret revokeWebhookPreviousSecrets
    testWebhook replayWebhookDelivery createWebhookReceiver updateWebhookReceiver deleteWebhookReceiver
  `,
  'workspace key: webhooks:* | session: member': `
    listWebhooks listWebhookDeliveries listWebhookHealth retrieveWebhook retrieveWebhookDelivery
    listWebhookReceivers retrieveWebhookReceiver listWebhookReceiverRequests
  `,
}

const names: Readonly<Record<string, string>> = {
  projectKey: 'project key',
  workspaceKey: 'workspace key',
  workspaceSession: 'session',
}

function inWords(security: readonly Readonly<Record<string, readonly string[]>>[]): string {
  const ways = security.flatMap((way) =>
    Object.entries(way).map(([kind, needs]) => [names[kind], needs.join(' ')].filter(Boolean).join(': ')),
  )
  return ways.length === 0 ? 'anybody' : ways.join(' | ')
}

const expected = Object.entries(published).flatMap(([who, ids]) =>
  ids
    .trim()
    .split(/\s+/)
    .map((id): [string, string] => [id, who]),
)

test.each(expected)('%s takes %s', (id, who) => {
  expect(inWords(operations.find((operation) => operation.id === id)?.security ?? [])).toBe(who)
})

test('each operation is named once', () => {
  expect(expected.map(([id]) => id).sort()).toEqual(operations.map(({ id }) => id).sort())
})
