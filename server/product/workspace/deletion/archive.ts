import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { endLinks, restoreLinks } from '../../../platform/db/ended-links.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { beginWindow } from '../halting/window.js'

/** Days for which a deletion is held. */
const heldDays = 7

/**
 * Archives a workspace: its sending ends, and its data can still be read.
 *
 * @param deleted true to delete everything after 7 days
 * @param now true to make the deletion due at once, which also ends the links in its mail
 */
export async function archiveWorkspace(
  trx: Knex,
  workspaceId: WorkspaceId,
  { deleted, now = false }: { readonly deleted: boolean; readonly now?: boolean },
): Promise<void> {
  const [closed] = (await trx('workspaces')
    .where('id', workspaceId)
    .update({
      closed_at: trx.raw('coalesce(closed_at, (select now()))'),
      halted_at: trx.raw('coalesce(halted_at, (select now()))'),
      halt_reason: 'archived',
      halt_note: null,
      ...(deleted && {
        delete_at: now
          ? trx.raw('(select now())')
          : trx.raw('coalesce(delete_at, (select now() + make_interval(days => ?)))', [heldDays]),
      }),
    })
    .returning('delete_at')) as { delete_at: Date | null }[]
  const state = { delete_at: closed?.delete_at?.toISOString() ?? null }
  recordInLedger(trx, { kind: 'workspace_closed', workspaceId, id: workspaceId, state })
  if (deleted && now) await endLinks(trx, workspaceId, 'deletion')
}

/**
 * Takes back a workspace's deletion, or its archiving.
 *
 * @param to `archived` keeps it archived; `active` lets it send again
 * @returns whether that was possible: once its deletion is due, rows may be gone already
 */
export async function restoreWorkspace(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  to: 'archived' | 'active',
): Promise<boolean> {
  const restored = await trx('workspaces')
    .where('id', workspaceId)
    .whereRaw('(delete_at is null or delete_at > now())')
    .update({
      delete_at: null,
      ...(to === 'active' && {
        closed_at: null,
        halted_at: null,
        halt_reason: null,
        halt_note: null,
        resumed_at: trx.raw('(select now())'),
      }),
    })
  if (restored > 0)
    recordInLedger(trx, {
      kind: 'workspace_closed',
      workspaceId,
      id: workspaceId,
      state: { delete_at: null },
      gives: to === 'active',
    })
  if (restored > 0 && to === 'active') {
    const state = { reason: 'resumed', note: null }
    recordInLedger(trx, { kind: 'workspace_halted', workspaceId, id: workspaceId, state, gives: true })
    await beginWindow(trx, workspaceId)
    // The workspace is no longer halted, so not for abuse either.
    await restoreLinks(trx, workspaceId, ['abuse'])
  }
  return restored > 0
}
