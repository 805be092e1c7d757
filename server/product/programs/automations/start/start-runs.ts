import type { Logger } from 'pino'
import { newUuid, processId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { IgnoredReason } from '../automation-rows.js'
import { Entries } from './entries.js'
import { letInByRule } from './entry-rules.js'
import { maxRuns, reentryRefusal, refusalOf, runWindowMs } from './guards.js'
import type { StartContext, StartOutcome, StartRequest } from './request.js'
import { firstRow, storeRuns, type StartedRun } from './store-runs.js'
import type { Knex } from 'knex'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../../platform/db/statements/statement.js'

/**
 * Starts runs if automations let contacts in, and counts the requests that they refuse. A run is due at once; the
 * caller wakes the automations.
 *
 * @param log receives the rules that cannot be used
 * @param requests the requests in the order of their signals, for contacts that this transaction has locked by
 *   `lockContacts`
 * @returns the outcome of each, in the order of the requests
 */
export async function startRuns(
  tx: Transaction,
  log: Logger,
  context: StartContext,
  requests: readonly StartRequest[],
): Promise<StartOutcome[]> {
  const possible = requests.filter((request) => refusalOf(request) === undefined)
  const letIn = await letInByRule(tx.sql, log, context, possible)
  const since = new Date(context.now.getTime() - runWindowMs)
  const entries = await Entries.of(tx.sql, context, [...letIn], { since, max: maxRuns })

  const started: StartedRun[] = []
  const ignored: Ignored[] = []
  const outcomes = requests.map((request): StartOutcome => {
    const reason =
      refusalOf(request) ?? (letIn.has(request) ? refusalBy(entries, request, context.now) : 'entry_rule')
    if (reason !== undefined) {
      ignored.push({ automation_id: request.automation.id, reason })
      return { run: null, reason }
    }
    entries.began(request, context.now)
    const run = firstRow(request, newUuid(), context)
    started.push({ request, run })
    return { run, reason: null }
  })
  await storeRuns(tx.sql, context, started)
  await countIgnored(tx.sql, context.workspaceId, ignored)
  return outcomes
}

/** Starts one run as `startRuns` does. */
export async function startRun(
  tx: Transaction,
  log: Logger,
  context: StartContext,
  request: StartRequest,
): Promise<StartOutcome> {
  const [outcome] = await startRuns(tx, log, context, [request])
  if (outcome === undefined) throw new Error('a request to start a run has no outcome')
  return outcome
}

function refusalBy(entries: Entries, request: StartRequest, now: Date): IgnoredReason | undefined {
  const { reentry } = request.version.definition
  const refusal = reentryRefusal(reentry, entries.last(request), now)
  return refusal ?? (entries.recentRuns(request) >= maxRuns ? 'too_many_runs' : undefined)
}

/** Counts ignored triggers, in one order, so that two transactions of a process do not wait for each other. */
const count = statement<[workspaceId: WorkspaceId, counts: string, countedBy: Uuid]>(
  'count_ignored_triggers',
  `insert into automation_ignored (workspace_id, automation_id, reason, counted_by, count)
   select own.workspace_id, automation_id, reason, $3, count(*)
   from ${ownWorkspace} cross join json_to_recordset($2::json) as ignored (automation_id uuid, reason text)
   group by own.workspace_id, automation_id, reason order by automation_id, reason
   on conflict (workspace_id, automation_id, reason, counted_by) do update
     set count = automation_ignored.count + excluded.count`,
)

/** A trigger that has started no run. */
export interface Ignored {
  readonly automation_id: Uuid
  readonly reason: IgnoredReason
}

/**
 * Counts triggers that have started no run. It locks counters that other transactions share, so it comes last in a
 * transaction.
 */
export async function countIgnored(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  ignored: readonly Ignored[],
): Promise<void> {
  if (ignored.length > 0) await count(trx, workspaceId, JSON.stringify(ignored), processId())
}
