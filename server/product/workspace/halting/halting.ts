import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { linksEndOf, restoreLinks } from '../../../platform/db/ended-links.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { heldOfWorkspace } from '../../../platform/queue/holds/of-workspace.js'
import { beginWindow, sendingWindow } from './window.js'

export type HaltReason = NonNullable<components['schemas']['HaltReason']>

interface HaltRow {
  halted_at: Date | null
  halt_reason: HaltReason | null
  halt_note: string | null
}

/**
 * Halts a workspace's sending: sends are answered with 423 and the queue waits. A workspace that is halted already
 * gets the new reason, unless it is archived.
 */
export async function haltSending(
  db: Knex,
  workspaceId: WorkspaceId,
  reason: HaltReason,
  note: string | null,
): Promise<void> {
  await db('workspaces')
    .where('id', workspaceId)
    .whereNull('closed_at')
    .update({
      halted_at: db.raw('coalesce(halted_at, (select now()))'),
      halt_reason: reason,
      halt_note: note,
    })
  recordInLedger(db, { kind: 'workspace_halted', workspaceId, id: workspaceId, state: { reason, note } })
}

/**
 * Lets a workspace send again, and its queue flow, unless it is archived. Links in its mail that a halt for abuse has
 * ended work again.
 *
 * @param record called in the same transaction
 * @returns whether it was halted
 */
export async function resumeSending(
  db: Knex,
  workspaceId: WorkspaceId,
  record: (trx: Knex) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  return inTransaction(db, async ({ sql: trx }) => {
    const resumed = await trx('workspaces')
      .where('id', workspaceId)
      .whereNotNull('halted_at')
      .whereNull('closed_at')
      .update({ halted_at: null, halt_reason: null, halt_note: null, resumed_at: trx.raw('now()') })
    if (resumed === 0) return false
    await beginWindow(trx, workspaceId)
    recordInLedger(trx, {
      kind: 'workspace_halted',
      workspaceId,
      id: workspaceId,
      state: { reason: 'resumed', note: null },
      gives: true,
    })
    await restoreLinks(trx, workspaceId, ['abuse'])
    await record(trx)
    return true
  })
}

const selectHalt = statement<[workspaceId: WorkspaceId], HaltRow>(
  'select_halt',
  'select halted_at, halt_reason, halt_note from workspaces where id = $1',
)

/** Returns the error of a send while sending is halted. The transaction that would store the message checks that. */
export function sendingHalted(): ApiError {
  return new ApiError(
    'sending_halted',
    'Sending is halted for this workspace. GET /v1/sending-status says why. Repair the cause; if sending stays halted, ask the operator of the service to resume it.',
  )
}

/** Returns whether a workspace's sending is halted. */
export async function isHalted(db: Knex, workspaceId: WorkspaceId): Promise<boolean> {
  const [halt] = await selectHalt(db, workspaceId)
  return halt !== undefined && halt.halted_at !== null
}

/** Returns whether a workspace may send, and the figures that decide it, in the contract's shape. */
export async function sendingStatus(
  db: Knex,
  workspaceId: WorkspaceId,
): Promise<components['schemas']['SendingStatus']> {
  const [halt] = await selectHalt(db, workspaceId)
  const window = await sendingWindow(db, workspaceId)
  const linksEnd = await linksEndOf(db, workspaceId)
  const held = await heldOfWorkspace(db, workspaceId)
  // Rates are rounded to the millionth: more digits say nothing.
  const rateOf = (part: number) =>
    window.settled === 0 ? 0 : Math.round((part / window.settled) * 1e6) / 1e6
  return {
    status: halt?.halted_at == null ? 'active' : 'halted',
    reason: halt?.halt_reason ?? null,
    note: halt?.halt_note ?? null,
    halted_at: halt?.halted_at?.toISOString() ?? null,
    links_ended_at: linksEnd?.ended_at.toISOString() ?? null,
    window: {
      since: window.since.toISOString(),
      settled: window.settled,
      bounced: window.bounced,
      complained: window.complained,
      bounce_rate: rateOf(window.bounced),
      complaint_rate: rateOf(window.complained),
    },
    held: held === undefined ? null : { ...held, since: held.since.toISOString() },
  }
}
