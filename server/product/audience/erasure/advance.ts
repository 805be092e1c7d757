import type { Knex } from 'knex'
import type { SchedulerConfig } from '../../../platform/config/scheduler.js'
import { recordAudit } from '../../../platform/audit/record.js'
import { serviceEntry } from '../../../platform/audit/other-entries.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Claimed } from '../../../platform/queue/leases/claim-due.js'
import { leasedRows } from '../../../platform/queue/leases/leased-rows.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { sealedPlace } from './begin.js'
import { added } from './deletion-row.js'
import type { ErasedCounts, Erasure, Step } from './erasure.js'
import { redactorOf } from './redact.js'

export interface AdvanceOptions {
  readonly sealer: Sealer
  readonly config: SchedulerConfig['erasures']
  readonly steps: readonly Step[]
}

interface DeletionRow {
  readonly project_id: Uuid | null
  readonly token: string
  readonly sealed_address: Buffer
  readonly erased: Partial<ErasedCounts>
  readonly contact_ids: Uuid[]
  readonly step: string | null
  readonly position: string | null
}

/** Claims and locks deletions that have something to do. Each batch renews the lease. */
export const deletionWork = leasedRows<DeletionRow>('deletions', {
  columns: 'project_id, token, sealed_address, erased, contact_ids, step, position',
})

const keepPlace = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    erased: string,
    step: string,
    position: string | null,
    leaseSeconds: number,
  ]
>(
  'keep_place_of_deletion',
  `update deletions set erased = $3, step = $4, position = $5, due_at = now() + make_interval(secs => $6)
   where workspace_id = $1 and id = $2`,
)

/**
 * Ends a run of a deletion. The first time the deletion is completed, and due once more; the second time everything
 * that names the address is cleared.
 */
const end = statement<
  [workspaceId: WorkspaceId, id: Uuid, erased: string, lookAgainSeconds: number],
  { first: boolean }
>(
  'end_deletion',
  `update deletions set erased = $3, step = null, position = null, lease = null,
     completed_at = coalesce(completed_at, (select now())),
     due_at = case when completed_at is null then (select now() + make_interval(secs => $4)) end,
     sealed_address = case when completed_at is null then sealed_address end,
     contact_ids = case when completed_at is null then contact_ids else '{}' end
   where workspace_id = $1 and id = $2
   returning due_at is not null as first`,
)

/**
 * Selects whether a message to the address is queued. A send may have looked the address up before it was suppressed,
 * and have been stored since.
 */
const selectQueued = statement<
  [workspaceId: WorkspaceId, address: string, projectId: Uuid | null],
  { queued: boolean }
>(
  'select_queued_to_erased',
  `select exists (
     select from message_logs log
     where workspace_id = $1 and address = $2 and status in ('queued', 'scheduled', 'deferred')
       and ($3::uuid is null or project_id = $3)
   ) as queued`,
)

/**
 * Does the next batch of a deletion, in the caller's transaction.
 *
 * @returns `waits` if the step waits for something that a worker has in flight; `ended` at the end, and also if
 *   another lease holds the deletion by now
 */
export async function advance(
  trx: Knex,
  options: AdvanceOptions,
  claimed: Claimed,
): Promise<'more' | 'waits' | 'ended'> {
  const { config, steps } = options
  const row = await deletionWork.lock(trx, claimed)
  if (row === undefined) return 'ended'
  const { workspaceId, id } = claimed
  const erasure = erasureOf(options.sealer, workspaceId, id, row)
  const at = Math.max(
    0,
    steps.findIndex(({ name }) => name === row.step),
  )
  const step = steps[at] as Step
  const batch = await step.run(trx, erasure, row.position, config.batch)
  const erased = JSON.stringify(added(row.erased, batch.erased))
  const keep = (name: string, position: string | null) =>
    keepPlace(trx, workspaceId, id, erased, name, position, config.leaseSeconds)

  const following = batch.next === null && batch.waits !== true ? steps[at + 1] : step
  if (following !== undefined) {
    await keep(following.name, batch.next)
    return batch.waits === true ? 'waits' : 'more'
  }
  const [since] = await selectQueued(trx, workspaceId, erasure.address, erasure.projectId)
  if (since?.queued === true) {
    await keep((steps[0] as Step).name, null)
    return 'more'
  }
  const [ended] = await end(trx, workspaceId, id, erased, config.lookAgainSeconds)
  if (ended?.first === true) {
    const resource = { type: 'deletion', id: toTypeId('del', id) }
    await recordAudit(trx, [serviceEntry(workspaceId, 'erase', { resource, projectId: row.project_id })])
  }
  return 'ended'
}

function erasureOf(sealer: Sealer, workspaceId: WorkspaceId, id: Uuid, row: DeletionRow): Erasure {
  const address = sealer.open(row.sealed_address, sealedPlace(workspaceId, id)).toString()
  return {
    id,
    workspaceId,
    projectId: row.project_id,
    address,
    token: row.token,
    contactIds: row.contact_ids,
    redactor: redactorOf(address),
  }
}
