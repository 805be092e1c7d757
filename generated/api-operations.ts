// Made from openapi/ by scripts/generate.mjs. Do not edit.
export interface OperationTraits {
  sendMessage: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listMessages: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  sendMessageBatch: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  cancelMessages: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveMessage: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  rescheduleMessage: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveMessageContent: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  cancelMessage: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listMessageLogs: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  exportMessageLogs: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveMessageLog: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retryMessageLog: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listEvents: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  followEvents: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  exportEvents: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveEvent: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveStatistics: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  listWebhooks: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  upsertWebhook: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  updateWebhook: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listWebhookDeliveries: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  listWebhookHealth: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveWebhook: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  deleteWebhook: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  rotateWebhookSecret: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  revokeWebhookPreviousSecrets: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  testWebhook: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveWebhookDelivery: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  replayWebhookDelivery: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listWebhookReceivers: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  createWebhookReceiver: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveWebhookReceiver: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateWebhookReceiver: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteWebhookReceiver: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listWebhookReceiverRequests: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  listDomains: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  createDomain: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listDmarcRamps: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveDomain: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateDomain: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteDomain: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  checkDomain: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveDomainRules: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  rotateDomainDkim: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveDmarcRamp: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  listDmarcSources: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  reviewDmarcSource: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listTlsReports: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  createSuppression: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listSuppressions: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  exportSuppressions: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  importSuppressions: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listSuppressionReplies: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  liftSuppressions: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveSuppression: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  deleteSuppression: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  upsertContact: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listContacts: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  upsertContactBatch: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  recordContactEventByAddress: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  exportContacts: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  importContacts: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveContact: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateContact: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteContact: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  recordContactEvent: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listContactEvents: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  listContactSubscriptions: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveContactTopics: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  chooseContactTopic: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listTopicConsents: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  listContactRuns: { credentials: 'workspaceSession'; mutation: false }
  listContactImports: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveContactImport: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  cancelContactImport: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  exportContactImportLines: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  createSubscriberList: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listSubscriberLists: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveSubscriberList: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateSubscriberList: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteSubscriberList: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  requestSubscription: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listSubscriptions: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveSubscription: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  unsubscribeSubscription: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  createTopic: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listTopics: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveTopic: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateTopic: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteTopic: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  createDeletion: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listDeletions: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  previewDeletion: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveDeletion: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveSendingStatus: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  createTemplate: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listTemplates: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  previewTemplateContent: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveTemplate: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateTemplate: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteTemplate: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  createTemplateVersion: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listTemplateVersions: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveTemplateUses: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveTemplateVersion: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  publishTemplate: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  previewTemplate: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  createSegment: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listSegments: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  previewSegment: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveSegment: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateSegment: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteSegment: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  countSegment: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listSegmentContacts: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  explainSegment: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  createCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listCampaigns: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  scheduleCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  unscheduleCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  pauseCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  resumeCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  cancelCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retryCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  checkCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  previewCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  testCampaign: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listCampaignRecipients: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveCampaignStats: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  createAutomation: { credentials: 'workspaceSession'; mutation: true }
  listAutomations: { credentials: 'workspaceSession'; mutation: false }
  retrieveAutomation: { credentials: 'workspaceSession'; mutation: false }
  updateAutomation: { credentials: 'workspaceSession'; mutation: true }
  createAutomationVersion: { credentials: 'workspaceSession'; mutation: true }
  listAutomationVersions: { credentials: 'workspaceSession'; mutation: false }
  retrieveAutomationVersion: { credentials: 'workspaceSession'; mutation: false }
  publishAutomation: { credentials: 'workspaceSession'; mutation: true }
  pauseAutomation: { credentials: 'workspaceSession'; mutation: true }
  resumeAutomation: { credentials: 'workspaceSession'; mutation: true }
  archiveAutomation: { credentials: 'workspaceSession'; mutation: true }
  triggerAutomation: { credentials: 'workspaceSession'; mutation: true }
  simulateAutomation: { credentials: 'workspaceSession'; mutation: true }
  retrieveAutomationStats: { credentials: 'workspaceSession'; mutation: false }
  listAutomationRuns: { credentials: 'workspaceSession'; mutation: false }
  retryAutomationRuns: { credentials: 'workspaceSession'; mutation: true }
  retrieveAutomationRun: { credentials: 'workspaceSession'; mutation: false }
  cancelAutomationRun: { credentials: 'workspaceSession'; mutation: true }
  retryAutomationRun: { credentials: 'workspaceSession'; mutation: true }
  retrieveInbound: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  createInboundRoute: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listInboundRoutes: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  testInboundRoute: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveInboundRoute: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateInboundRoute: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  deleteInboundRoute: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  listInboundMessages: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveInboundMessage: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  deleteInboundMessage: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  downloadInboundMessage: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  downloadInboundAttachment: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  replayInboundMessage: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  createProject: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listProjects: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveProject: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateProject: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  createApiKey: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listApiKeys: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveApiKey: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateApiKey: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  revokeApiKey: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  stopApiKey: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  createApiKeyAwsCredentials: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveWorkspace: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  updateWorkspace: { credentials: 'workspaceSession'; mutation: true }
  retrieveUsage: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  listUsers: { credentials: 'workspaceSession'; mutation: false }
  createUser: { credentials: 'workspaceSession'; mutation: true }
  retrieveUser: { credentials: 'workspaceSession'; mutation: false }
  updateUser: { credentials: 'workspaceSession'; mutation: true }
  deleteUser: { credentials: 'workspaceSession'; mutation: true }
  createSignInLink: { credentials: never; mutation: true }
  createSignInAuthorization: { credentials: never; mutation: true }
  createProviderSession: { credentials: never; mutation: true }
  retrieveIdentityProvider: { credentials: 'workspaceSession'; mutation: false }
  upsertIdentityProvider: { credentials: 'workspaceSession'; mutation: true }
  deleteIdentityProvider: { credentials: 'workspaceSession'; mutation: true }
  checkIdentityProvider: { credentials: 'workspaceSession'; mutation: true }
  createSession: { credentials: never; mutation: true }
  listSessions: { credentials: 'workspaceSession'; mutation: false }
  retrieveSession: { credentials: 'workspaceSession'; mutation: false }
  revokeSession: { credentials: 'workspaceSession'; mutation: true }
  createPasskeyRegistration: { credentials: 'workspaceSession'; mutation: true }
  createPasskey: { credentials: 'workspaceSession'; mutation: true }
  listPasskeys: { credentials: 'workspaceSession'; mutation: false }
  updatePasskey: { credentials: 'workspaceSession'; mutation: true }
  deletePasskey: { credentials: 'workspaceSession'; mutation: true }
  createPasskeyChallenge: { credentials: never; mutation: true }
  createPasskeySession: { credentials: never; mutation: true }
  listAuditEvents: { credentials: 'workspaceSession'; mutation: false }
  exportAuditEvents: { credentials: 'workspaceSession'; mutation: false }
  retrieveAuditEvent: { credentials: 'workspaceSession'; mutation: false }
}
