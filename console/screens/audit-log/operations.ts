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
      createApiKey: 'make an API key',
      updateApiKey: 'narrow or rename an API key',
      revokeApiKey: 'revoke an API key',
      stopApiKey: 'stop an API key',
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
      checkDomain: 'check the DNS records of a domain',
      rotateDomainDkim: 'rotate the DKIM keys of a domain',
      reviewDmarcSource: 'review a DMARC source',
      createSuppression: 'suppress an address',
      importSuppressions: 'import suppressions',
      deleteSuppression: 'take a suppression back',
      liftSuppressions: 'lift suppressions that bounces made',
    },
  ],
  [
    'Webhooks',
    {
      upsertWebhook: 'add or replace a webhook',
      updateWebhook: 'add or change a webhook',
      deleteWebhook: 'delete a webhook',
      rotateWebhookSecret: 'rotate the secret of a webhook',
      revokeWebhookPreviousSecrets: 'end the previous secrets of a webhook',
      testWebhook: 'test a webhook',
      replayWebhookDelivery: 'replay a webhook delivery',
      createWebhookReceiver: 'make a webhook receiver',
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
      recordContactEvent: 'record an event of a contact',
      recordContactEventByAddress: 'record an event of a contact by address',
      requestSubscription: 'request an opt-in',
      unsubscribeSubscription: 'unsubscribe a contact',
      createSubscriberList: 'make a list',
      updateSubscriberList: 'change a list',
      deleteSubscriberList: 'delete a list',
      createTopic: 'make a topic',
      updateTopic: 'change a topic',
      deleteTopic: 'delete a topic',
      chooseContactTopic: 'choose a topic for a contact',
      createSegment: 'make a segment',
      updateSegment: 'change a segment',
      deleteSegment: 'delete a segment',
    },
  ],
  [
    'Templates and campaigns',
    {
      createTemplate: 'make a template',
      updateTemplate: 'rename a template',
      deleteTemplate: 'delete a template',
      createTemplateVersion: 'make a version of a template',
      publishTemplate: 'publish a template',
      createCampaign: 'make a campaign',
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
      createAutomation: 'make an automation',
      updateAutomation: 'rename an automation',
      createAutomationVersion: 'make a version of an automation',
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
      replayInboundMessage: 'send the event of an inbound message again',
    },
  ],
  [
    'By the link of a mail',
    {
      'link.confirm': 'confirm a subscription',
      'link.unsubscribe': 'unsubscribe by a mail’s link',
      'link.unsubscribe_topic': 'unsubscribe from a topic by a mail’s link',
      'link.choose_topics': 'choose topics by a mail’s link',
      'link.resubscribe': 'take mail again by a mail’s link',
    },
  ],
  [
    'By the service itself',
    {
      'service.halt_sending': 'halt sending',
      'service.pause_campaign': 'pause a campaign by its brake',
      'service.disable_webhook': 'disable a webhook',
      'service.suppress': 'suppress an address after a bounce',
      'service.domain_verified': 'find a domain verified',
      'service.domain_degraded': 'find a domain degraded',
      'service.domain_failed': 'find a domain failed',
      'service.erase': 'carry out an erasure request',
      'service.purge': 'delete what is past the retention',
    },
  ],
]

const words = new Map(operationGroups.flatMap(([, operations]) => Object.entries(operations)))

/** Past tenses of verbs that do not form it with `ed`. */
const irregular: Readonly<Record<string, string>> = {
  send: 'sent',
  make: 'made',
  take: 'took',
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
