import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { retryTransient } from '../../../platform/db/transaction/retry-transient.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import type { Claimed } from '../../../platform/queue/leases/claim-due.js'
import { StrayLeases, type StrayLeasesOptions } from '../../../platform/queue/leases/stray-leases.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { advance, deletionWork, type AdvanceOptions } from './advance.js'
import type { Job } from '../../../platform/scheduler/scheduler.js'

/**
 * Options for working on deletions. A process holds a deletion by a lease that every batch renews, so that after the
 * process has died the deletion is due again for others:
 *
 *   due --claimed--> in progress --the last batch--> completed --lookAgainSeconds later--> due --the last batch--> over
 *
 * The second run finds whatever was under way during the first: a send between its look-up and its commit, a server's
 * late reply, the answer of an endpoint.
 */
export interface ErasureOptions extends AdvanceOptions {
  readonly db: Knex
  /** Id of this process. */
  readonly lease: Uuid
  readonly sealer: Sealer
  readonly inHand: DeletionsInHand
}

/** The deletions that this process works on. */
export interface DeletionsInHand {
  readonly ids: Set<Uuid>
  readonly strays: StrayLeases
}

/** Opens the set of deletions that this process works on. The caller closes it by its `strays`. */
export function deletionsInHand(
  options: Pick<StrayLeasesOptions, 'db' | 'lease' | 'leaseSeconds' | 'log'>,
): DeletionsInHand {
  const ids = new Set<Uuid>()
  return { ids, strays: new StrayLeases({ ...options, table: deletionWork.leases, inFlight: () => ids }) }
}

/** Claims a deletion, and adds it to those in hand. */
function take(
  { ids, strays }: DeletionsInHand,
  claim: () => Promise<Claimed[]>,
): Promise<Claimed | undefined> {
  return strays.claim(async () => {
    const [claimed] = await claim()
    if (claimed !== undefined) ids.add(claimed.id)
    return claimed
  })
}

const columns = `workspace_id as "workspaceId", id, lease`

const claimOne = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid, leaseSeconds: number], Claimed>(
  'claim_deletion',
  `update deletions set lease = $3, due_at = now() + make_interval(secs => $4)
   where workspace_id = $1 and id = $2 and completed_at is null and (lease is null or due_at <= now())
   returning ${columns}`,
)

/** Claims a deletion that no process works on; undefined if a process does, or if the deletion is completed. */
export async function claimDeletion(
  { db, lease, config, inHand }: ErasureOptions,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<Claimed | undefined> {
  return take(inHand, () => claimOne(db, workspaceId, id, lease, config.leaseSeconds))
}

/** Claims the deletion of any workspace that has been due for longest. */
async function claimDueDeletion({ db, lease, config, inHand }: ErasureOptions): Promise<Claimed | undefined> {
  return take(inHand, () => deletionWork.claimDue(db, { lease, leaseSeconds: config.leaseSeconds, max: 1 }))
}

/** Milliseconds until a deletion that waits for somebody, or one that failed, is due again. */
const waitingMs = 1_000
const failedMs = 30_000
/** Milliseconds between two looks at a deletion that waits, while a request waits for it. */
const lookMs = 100
/** Seconds for which a batch is retried while the database is away or another transaction is in the way. */
const retrySeconds = 5

/**
 * Works on a claimed deletion until it ends or `mayGoOn` returns false; then the deletion is due again for others.
 *
 * @param mayGoOn called between batches
 * @param patient true to stay with the deletion while it waits for somebody
 */
export async function workOn(
  options: ErasureOptions,
  claimed: Claimed,
  mayGoOn: () => boolean,
  patient: boolean,
): Promise<void> {
  const { db, inHand } = options
  try {
    if (await goOn(options, claimed, mayGoOn, patient)) return
    await deletionWork.giveBack(db, claimed, waitingMs)
  } catch (error) {
    await deletionWork.giveBack(db, claimed, failedMs).catch(() => inHand.strays.suspect())
    throw error
  } finally {
    inHand.ids.delete(claimed.id)
  }
}

/**
 * Runs batch after batch.
 *
 * @returns true if the deletion has ended, or belongs to another process by now
 */
async function goOn(
  options: ErasureOptions,
  claimed: Claimed,
  mayGoOn: () => boolean,
  patient: boolean,
): Promise<boolean> {
  while (mayGoOn()) {
    const done = await retryTransient(retrySeconds, () =>
      inTransaction(options.db, ({ sql }) => advance(sql, options, claimed)),
    )
    if (done === 'ended') return true
    if (done === 'more') continue
    if (!patient) break
    await sleep(lookMs)
  }
  return false
}

/**
 * Goes on with the deletions that no process works on, and runs completed ones a second time for whatever was under
 * way during the first.
 */
export function erasureJob(options: ErasureOptions, log: Logger): Job {
  return {
    name: 'erasures',
    everySeconds: options.config.everySeconds,
    run: async (stopping) => {
      while (!stopping.aborted) {
        const claimed = await claimDueDeletion(options)
        if (claimed === undefined) return
        try {
          await workOn(options, claimed, () => !stopping.aborted, false)
        } catch (error) {
          log.error({ err: error, deletion_id: toTypeId('del', claimed.id) }, 'a deletion could not continue')
        }
      }
    },
  }
}
