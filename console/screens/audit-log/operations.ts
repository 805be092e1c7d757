/** The recorded operations, grouped by the things that they change. Each has a verb phrase that describes it. */
export const operationGroups: readonly (readonly [
  group: string,
  operations: Readonly<Record<string, string>>,
])[] = [
  [
    'People',
    {
      createSession: 'sign in',
      revokeSession: 'end a session',
      createUser: 'add a user',
      updateUser: 'change a user',
      deleteUser: 'remove a user',
    },
  ],
  [
    'Workspace, projects and keys',
    {
      updateWorkspace: 'change the workspace',
      createProject: 'add a project',
      updateProject: 'change a project',
      createApiKey: 'create an API key',
      updateApiKey: 'narrow or rename an API key',
      revokeApiKey: 'revoke an API key',
      stopApiKey: 'stop an API key',
      createApiKeyAwsCredentials: 'get the AWS credentials of an API key',
    },
  ],
  [
    'Messages',
    {
      sendMessage: 'send a message',
      sendMessageBatch: 'send a batch of messages',
      rescheduleMessage: 'reschedule a message',
      cancelMessage: 'cancel a message',
      cancelMessages: 'cancel several messages',
      retryMessageLog: 'retry a delivery',
    },
  ],
  [
    'Domains and suppressions',
    {
      createDomain: 'add a domain',
      deleteDomain: 'delete a domain',
      checkDomain: 'check a domain’s DNS records',
      rotateDomainDkim: 'rotate a domain’s DKIM keys',
      reviewDmarcSource: 'review a DMARC source',
      createSuppression: 'suppress an address',
      importSuppressions: 'import suppressions',
      deleteSuppression: 'remove a suppression',
      liftSuppressions: 'remove suppressions that bounces caused',
    },
  ],
  [
    'Webhooks',
    {
      upsertWebhook: 'add or replace a webhook',
      updateWebhook: 'add or change a webhook',
      deleteWebhook: 'delete a webhook',
      rotateWebhookSecret: 'rotate a webhook’s secret',
      revokeWebhookPreviousSecrets: 'revoke a webhook’s previous secrets',
      testWebhook: 'test a webhook',
      replayWebhookDelivery: 'replay a webhook delivery',
      createWebhookReceiver: 'create a webhook receiver',
      updateWebhookReceiver: 'change a webhook receiver',
      deleteWebhookReceiver: 'delete a webhook receiver',
    },
  ],
  [
    'Contacts, lists, topics and segments',
    {
      upsertContact: 'add or change a contact',
      upsertContactBatch: 'add or change several contacts',
      updateContact: 'change a contact',
      deleteContact: 'delete a contact',
      importContacts: 'import contacts',
      cancelContactImport: 'cancel an import of contacts',
      createDeletion: 'erase a contact',
      recordContactEvent: 'record an event for a contact',
      recordContactEventByAddress: 'record an event for an address',
      requestSubscription: 'request an opt-in',
      unsubscribeSubscription: 'unsubscribe a contact',
      createSubscriberList: 'create a list',
      updateSubscriberList: 'change a list',
      deleteSubscriberList: 'delete a list',
      createTopic: 'create a topic',
      updateTopic: 'change a topic',
      deleteTopic: 'delete a topic',
      chooseContactTopic: 'choose a topic for a contact',
      createSegment: 'create a segment',
      updateSegment: 'change a segment',
      deleteSegment: 'delete a segment',
    },
  ],
  [
    'Templates and campaigns',
    {
      createTemplate: 'create a template',
      updateTemplate: 'change a template’s name or alias',
      deleteTemplate: 'delete a template',
      createTemplateVersion: 'create a version of a template',
      publishTemplate: 'publish a template',
      createCampaign: 'create a campaign',
      updateCampaign: 'change a campaign',
      deleteCampaign: 'delete a campaign',
      scheduleCampaign: 'schedule a campaign',
      unscheduleCampaign: 'unschedule a campaign',
      pauseCampaign: 'pause a campaign',
      resumeCampaign: 'resume a campaign',
      cancelCampaign: 'cancel a campaign',
      retryCampaign: 'retry the failed recipients of a campaign',
      testCampaign: 'test a campaign',
    },
  ],
  [
    'Automations',
    {
      createAutomation: 'create an automation',
      updateAutomation: 'rename an automation',
      createAutomationVersion: 'create a version of an automation',
      publishAutomation: 'publish an automation',
      pauseAutomation: 'pause an automation',
      resumeAutomation: 'resume an automation',
      archiveAutomation: 'archive an automation',
      triggerAutomation: 'trigger an automation',
      retryAutomationRuns: 'retry the failed runs of an automation',
      retryAutomationRun: 'retry a run of an automation',
      cancelAutomationRun: 'cancel a run of an automation',
    },
  ],
  [
    'Inbound',
    {
      createInboundRoute: 'add an inbound route',
      updateInboundRoute: 'change an inbound route',
      deleteInboundRoute: 'delete an inbound route',
      deleteInboundMessage: 'delete an inbound message',
      replayInboundMessage: 'resend the event of an inbound message',
    },
  ],
  [
    'Through a link in a mail',
    {
      'link.confirm': 'confirm a subscription',
      'link.unsubscribe': 'unsubscribe through a link in a mail',
      'link.unsubscribe_topic': 'unsubscribe from a topic through a link in a mail',
      'link.choose_topics': 'choose topics through a link in a mail',
      'link.resubscribe': 'resubscribe through a link in a mail',
    },
  ],
  [
    'By the service itself',
    {
      'service.halt_sending': 'halt sending',
      'service.pause_campaign': 'pause a campaign because of bounces or complaints',
      'service.disable_webhook': 'disable a webhook',
      'service.suppress': 'suppress an address after a bounce',
      'service.domain_verified': 'find a domain verified',
      'service.domain_degraded': 'find a domain degraded',
      'service.domain_failed': 'find a domain failed',
      'service.erase': 'carry out an erasure',
      'service.ledger_replay': 'repeat erasures after a restore',
      'service.purge': 'delete expired data',
    },
  ],
]

const words = new Map(operationGroups.flatMap(([, operations]) => Object.entries(operations)))

/** Past tenses of verbs that do not form it with `ed`. */
const irregular: Readonly<Record<string, string>> = {
  send: 'sent',
  find: 'found',
  choose: 'chose',
  cancel: 'cancelled',
  unsubscribe: 'unsubscribed',
  'sign in': 'signed in',
}

/**
 * Describes an operation in words: "Revoked an API key", or "Tried to revoke an API key" if it failed. An operator's
 * command is named as it is typed, and an operation that is unknown here is named as in the API.
 */
export function operationText(operation: string, isDone = true): string {
  const [kind, ...command] = operation.split('.')
  if (kind === 'cli') return `${isDone ? 'Ran' : 'Tried to run'} “${command.join(' ')}”`
  const phrase = words.get(operation)
  if (phrase === undefined) return operation
  return capital(isDone ? pastOf(phrase) : `tried to ${phrase}`)
}

function pastOf(phrase: string): string {
  return phrase
    .split(' or ')
    .map((part) => {
      const verb = Object.keys(irregular).find((each) => part === each || part.startsWith(`${each} `))
      if (verb !== undefined) return part.replace(verb, irregular[verb] ?? verb)
      // Only verbs are joined by "or": "add or change a webhook".
      return part.replace(/^\w+/, regularPast)
    })
    .join(' or ')
}

function regularPast(verb: string): string {
  if (/e$/.test(verb)) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  return `${verb}ed`
}

/** Returns an operation's phrase as the label of an option: "Revoke an API key". */
export function choiceText(phrase: string): string {
  return capital(phrase)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
