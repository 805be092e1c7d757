import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { components } from '../../../generated/api-types.js'
import { withTimeout } from '../../mail/time/with-timeout.js'
import { durableBatcher } from '../../platform/db/durable-batcher.js'
import { HeldWrites } from '../../platform/db/held-writes.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { ownWorkspace } from '../../platform/db/own-workspace.js'
import { statement } from '../../platform/db/statement.js'
import { recordEvents } from '../../platform/events/fan-out.js'
import { programIn } from '../../platform/events/program-of-mail.js'
import type { Wakes } from '../../platform/queue/wakes.js'
import { erasedAddress } from '../audience/erasure/redact.js'
import type { TrackedDelivery } from './links.js'
import { machineReasonOf, type MachineReason, type TrackedRequest } from './machine.js'

/** A load of the image of a mail, or of one of its links. */
export interface Hit extends TrackedDelivery, Omit<TrackedRequest, 'sinceDeliveredMs'> {
  /** Of the link; -1 for the image. */
  readonly position: number
  /** Where the link leads; null for the image. */
  readonly url: string | null
  readonly at: Date
}

/** Writes down opens and clicks, after their reply: nobody waits for the database. */
export interface HitRecorder {
  record(hit: Hit): void
  /** Waits until everything is written, for five seconds at most. The rest is lost. */
  close(): Promise<void>
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
}

const selectLogs = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[]], LogRow>(
  'select_logs_of_hits',
  `select log.* from unnest($2::uuid[]) as asked (id)
   cross join lateral (
     select id, message_id, project_id, environment, recipient, category, campaign_id, automation_id, delivered_at
     from message_logs where workspace_id = $1 and id = asked.id and recipient <> '${erasedAddress}' limit 1
   ) log`,
)

/** An event is recorded with the first of its kind only, so that nobody can make any number of them. */
const storeHits = statement<[workspaceId: WorkspaceId, hits: string, countedBy: Uuid], { webhooks: boolean }>(
  'store_hits',
  `with hit as (
     select * from json_to_recordset($2::json) as h(
       log_id uuid, kind text, position smallint, machine boolean, reason text, url text, user_agent text, times integer,
       first_at timestamptz, last_at timestamptz, event_id uuid, type text, project_id uuid, environment text, data jsonb,
       campaign_id uuid)
   ), noted as (
     insert into engagements as e
       (workspace_id, log_id, kind, position, machine, reason, url, user_agent, times, first_at, last_at)
     select own.workspace_id, log_id, kind, position, machine, reason, url, user_agent, times, first_at, last_at
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
   select exists (select from wanted_event) as webhooks`,
)

/** As many hits wait in a process at most. What comes beyond is not counted: somebody floods the links. */
const maxWaiting = 10_000

/** The max time in milliseconds that a stop waits for hits to be written. */
const closeMs = 5_000

export function hitRecorder(options: {
  readonly db: Knex
  readonly wakes: Pick<Wakes, 'webhooks'>
  readonly log: Logger
  readonly registry: Registry
}): HitRecorder {
  const { db, wakes, log, registry } = options
  const held = new HeldWrites<WorkspaceId>()
  /** This process's own rows in the totals. */
  const countedBy = newUuid()
  const counted = new Counter({
    name: 'postseal_tracked_hits_total',
    help: 'Opens and clicks that came in, by kind, and by whether a machine made them; dropped where too many waited.',
    labelNames: ['kind', 'by'],
    registers: [registry],
  })
  const inHand = new Set<Promise<void>>()
  const store = durableBatcher<WorkspaceId, Hit>({
    held,
    log,
    items: 'opens and clicks',
    max: 500,
    write: async (workspaceId, hits) => {
      const rows = await rowsOf(db, workspaceId, hits)
      if (rows.length === 0) return
      const [result] = await storeHits(db, workspaceId, JSON.stringify(rows), countedBy)
      if (result?.webhooks === true) wakes.webhooks()
      for (const { kind, position, machine, times } of rows)
        if (position === -1) counted.inc({ kind, by: machine ? 'machine' : 'person' }, times)
    },
  })
  return {
    record: (hit) => {
      if (inHand.size >= maxWaiting) {
        counted.inc({ kind: hit.kind, by: 'dropped' })
        return
      }
      const work = store(hit.workspaceId, hit).catch(() => undefined)
      inHand.add(work)
      void work.finally(() => inHand.delete(work))
    },
    close: async () => {
      const late = () => new Error('the database takes too long')
      await withTimeout(Promise.all(inHand), closeMs, late).catch(() => undefined)
      held.end()
      await Promise.all(inHand)
    },
  }
}

/**
 * Hits as rows, those of a kind and link of a delivery together. A click is in two: that of its link, and that of all clicks.
 * Hits of deliveries that are there no more are nothing.
 */
async function rowsOf(db: Knex, workspaceId: WorkspaceId, hits: readonly Hit[]) {
  const logs = new Map(
    (await selectLogs(db, workspaceId, [...new Set(hits.map(({ logId }) => logId))])).map((row) => [
      row.id,
      row,
    ]),
  )
  const rows = new Map<string, ReturnType<typeof rowOf>>()
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
    /** Null for what has no event of its own. */
    event_id: newUuid() as Uuid | null,
    type: hit.kind === 'open' ? 'message.opened' : 'message.clicked',
    project_id: log.project_id,
    environment: log.environment,
    campaign_id: log.campaign_id,
    data,
  }
}
