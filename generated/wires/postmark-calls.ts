// Made from openapi/wires/postmark/ by scripts/generate.mjs. Do not edit.
/** The operations of this service that each answered operation of the wire calls. */
export interface Calls {
  listBounces: 'listMessageLogs'
  getBounce: 'retrieveMessageLog'
  activateBounce: 'retrieveMessageLog' | 'listSuppressions' | 'deleteSuppression'
  getDeliveryStats: 'retrieveStatistics'
  sendEmail: 'sendMessage' | 'listProjects'
  sendEmailBatch: 'sendMessageBatch' | 'listProjects'
  sendEmailWithTemplate: 'sendMessage' | 'listProjects'
  sendEmailBatchWithTemplates: 'sendMessageBatch' | 'listProjects'
  listSuppressions: 'listSuppressions'
  createSuppressions: 'createSuppression'
  deleteSuppressions: 'listSuppressions' | 'deleteSuppression'
  listMessages: 'listMessages'
  getMessage: 'retrieveMessage' | 'retrieveMessageContent' | 'listMessageLogs'
}
