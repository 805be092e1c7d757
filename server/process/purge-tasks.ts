import { eventsTask } from '../platform/events/purge.js'
import { idempotencyKeysTask, replySecretsTask } from '../platform/http/idempotency/purge.js'
import type { PurgeTask } from '../platform/scheduler/purge/task.js'
import { mailTotalsTask, statisticsTask } from '../platform/statistics/purge.js'
import type { AddressTokens } from '../platform/auth/address-tokens.js'
import { selectWaiting } from '../product/mail/forget/erase-contents.js'
import { audienceTasks } from '../product/audience/purge.js'
import { deliveredConversationsTask, softBouncesTask } from '../product/delivery/purge.js'
import { dmarcTasks } from '../product/domains/dmarc/purge.js'
import { tlsReportTasks } from '../product/domains/tls-reports/purge.js'
import { inboundTasks } from '../product/inbound/purge.js'
import { erasedContentsTask, messagesTask } from '../product/mail/forget/purge.js'
import { searchBlocksTask } from '../platform/log-search/purge.js'
import { automationEntriesTask, automationRunsTask } from '../product/programs/automations/purge.js'
import { contactImportPartsTask, contactImportsTask } from '../product/programs/contact-imports/purge.js'
import { campaignRecipientsTask } from '../product/programs/campaigns/purge.js'
import { signInTasks } from '../product/sign-in/purge.js'
import { engagementsTask } from '../product/tracking/purge.js'
import {
  abandonedWebhooksTask,
  deletedWebhooksTask,
  endedReceiversTask,
  webhookDeliveriesTask,
  webhookTotalsTask,
} from '../product/webhooks/purge.js'
import { auditTask, sendingTotalsTask } from '../product/workspace/purge.js'

/** Returns all tasks of the purge, in this order. */
export function purgeTasks(tokens: AddressTokens): readonly PurgeTask[] {
  return [
    messagesTask,
    searchBlocksTask,
    engagementsTask,
    erasedContentsTask,
    ...audienceTasks(tokens),
    campaignRecipientsTask,
    contactImportsTask,
    contactImportPartsTask,
    automationRunsTask,
    automationEntriesTask,
    // These three in this order: a row that waits in the queue keeps its delivery, and its event.
    abandonedWebhooksTask,
    webhookDeliveriesTask,
    eventsTask(selectWaiting),
    ...inboundTasks,
    auditTask,
    statisticsTask,
    mailTotalsTask,
    replySecretsTask,
    idempotencyKeysTask,
    softBouncesTask,
    webhookTotalsTask,
    deletedWebhooksTask,
    endedReceiversTask,
    sendingTotalsTask,
    ...signInTasks,
    deliveredConversationsTask,
    ...dmarcTasks,
    ...tlsReportTasks,
  ]
}
