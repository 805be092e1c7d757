import type { Logger } from 'pino'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import type { StartContext } from '../start/request.js'
import { startRuns } from '../start/start-runs.js'
import type { LoadVersion } from '../versions.js'
import { requestsOf } from './requests.js'
import { deleteSignals, type InboxRow } from './take.js'
import { findTriggered, type Triggered } from './triggered.js'
import { wakeRuns } from './wake-runs.js'

/** The dependencies of the functions that act on the inbox. */
export interface ActDependencies {
  readonly versions: LoadVersion
  readonly wakes: Wakes
  readonly log: Logger
}

/** The most automations that one transaction's rows trigger, unless a single row triggers more. */
const mostTriggered = 500

/**
 * Wakes the runs that wait for signals, starts those that signals trigger, and deletes the signals from the inbox.
 * Runs are locked first, then contacts, which is the order of every transaction that works on runs.
 *
 * @param rows the signals, locked, the oldest first
 * @returns the number of rows acted on, from the first one on: fewer if they trigger many automations
 */
export async function actOn(
  tx: Transaction,
  { versions, wakes, log }: ActDependencies,
  context: StartContext,
  rows: readonly InboxRow[],
): Promise<number> {
  const triggered = await findTriggered(tx.sql, versions, context.workspaceId, rows)
  const acted = withinBounds(rows, triggered)
  const ofActed = new Set(acted)
  const woken = await wakeRuns(tx.sql, context.workspaceId, acted, context.now)
  const requests = await requestsOf(
    tx.sql,
    context,
    triggered.filter(({ row }) => ofActed.has(row)),
  )
  await deleteSignals(tx.sql, context.workspaceId, acted)
  const outcomes = await startRuns(tx, log, context, requests)
  if (woken > 0 || outcomes.some(({ run }) => run !== null)) tx.afterCommit(wakes.automations)
  return acted.length
}

/**
 * Returns the rows, from the first one on, that together trigger no more automations than one transaction can bear.
 */
function withinBounds(rows: readonly InboxRow[], triggered: readonly Triggered[]): readonly InboxRow[] {
  if (triggered.length <= mostTriggered) return rows
  const counts = new Map<InboxRow, number>()
  for (const { row } of triggered) counts.set(row, (counts.get(row) ?? 0) + 1)
  let sum = 0
  const end = rows.findIndex((row) => {
    sum += counts.get(row) ?? 0
    return sum > mostTriggered
  })
  return rows.slice(0, Math.max(1, end))
}
