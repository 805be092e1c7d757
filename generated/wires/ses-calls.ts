// Made from openapi/wires/ses/ by scripts/generate.mjs. Do not edit.
/** The operations of this service that each answered operation of the wire calls. */
export interface Calls {
  sendEmail: 'sendMessage' | 'listProjects'
  sendBulkEmail: 'sendMessageBatch' | 'listProjects'
  putSuppressedDestination: 'createSuppression'
  listSuppressedDestinations: 'listSuppressions'
  getSuppressedDestination: 'listSuppressions'
  deleteSuppressedDestination: 'deleteSuppression' | 'listSuppressions'
  createEmailIdentity: 'createDomain'
  listEmailIdentitiesByGet: 'listDomains'
  listEmailIdentities: 'listDomains'
  getEmailIdentity: 'listDomains'
  deleteEmailIdentity: 'deleteDomain' | 'listDomains'
  getAccount: 'retrieveSendingStatus' | 'retrieveUsage'
  createEmailTemplate: 'createTemplate' | 'publishTemplate' | 'listTemplates' | 'listProjects'
  listEmailTemplates: 'listTemplates'
  getEmailTemplate: 'retrieveTemplate' | 'listTemplates' | 'retrieveTemplateVersion' | 'listProjects'
  updateEmailTemplate: 'retrieveTemplate' | 'listTemplates' | 'createTemplateVersion' | 'publishTemplate' | 'listProjects'
  deleteEmailTemplate: 'retrieveTemplate' | 'listTemplates' | 'deleteTemplate' | 'listProjects'
  testRenderEmailTemplate: 'retrieveTemplate' | 'listTemplates' | 'previewTemplate' | 'listProjects'
}
