import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { archiveWorkspace, restoreWorkspace } from '../../../product/workspace/deletion/archive.js'
import { deleteWorkspace } from '../../../product/workspace/deletion/delete.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { findWorkspace } from '../find-workspace.js'
import type { Invocation } from '../invocation.js'
import { recordCommand, type ChangingCommand } from '../record-command.js'
import { showWorkspace, type WorkspaceOptions } from './list.js'

/** Ends a workspace's sending. Its data can still be read. */
export async function archiveByOperator(db: Knex, options: WorkspaceOptions): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  await changed(db, workspaceId, 'workspace archive', (trx) =>
    archiveWorkspace(trx, workspaceId, { deleted: false }),
  )
  return showWorkspace(db, { ...options, workspace: toTypeId('ws', workspaceId) })
}

/** Takes back a workspace's deletion, or else its archiving. */
export async function restoreByOperator(db: Knex, options: WorkspaceOptions): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const state = await stateOf(db, workspaceId)
  if (state.closed_at === null) throw new CommandError('This workspace is not archived.')
  await changed(db, workspaceId, 'workspace restore', async (trx) => {
    const to = state.delete_at === null ? 'active' : 'archived'
    if (!(await restoreWorkspace(trx, workspaceId, to)))
      throw new CommandError('This workspace is being deleted: it cannot be restored.')
  })
  return showWorkspace(db, { ...options, workspace: toTypeId('ws', workspaceId) })
}

export interface DeleteOptions extends WorkspaceOptions {
  readonly now?: boolean
  readonly confirm?: string
}

/**
 * Archives a workspace and schedules its deletion in 7 days, or deletes it now: batch by batch, with its progress on
 * standard error.
 */
export async function deleteByOperator(
  db: Knex,
  options: DeleteOptions,
  { console, process }: Invocation,
): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const now = options.now === true
  const { name } = await stateOf(db, workspaceId)
  if (now && options.confirm !== name)
    throw new WrongUsage(
      `This deletes all of the workspace for good. Repeat its name: --confirm ${JSON.stringify(name)}`,
    )
  await changed(db, workspaceId, 'workspace delete', (trx) =>
    archiveWorkspace(trx, workspaceId, { deleted: true, now }),
  )
  const id = toTypeId('ws', workspaceId)
  if (!now) return showWorkspace(db, { ...options, workspace: id })

  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on?.('SIGINT', stop)
  process.on?.('SIGTERM', stop)
  const rows: Record<string, number> = {}
  let total = 0
  let reportedAt = Date.now()
  try {
    const report = (table: string, gone: number) => {
      rows[table] = (rows[table] ?? 0) + gone
      total += gone
      if (Date.now() - reportedAt < reportEveryMs) return
      reportedAt = Date.now()
      console.error(`${total} rows deleted, now of ${table}`)
    }
    let outcome = await deleteWorkspace(db, workspaceId, stopping.signal, report)
    if (outcome === 'busy') console.error('Waiting: a process of the service is deleting a workspace.')
    // The other process may be deleting this workspace: what it leaves is deleted here.
    while (outcome === 'busy') {
      await sleep(turnMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      outcome = await deleteWorkspace(db, workspaceId, stopping.signal, report)
    }
    if (outcome === 'stopped')
      throw new CommandError(`${total} rows are deleted. The service deletes the rest, or the same command.`)
  } finally {
    process.off?.('SIGINT', stop)
    process.off?.('SIGTERM', stop)
  }
  if (options.json === true) return JSON.stringify({ id, name, rows }, null, 2)
  return `Deleted ${id} (${name}) with ${total} rows.`
}

/** Milliseconds between two checks of the command whether it is its turn to delete. */
const turnMs = 500

/** Milliseconds between two lines of progress. */
const reportEveryMs = 2000

interface State {
  readonly name: string
  readonly closed_at: Date | null
  readonly delete_at: Date | null
}

async function stateOf(db: Knex, workspaceId: WorkspaceId): Promise<State> {
  const state = await db<State & { id: WorkspaceId }>('workspaces').where('id', workspaceId).first()
  if (state === undefined) throw new CommandError('This workspace has just been deleted.')
  return state
}

async function changed(
  db: Knex,
  workspaceId: WorkspaceId,
  command: ChangingCommand,
  change: (trx: Knex.Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async ({ sql }) => {
    await change(sql)
    await recordCommand(sql, workspaceId, command, {
      resource: { type: 'workspace', id: toTypeId('ws', workspaceId) },
    })
  })
}
