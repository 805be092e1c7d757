import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { auditRow, insertAuditEntries } from '../../../platform/audit/record.js'
import { serviceEntry } from '../../../platform/audit/other-entries.js'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { recorded } from '../../../platform/db/statements/recorded.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { HaltReason } from './halting.js'
import { windowStart } from './window.js'

/**
 * Number of settled deliveries below which a rate says nothing. Mailbox providers block a sender whose mail bounces
 * or is complained about too much, and then nobody's mail arrives. So a workspace is halted before they do. The
 * figures of a campaign that has paused itself do not count while it is paused: its mail has stopped already.
 */
const minSettled = 500
const maxBounced = 0.05
const maxComplained = 0.003

const haltByRate = statement<
  [workspaceId: WorkspaceId, minSettled: number, maxBounced: number, maxComplained: number, entries: string],
  { halt_reason: HaltReason }
>(
  'halt_by_rate',
  `with braked as (
     select coalesce(sum(delivered + counted.bounced), 0) as settled, coalesce(sum(counted.bounced), 0) as bounced,
       coalesce(sum(complained), 0) as complained
     from campaigns campaign join campaign_hours counted on counted.workspace_id = $1 and campaign_id = campaign.id
     where campaign.workspace_id = $1 and status = 'paused' and environment = 'live'
       and pause_reason in ('bounce_rate', 'complaint_rate') and counted.hour >= ${windowStart}
   ), total as (
     select sum(total.settled) - min(braked.settled) as settled, sum(total.bounced) - min(braked.bounced) as bounced,
       sum(total.complained) - min(braked.complained) as complained
     from sending_totals total cross join braked where workspace_id = $1 and total.hour >= ${windowStart}
   ), halted as (
   update workspaces set halted_at = now(), halt_note = null,
     halt_reason = case when bounced > settled * $3::numeric then 'bounce_rate' else 'complaint_rate' end
   from total
   where id = $1 and halted_at is null and settled >= $2::integer
     and (bounced > settled * $3::numeric or complained > settled * $4::numeric)
   returning halt_reason
   ), recorded as (${insertAuditEntries('$5', 'exists (select from halted)')})
   select halt_reason from halted`,
)

/**
 * Halts a workspace whose live mail bounces or is complained about too much.
 *
 * @returns the reason if it was halted just now, or undefined
 */
export async function haltWhereRatesAreHigh(
  db: Knex,
  workspaceId: WorkspaceId,
): Promise<HaltReason | undefined> {
  const resource = { type: 'workspace', id: toTypeId('ws', workspaceId) }
  const entries = JSON.stringify([auditRow(serviceEntry(workspaceId, 'halt_sending', { resource }))])
  return recorded(db, async (sql) => {
    const [halted] = await haltByRate(sql, workspaceId, minSettled, maxBounced, maxComplained, entries)
    if (halted === undefined) return undefined
    const state = { reason: halted.halt_reason, note: null }
    recordInLedger(sql, { kind: 'workspace_halted', workspaceId, id: workspaceId, state })
    return halted.halt_reason
  })
}

/**
 * Halts a workspace if the outcomes that have just been recorded require it. Never throws: the failure is logged, and
 * the next bounce or complaint checks again.
 */
export async function haltWhereNeeded(db: Knex, workspaceId: WorkspaceId, log: Logger): Promise<void> {
  const of = { workspace_id: toTypeId('ws', workspaceId) }
  try {
    const reason = await haltWhereRatesAreHigh(db, workspaceId)
    if (reason !== undefined) log.warn({ ...of, reason }, 'sending is halted for a workspace')
  } catch (error) {
    log.warn({ ...of, err: error }, 'could not decide whether to halt sending')
  }
}
