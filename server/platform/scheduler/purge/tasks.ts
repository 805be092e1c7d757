import type { Knex } from 'knex'
import { minUuidAt, nilUuid, timeOf, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { auditTask } from './audit.js'
import { purgeAutomationEntries, purgeAutomationRuns } from './automations.js'
import type { AudiencePurge, PurgeBatch, PurgeScope, PurgeStep, PurgeTask } from './batch.js'
import { purgeCampaignRecipients } from './campaigns.js'
import { firstDayKept, purgeDmarcDays, purgeDmarcReports, purgeDmarcSources } from './dmarc.js'
import { purgeEvents } from './events.js'
import { expiringTables } from './expired-rows.js'
import { inboundTasks } from './inbound.js'
import { purgeMessages } from './messages.js'
import { replySecretsTask } from './reply-secrets.js'
import { purgeStatistics } from './statistics.js'
import { purgeAbandonedWebhooks, purgeWebhookDeliveries } from './webhook-deliveries.js'
import { workspacesWith, type WorkspaceWithRows } from '../../db/workspaces-with.js'
import { dayMs } from '../../db/retention.js'
import { statisticsKeptFor } from '../../statistics/span.js'

const firstDay = ({ before }: PurgeScope) => firstDayKept(before, new Date())

/** Rows whose ids begin with the time that they were made at, but for those that are left to be dropped. */
function byId(
  table: string,
  purge: (trx: Knex, workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number) => Promise<PurgeBatch>,
): PurgeTask {
  return {
    workspaces: workspacesWith<Uuid>(table, 'id'),
    keptUntil: ({ first }: WorkspaceWithRows<Uuid>, days, deferral) =>
      deferral.keptUntil(table, timeOf(first), days),
    purge: (trx, { workspaceId, before, beforeIn }, after, max) =>
      purge(trx, workspaceId, after, minUuidAt(beforeIn?.(table) ?? before), max),
  }
}

/** What goes whatever the retention is. */
function ofWorkspace(step: PurgeStep): PurgeTask['purge'] {
  return (trx, { workspaceId }, after, max) => step(trx, workspaceId, after, max)
}

const expiring: readonly PurgeTask[] = expiringTables.map(({ table, workspaces, keptUntil, purge }) => ({
  workspaces,
  seldom: true,
  ...(keptUntil !== undefined && { keptUntil }),
  purge: async (trx, scope, _after, max) => {
    const rows = await purge(trx, { ...scope, max })
    return { purged: { [table]: rows }, next: rows < max ? null : nilUuid }
  },
}))

/**
 * All that is purged, in this order.
 */
export function purgeTasks(audience: AudiencePurge): readonly PurgeTask[] {
  return [
    byId('messages', purgeMessages),
    {
      workspaces: workspacesWith('message_contents', 'message_id', { where: 'erase_when_settled' }),
      purge: ofWorkspace(audience.erasedContents),
    },
    { workspaces: workspacesWith('deleted_contacts', 'id'), purge: ofWorkspace(audience.deletedContacts) },
    {
      workspaces: workspacesWith('subscriptions', 'list_id'),
      seldom: true,
      purge: ofWorkspace(audience.deletedLists),
    },
    {
      workspaces: workspacesWith('campaign_recipients', 'campaign_id'),
      seldom: true,
      purge: (trx, { workspaceId, before }, after, max) =>
        purgeCampaignRecipients(trx, workspaceId, after, before, max),
    },
    {
      workspaces: workspacesWith('automation_runs', 'ended_at', { where: 'ended_at is not null' }),
      keptUntil: ({ first }: WorkspaceWithRows<Date>, days) => first.getTime() + days * dayMs,
      purge: (trx, { workspaceId, before }, after, max) =>
        purgeAutomationRuns(trx, workspaceId, after, before, max),
    },
    {
      workspaces: workspacesWith('automation_entries', 'automation_id'),
      seldom: true,
      purge: (trx, { workspaceId }, after, max) => purgeAutomationEntries(trx, workspaceId, after, max),
    },
    // These three in this order: what waits in the queue keeps its delivery, and its event.
    {
      workspaces: workspacesWith('webhook_queue', 'delivery_id'),
      keptUntil: ({ first }: WorkspaceWithRows<Uuid>, days) => timeOf(first).getTime() + days * dayMs,
      purge: (trx, { workspaceId, before }, after, max) =>
        purgeAbandonedWebhooks(trx, workspaceId, after, minUuidAt(before), max),
    },
    byId('webhook_deliveries', purgeWebhookDeliveries),
    byId('events', purgeEvents),
    ...inboundTasks,
    auditTask,
    {
      workspaces: workspacesWith<Date>('statistics', 'level, at', { first: 'at' }),
      keptUntil: ({ first }: WorkspaceWithRows<Date>) => first.getTime() + statisticsKeptFor * dayMs,
      purge: (trx, { workspaceId }, _after, max) => purgeStatistics(trx, workspaceId, max),
    },
    replySecretsTask,
    ...expiring,
    {
      workspaces: workspacesWith('dmarc_source_days', 'domain_id'),
      seldom: true,
      purge: (trx, scope, _after, max) => purgeDmarcDays(trx, scope.workspaceId, firstDay(scope), max),
    },
    {
      workspaces: workspacesWith('dmarc_reports', 'id'),
      seldom: true,
      purge: (trx, scope, _after, max) => purgeDmarcReports(trx, scope.workspaceId, firstDay(scope), max),
    },
    {
      workspaces: workspacesWith('dmarc_sources', 'id'),
      seldom: true,
      purge: (trx, scope, after, max) =>
        purgeDmarcSources(trx, scope.workspaceId, after, firstDay(scope), max),
    },
  ]
}
