import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { ownWorkspace } from '../../platform/db/statements/own-workspace.js'
import { statement } from '../../platform/db/statements/statement.js'
import { inTransaction } from '../../platform/db/transaction/transaction.js'
import { recordEvents } from '../../platform/events/fan-out.js'
import { programIn } from '../../platform/events/program-of-mail.js'
import type { Wakes } from '../../platform/queue/wakes/wakes.js'
import { erasedAddress } from '../audience/erasure/redact.js'
import { recordForContacts, type ContactHit } from './contact-events.js'
import type { TrackedDelivery } from './links.js'
import { machineReasonOf, type MachineReason, type TrackedRequest } from './machine.js'

/** A load of the image of a mail, or of one of its links. */
export interface Hit extends TrackedDelivery, Omit<TrackedRequest, 'sinceDeliveredMs'> {
  /** Index of the link; -1 for the image. */
  readonly position: number
  /** Target of the link; null for the image. */
  readonly url: string | null
  readonly at: Date
}

interface LogRow {
  id: Uuid
  message_id: Uuid
  project_id: Uuid
  environment: 'live' | 'test'
  recipient: string
  category: string | null
  campaign_id: Uuid | null
  automation_id: Uuid | null
  delivered_at: Date | null
  contact_id: Uuid | null
}

const selectLogs = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[]], LogRow>(
  'select_logs_of_hits',
  `select log.*, contact.id as contact_id from unnest($2::uuid[]) as asked (id)
   cross join lateral (
     select id, message_id, project_id, environment, recipient, address, category, campaign_id, automation_id,
       delivered_at
     from message_logs where workspace_id = $1 and id = asked.id and recipient <> '${erasedAddress}' limit 1
   ) log
   left join lateral (
     select id from contacts
     where workspace_id = $1 and address = log.address and project_id = log.project_id limit 1
   ) contact on true`,
)

/** Inserts hits. An event is recorded with the first of its kind only, so that nobody can make any number of them. */
const insertHits = statement<
  [workspaceId: WorkspaceId, hits: string, countedBy: Uuid],
  { firsts: Uuid[]; webhooks: boolean }
>(
  'store_hits',
  `with hit as (
     select * from json_to_recordset($2::json) as h(
       log_id uuid, kind text, position smallint, machine boolean, reason text, url text, user_agent text,
       times integer, first_at timestamptz, last_at timestamptz, event_id uuid, type text, project_id uuid,
       environment text, data jsonb, campaign_id uuid, contact_id uuid)
   ), noted as (
     insert into engagements as e
       (workspace_id, log_id, kind, position, machine, reason, url, user_agent, times, first_at, last_at,
        contact_id, contact_event_id, contact_event_at)
     select own.workspace_id, log_id, kind, position, machine, reason, url, user_agent, times, first_at, last_at,
       contact_id, case when contact_id is not null then event_id end,
       case when contact_id is not null and event_id is not null then first_at end
     from ${ownWorkspace} cross join hit order by log_id, kind, position, machine
     on conflict (workspace_id, log_id, kind, position, machine) do update
       set times = e.times + excluded.times, first_at = least(e.first_at, excluded.first_at),
         last_at = greatest(e.last_at, excluded.last_at)
     returning log_id, kind, position, machine, xmax = 0 as is_first
   ), first as (
     select hit.* from hit join noted using (log_id, kind, position, machine) where noted.is_first
   ), counted_campaigns as (
     insert into campaign_hours as total
       (workspace_id, campaign_id, hour, counted_by, opened, clicked, machine_opened, machine_clicked)
     select own.workspace_id, campaign_id, date_trunc('hour', now(), 'UTC'), $3, opened, clicked, machine_opened,
       machine_clicked
     from ${ownWorkspace} cross join (
       select campaign_id, count(*) filter (where kind = 'open' and not machine) as opened,
         count(*) filter (where kind = 'click' and not machine) as clicked,
         count(*) filter (where kind = 'open' and machine) as machine_opened,
         count(*) filter (where kind = 'click' and machine) as machine_clicked
       from first where position = -1 and campaign_id is not null group by campaign_id
     ) recipients
     cross join lateral (
       select from campaigns where workspace_id = $1 and id = recipients.campaign_id limit 1
     ) campaign
     order by campaign_id
     on conflict (workspace_id, campaign_id, hour, counted_by) do update set
       opened = total.opened + excluded.opened, clicked = total.clicked + excluded.clicked,
       machine_opened = total.machine_opened + excluded.machine_opened,
       machine_clicked = total.machine_clicked + excluded.machine_clicked
   ), ${recordEvents(
     'select event_id as id, project_id, environment, type, data from first where event_id is not null',
   )}
   select array(select event_id from first where event_id is not null) as firsts,
     exists (select from wanted_event) as webhooks`,
)

/** Services that storing hits needs. */
export interface HitStore {
  readonly db: Knex
  readonly wakes: Pick<Wakes, 'webhooks' | 'automations'>
  /** Id of the process that counts for campaigns. */
  readonly countedBy: Uuid
}

/**
 * Stores hits of a workspace, with the events of the first ones, for webhooks and for contacts.
 *
 * @returns the stored hits: those of one kind and link of a delivery are merged
 */
export async function storeHits(
  { db, wakes, countedBy }: HitStore,
  workspaceId: WorkspaceId,
  hits: readonly Hit[],
): Promise<readonly HitRow[]> {
  const rows = await rowsOf(db, workspaceId, hits)
  if (rows.length === 0) return rows
  const insert = async (sql: Knex) => {
    const [result] = await insertHits(sql, workspaceId, JSON.stringify(rows), countedBy)
    return { firsts: new Set(result?.firsts), webhooks: result?.webhooks === true }
  }
  const ofContacts = rows.filter(isOfContact)
  if (ofContacts.length === 0) {
    if ((await insert(db)).webhooks) wakes.webhooks()
    return rows
  }
  await inTransaction(db, async (tx) => {
    const isWanted = await recordForContacts(tx, workspaceId, ofContacts, async (sql) => {
      const { firsts, webhooks } = await insert(sql)
      if (webhooks) tx.afterCommit(wakes.webhooks)
      return firsts
    })
    if (isWanted) tx.afterCommit(wakes.automations)
  })
  return rows
}

function isOfContact(row: HitRow): row is HitRow & ContactHit {
  return row.event_id !== null && row.contact_id !== null
}

/**
 * Returns hits as rows, those of a kind and link of a delivery together. A click is counted in two rows: that of its
 * link, and that of all clicks. Hits of deliveries that no longer exist are dropped.
 */
async function rowsOf(db: Knex, workspaceId: WorkspaceId, hits: readonly Hit[]): Promise<HitRow[]> {
  const logs = new Map(
    (await selectLogs(db, workspaceId, [...new Set(hits.map(({ logId }) => logId))])).map((row) => [
      row.id,
      row,
    ]),
  )
  const rows = new Map<string, HitRow>()
  for (const hit of hits) {
    const of = logs.get(hit.logId)
    if (of === undefined) continue
    const sinceDeliveredMs = of.delivered_at === null ? null : hit.at.getTime() - of.delivered_at.getTime()
    const own = rowOf(hit, of, machineReasonOf({ ...hit, sinceDeliveredMs }) ?? null)
    for (const row of hit.kind === 'open'
      ? [own]
      : [own, { ...own, position: -1, url: null, event_id: null }]) {
      const key = [row.log_id, row.kind, row.position, row.machine].join(' ')
      const earlier = rows.get(key)
      rows.set(
        key,
        earlier === undefined ? row : { ...earlier, times: earlier.times + 1, last_at: row.last_at },
      )
    }
  }
  return [...rows.values()]
}

type HitRow = ReturnType<typeof rowOf>

type HitData = components['schemas']['OpenedData'] & { readonly url?: string }

function rowOf(hit: Hit, log: LogRow, reason: MachineReason | null) {
  const userAgent = hit.userAgent.slice(0, 200) || null
  const data: HitData = {
    message_id: toTypeId('msg', log.message_id),
    log_id: toTypeId('log', log.id),
    recipient: log.recipient,
    category: log.category,
    ...programIn({ campaignId: log.campaign_id, automationId: log.automation_id }),
    machine: reason,
    user_agent: userAgent,
    ...(hit.url !== null && { url: hit.url }),
  }
  return {
    log_id: hit.logId,
    kind: hit.kind,
    position: hit.position,
    machine: reason !== null,
    reason,
    url: hit.url,
    user_agent: userAgent,
    times: 1,
    first_at: hit.at,
    last_at: hit.at,
    /** Null for a row that has no event of its own. */
    event_id: newUuid() as Uuid | null,
    type: hit.kind === 'open' ? 'message.opened' : 'message.clicked',
    project_id: log.project_id,
    environment: log.environment,
    campaign_id: log.campaign_id,
    automation_id: log.automation_id,
    message_id: log.message_id,
    /** Null if a machine made the hit, or nobody who is known. */
    contact_id: reason === null ? log.contact_id : null,
    data,
  }
}
