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
 * Works on deletions. Whoever works on one holds it by a lease that every batch renews, so that the work of a
 * process that died is due again for the others:
 *
 *   due --claimed--> in progress --the last batch--> completed --lookAgainSeconds later--> due --the last batch--> over
 *
 * The second time finds what was under way while the first ran: a send between its look-up and its commit,
 * the words of a server that came later, the answer of an endpoint.
 */
export interface ErasureOptions extends AdvanceOptions {
  readonly db: Knex
  /** This process's own id. */
  readonly lease: Uuid
  readonly sealer: Sealer
  readonly inHand: DeletionsInHand
}

/** The deletions that this process works on. */
export interface DeletionsInHand {
  readonly ids: Set<Uuid>
  readonly strays: StrayLeases
}

/** Opens what a process knows of the deletions that it works on. To be closed by its `strays`. */
export function deletionsInHand(
  options: Pick<StrayLeasesOptions, 'db' | 'lease' | 'leaseSeconds' | 'log'>,
): DeletionsInHand {
  const ids = new Set<Uuid>()
  return { ids, strays: new StrayLeases({ ...options, table: deletionWork.leases, inFlight: () => ids }) }
}

/** Makes a claim, and takes what it has claimed in hand. */
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

/** Claims a deletion that no process works on; undefined where one does, or where it is completed. */
export async function claimDeletion(
  { db, lease, config, inHand }: ErasureOptions,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<Claimed | undefined> {
  return take(inHand, () => claimOne(db, workspaceId, id, lease, config.leaseSeconds))
}

/** Takes the one that has been due for longest, of any workspace. */
async function claimDueDeletion({ db, lease, config, inHand }: ErasureOptions): Promise<Claimed | undefined> {
  return take(inHand, () => deletionWork.claimDue(db, lease, config.leaseSeconds, 1))
}

/** How long one is left alone that waits for somebody, and one that failed, in milliseconds. */
const waitingMs = 1_000
const failedMs = 30_000
/** How often one that waits is looked at while somebody waits for it, in milliseconds. */
const lookMs = 100
/** How long a batch is tried while the database is away or another transaction is in the way, in seconds. */
const retrySeconds = 5

/**
 * Works on a claimed deletion until its end, or until told to stop; then it is due again for others.
 *
 * @param mayGoOn asked between batches
 * @param patient whether to stay where it waits for somebody
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

/** @returns whether it has ended, or is another process's by now */
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
 * Goes on with the deletions that no process works on, and looks once more for what was under way while they
 * ran.
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
