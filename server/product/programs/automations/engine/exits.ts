import type { Knex } from 'knex'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { atKey } from '../../../../platform/db/statements/at-key.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { Exit } from '../definition.js'
import { contextOf } from '../steps/branch.js'
import { runsWithEvent } from '../steps/look-back.js'
import { contactsSelected } from '../steps/rules.js'
import type { RunAtStep, StepBatch } from '../steps/step.js'
import type { ExitReason } from './progress.js'

/** Milliseconds that an event's time may lie in the future. */
const maxAheadMs = 3_600_000

/**
 * Selects the runs that a change of a list ends. The order by list and address is that of one index alone, whatever
 * the statistics say.
 */
const selectListChanges = statement<
  [workspaceId: WorkspaceId, listId: Uuid, on: string, asking: string],
  { id: Uuid }
>(
  'select_list_exits',
  `select asked.run_id as id
   from json_to_recordset($4::json) as asked(run_id uuid, address text, since timestamptz)
   cross join lateral (
     select status, confirmed_at, unsubscribed_at from subscriptions
     where workspace_id = $1 and ${atKey('list_id, address', '$2, asked.address')}
     order by list_id, address limit 1
   ) subscription
   where subscription.status = $3
     and case when $3 = 'confirmed' then subscription.confirmed_at else subscription.unsubscribed_at end >= asked.since`,
)

/**
 * The exits to judge: `all` of them, or only the `rules` if events and lists were judged already for everything since
 * the last time.
 */
export type Judged = 'all' | 'rules'

/**
 * Finds the runs of a version that an exit ends now.
 *
 * @returns the reason, by run
 */
export async function exitsOf(
  trx: Knex.Transaction,
  exits: readonly Exit[],
  batch: Pick<StepBatch, 'workspaceId' | 'now'> & { readonly runs: readonly RunAtStep[] },
  {
    judged,
    retainedSince,
  }: {
    readonly judged: Judged
    /** The beginning of the workspace's retention. */
    readonly retainedSince: Date
  },
): Promise<ReadonlyMap<Uuid, ExitReason>> {
  const ended = new Map<Uuid, ExitReason>()
  let left = batch.runs
  for (const { event, list, rule } of exits) {
    if (left.length === 0) break
    let found: ReadonlySet<Uuid> = new Set()
    if (rule !== undefined) {
      const contacts = left.map(({ contact }) => contact.id)
      const selected = await contactsSelected(
        trx,
        rule,
        contacts,
        contextOf(batch, left, retainedSince),
      ).catch(asNone)
      found = new Set(left.filter(({ contact }) => selected.has(contact.id)).map(({ run }) => run.id))
    } else if (judged === 'all' && event !== undefined) {
      const until = new Date(batch.now.getTime() + maxAheadMs)
      const asking = left.map(({ run }) => ({ run, until }))
      found = await runsWithEvent(trx, batch.workspaceId, event, { asking, now: batch.now })
    } else if (judged === 'all' && list !== undefined) {
      const asking = left.map(({ run, contact }) => ({
        run_id: run.id,
        address: contact.address,
        // The change of a list that started a run does not end it.
        since: run.trigger_kind === 'list' ? new Date(run.since.getTime() + 1) : run.since,
      }))
      const listId = fromTypeId('lst', list.list_id)
      const rows = await selectListChanges(trx, batch.workspaceId, listId, list.on, JSON.stringify(asking))
      found = new Set(rows.map(({ id }) => id))
    }
    const reason = rule !== undefined ? 'exit_rule' : event !== undefined ? 'exit_event' : 'exit_list'
    for (const id of found) ended.set(id, reason)
    left = left.filter(({ run }) => !ended.has(run.id))
  }
  return ended
}

/** Returns no runs for a rule that no longer works, so that nobody exits by mistake. */
function asNone(error: unknown): ReadonlySet<Uuid> {
  if (error instanceof ApiError) return new Set()
  throw error
}
