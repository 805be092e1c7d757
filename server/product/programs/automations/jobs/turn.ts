import type { Knex } from 'knex'
import type { ProgramsConfig } from '../../../../platform/config/programs.js'
import { inTransaction } from '../../../../platform/db/transaction/transaction.js'
import type { Claimed } from '../../../../platform/queue/leases/claim-due.js'
import { leasedRows } from '../../../../platform/queue/leases/leased-rows.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import type { WorkKind } from '../../worker.js'
import type { AutomationRow } from '../automation-rows.js'
import type { LoadVersion } from '../versions.js'
import { cancelPage } from './cancel-page.js'
import { retryPage } from './retry-page.js'

/**
 * Claims and locks automations that have something to do in the background: runs to retry, or to cancel. Each page
 * renews the lease.
 */
export const automationWork = leasedRows<AutomationRow>('automations')

/** Number of runs that one transaction retries or cancels. */
const runsAtOnce = 500

/** Milliseconds until an automation whose work has failed is tried again. */
const failedMs = 5_000

export interface JobDependencies {
  readonly db: Knex
  readonly config: Pick<ProgramsConfig, 'leaseSeconds' | 'turnMs'>
  /** Tells the time by which runs are due. */
  readonly clock: () => Date
  readonly versions: LoadVersion
  readonly wakes: Pick<Wakes, 'automations'>
}

/** Returns the automations' work in the background, for the programs worker: retrying or cancelling many runs. */
export function automationJobs(dependencies: JobDependencies): WorkKind {
  return {
    prefix: 'aut',
    leases: automationWork.leases,
    claim: automationWork.claimDue,
    takeTurn: (claimed, isStopping) => takeTurn(dependencies, claimed, isStopping),
  }
}

/**
 * Works on a claimed automation for a turn, page by page, each a transaction that keeps the position. After the turn
 * the automation is given back, so that automations take turns.
 */
async function takeTurn(
  dependencies: JobDependencies,
  claimed: Claimed,
  isStopping: () => boolean,
): Promise<void> {
  const { db, config } = dependencies
  const until = performance.now() + config.turnMs
  try {
    let isMore = true
    while (isMore) {
      isMore = await doPage(dependencies, claimed)
      if (performance.now() >= until || isStopping()) break
    }
    if (isMore) await automationWork.giveBack(db, claimed, 0)
  } catch (error) {
    await automationWork.giveBack(db, claimed, failedMs).catch(() => undefined)
    throw error
  }
}

/**
 * Does a page, unless the lease was lost meanwhile.
 *
 * @returns whether there may be more
 */
function doPage({ db, clock, config, versions, wakes }: JobDependencies, claimed: Claimed): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await automationWork.lock(tx.sql, claimed)
    if (row === undefined) return false
    const page = { max: runsAtOnce, now: clock(), leaseSeconds: config.leaseSeconds }
    if (row.status === 'archived') return cancelPage(tx, row, page)
    tx.afterCommit(wakes.automations)
    return retryPage(tx, row, versions, page)
  })
}
