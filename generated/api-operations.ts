// Made from openapi/ by scripts/generate.mjs. Do not edit.
export interface OperationTraits {
  sendMessage: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  listMessages: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  sendMessageBatch: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  retrieveMessage: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  retrieveMessageContent: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  cancelMessage: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  listMessageLogs: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  listEvents: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  listWebhooks: { credentials: 'workspaceKey'; mutation: false }
  upsertWebhook: { credentials: 'workspaceKey'; mutation: true }
  updateWebhook: { credentials: 'workspaceKey'; mutation: true }
  listWebhookDeliveries: { credentials: 'workspaceKey'; mutation: false }
  listWebhookHealth: { credentials: 'workspaceKey'; mutation: false }
  deleteWebhook: { credentials: 'workspaceKey'; mutation: true }
  rotateWebhookSecret: { credentials: 'workspaceKey'; mutation: true }
  revokeWebhookPreviousSecrets: { credentials: 'workspaceKey'; mutation: true }
  testWebhook: { credentials: 'workspaceKey'; mutation: true }
  retrieveWebhookDelivery: { credentials: 'workspaceKey'; mutation: false }
  replayWebhookDelivery: { credentials: 'workspaceKey'; mutation: true }
  listDomains: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  createDomain: { credentials: 'workspaceSession'; mutation: true }
  listDmarcRamps: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  retrieveDomain: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  deleteDomain: { credentials: 'workspaceSession'; mutation: true }
  checkDomain: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  rotateDomainDkim: { credentials: 'workspaceSession'; mutation: true }
  retrieveDmarcRamp: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  listDmarcSources: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  reviewDmarcSource: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  createSuppression: { credentials: 'workspaceKey'; mutation: true }
  exportSuppressions: { credentials: 'workspaceKey'; mutation: false }
  importSuppressions: { credentials: 'workspaceKey'; mutation: true }
  deleteSuppression: { credentials: 'workspaceKey'; mutation: true }
  upsertContact: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  listContacts: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  retrieveContact: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  recordContactEvent: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  listContactEvents: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  createSubscriberList: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  listSubscriberLists: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  retrieveSubscriberList: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  updateSubscriberList: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  requestSubscription: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  listSubscriptions: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  retrieveSubscription: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  unsubscribeSubscription: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  createDeletion: { credentials: 'projectKey' | 'workspaceKey'; mutation: true }
  listDeletions: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  retrieveDeletion: { credentials: 'projectKey' | 'workspaceKey'; mutation: false }
  retrieveSendingStatus: { credentials: 'projectKey' | 'workspaceKey' | 'workspaceSession'; mutation: false }
  createTemplate: { credentials: 'workspaceSession'; mutation: true }
  listTemplates: { credentials: 'workspaceSession'; mutation: false }
  previewTemplateContent: { credentials: 'workspaceSession'; mutation: true }
  retrieveTemplate: { credentials: 'workspaceSession'; mutation: false }
  updateTemplate: { credentials: 'workspaceSession'; mutation: true }
  deleteTemplate: { credentials: 'workspaceSession'; mutation: true }
  createTemplateVersion: { credentials: 'workspaceSession'; mutation: true }
  listTemplateVersions: { credentials: 'workspaceSession'; mutation: false }
  retrieveTemplateVersion: { credentials: 'workspaceSession'; mutation: false }
  publishTemplate: { credentials: 'workspaceSession'; mutation: true }
  previewTemplate: { credentials: 'workspaceSession'; mutation: true }
  createSegment: { credentials: 'workspaceSession'; mutation: true }
  listSegments: { credentials: 'workspaceSession'; mutation: false }
  previewSegment: { credentials: 'workspaceSession'; mutation: true }
  retrieveSegment: { credentials: 'workspaceSession'; mutation: false }
  updateSegment: { credentials: 'workspaceSession'; mutation: true }
  deleteSegment: { credentials: 'workspaceSession'; mutation: true }
  countSegment: { credentials: 'workspaceSession'; mutation: true }
  listSegmentContacts: { credentials: 'workspaceSession'; mutation: false }
  explainSegment: { credentials: 'workspaceSession'; mutation: true }
  createCampaign: { credentials: 'workspaceSession'; mutation: true }
  listCampaigns: { credentials: 'workspaceSession'; mutation: false }
  retrieveCampaign: { credentials: 'workspaceSession'; mutation: false }
  updateCampaign: { credentials: 'workspaceSession'; mutation: true }
  deleteCampaign: { credentials: 'workspaceSession'; mutation: true }
  scheduleCampaign: { credentials: 'workspaceSession'; mutation: true }
  unscheduleCampaign: { credentials: 'workspaceSession'; mutation: true }
  pauseCampaign: { credentials: 'workspaceSession'; mutation: true }
  resumeCampaign: { credentials: 'workspaceSession'; mutation: true }
  cancelCampaign: { credentials: 'workspaceSession'; mutation: true }
  retryCampaign: { credentials: 'workspaceSession'; mutation: true }
  previewCampaign: { credentials: 'workspaceSession'; mutation: true }
  testCampaign: { credentials: 'workspaceSession'; mutation: true }
  listCampaignRecipients: { credentials: 'workspaceSession'; mutation: false }
  retrieveCampaignStats: { credentials: 'workspaceSession'; mutation: false }
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
  retrieveInbound: { credentials: 'workspaceSession'; mutation: false }
  createInboundRoute: { credentials: 'workspaceSession'; mutation: true }
  listInboundRoutes: { credentials: 'workspaceSession'; mutation: false }
  testInboundRoute: { credentials: 'workspaceSession'; mutation: true }
  retrieveInboundRoute: { credentials: 'workspaceSession'; mutation: false }
  updateInboundRoute: { credentials: 'workspaceSession'; mutation: true }
  deleteInboundRoute: { credentials: 'workspaceSession'; mutation: true }
  listInboundMessages: { credentials: 'workspaceSession'; mutation: false }
  retrieveInboundMessage: { credentials: 'workspaceSession'; mutation: false }
  deleteInboundMessage: { credentials: 'workspaceSession'; mutation: true }
  downloadInboundMessage: { credentials: 'workspaceSession'; mutation: false }
  downloadInboundAttachment: { credentials: 'workspaceSession'; mutation: false }
  replayInboundMessage: { credentials: 'workspaceSession'; mutation: true }
  createProject: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listProjects: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  createApiKey: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  listApiKeys: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: false }
  revokeApiKey: { credentials: 'workspaceKey' | 'workspaceSession'; mutation: true }
  retrieveHealth: { credentials: never; mutation: false }
  retrieveReadiness: { credentials: never; mutation: false }
}
