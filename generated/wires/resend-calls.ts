// Made from openapi/wires/resend/ by scripts/generate.mjs. Do not edit.
/** The operations of this service that each answered operation of the wire calls. */
export interface Calls {
  sendEmail: 'sendMessage' | 'listProjects'
  listEmails: 'listMessages'
  sendBatch: 'sendMessageBatch' | 'listProjects'
  getEmail: 'retrieveMessage' | 'retrieveMessageContent' | 'listMessageLogs'
  updateEmail: 'rescheduleMessage'
  cancelEmail: 'cancelMessage'
  createWebhook: 'upsertWebhook'
  listWebhooks: 'listWebhooks'
  getWebhook: 'retrieveWebhook'
  updateWebhook: 'updateWebhook'
  deleteWebhook: 'deleteWebhook'
  rotateWebhookSecret: 'rotateWebhookSecret'
  listWebhookEvents: 'listWebhookDeliveries'
  replayWebhookEvent: 'replayWebhookDelivery'
  listWebhookEventAttempts: 'retrieveWebhookDelivery'
}
