import type { Knex } from 'knex'
import type { AutomationsConfig } from '../../../../platform/config/automations.js'
import { nilUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { inTransaction } from '../../../../platform/db/transaction/transaction.js'
import { isDatabaseTimeout, isUnavailable } from '../../../../platform/db/connection/unavailable.js'
import type { Turns } from '../../../../platform/queue/turns.js'
import type { RetentionStart } from '../../../../platform/db/retention.js'
import type { StartContext } from '../start/request.js'
import { actOn, type ActDependencies } from './act.js'
import { dueWorkspaces, postponeSignal, takeDue, takeOne, type InboxRow } from './take.js'

/** The dependencies of the work on the inbox. */
export interface InboxDependencies extends ActDependencies {
  readonly db: Knex
  readonly clock: () => Date
  readonly config: Pick<AutomationsConfig, 'batch'>
  readonly retention: RetentionStart
  readonly turns: Turns
}

/** Milliseconds that the work waits for a row that another transaction has locked. */
const lockMs = 500

/**
 * Works on signals of contacts: at most about a batch, of one workspace after the other.
 *
 * @returns the number of signals worked on. If it is less than a batch, nothing else was due.
 */
export type WorkInbox = (isStopping: () => boolean) => Promise<number>

/**
 * Makes the function that works on the inbox. It remembers whose turn it is, so that no workspace waits for the
 * backlog of another.
 */
export function inboxKind(dependencies: InboxDependencies): WorkInbox {
  const { db, config, turns, log } = dependencies
  function logFailure(workspaceId: WorkspaceId, error: unknown): void {
    const fields = { err: error, workspace_id: toTypeId('ws', workspaceId) }
    log.error(
      fields,
      'the contact events of a workspace could not be processed; other workspaces are not affected',
    )
  }

  let last = nilUuid
  return async (isStopping) => {
    let done = 0
    for (;;) {
      const before = done
      for (const workspaceId of await dueWorkspaces(db, last)) {
        if (isStopping()) return done
        last = workspaceId
        if (!turns.isFree(workspaceId)) continue
        const worked = await turns.take(
          workspaceId,
          () => workOnWorkspace(dependencies, workspaceId, isStopping),
          (error) => logFailure(workspaceId, error),
        )
        done += worked ?? 0
        if (done >= config.batch) return done
      }
      if (done === before) return done
    }
  }
}

/** Acts on a batch of a workspace in one transaction. If that fails, it acts on each row of the batch alone. */
async function workOnWorkspace(
  dependencies: InboxDependencies,
  workspaceId: WorkspaceId,
  isStopping: () => boolean,
): Promise<number> {
  const { db, config, log } = dependencies
  const context = await contextOf(dependencies, workspaceId)
  let taken: readonly InboxRow[] = []
  try {
    return await inTransaction(
      db,
      async (tx) => {
        taken = await takeDue(tx.sql, workspaceId, config.batch)
        return taken.length === 0 ? 0 : actOn(tx, dependencies, context, taken)
      },
      { lockWait: { workspaceId, ms: lockMs } },
    )
  } catch (error) {
    if (taken.length === 0 || isGone(error)) throw error
    log.warn({ err: error, rows: taken.length }, 'triggers of automations are handled one by one')
  }
  for (const { id } of taken) {
    if (isStopping()) break
    await workAlone(dependencies, context, id)
  }
  return taken.length
}

async function workAlone(dependencies: InboxDependencies, context: StartContext, id: Uuid): Promise<void> {
  const { db, log } = dependencies
  const { workspaceId } = context
  let row: InboxRow | undefined
  try {
    await inTransaction(
      db,
      async (tx) => {
        row = await takeOne(tx.sql, workspaceId, id)
        if (row !== undefined) await actOn(tx, dependencies, context, [row])
      },
      { lockWait: { workspaceId, ms: lockMs } },
    )
  } catch (error) {
    if (row === undefined || isGone(error)) throw error
    const fields = { kind: row.kind, contact_id: toTypeId('con', row.contact_id), attempts: row.attempts + 1 }
    log.error(
      { ...fields, err: error },
      'a trigger of automations could not be handled and is left for later',
    )
    await postponeSignal(db, workspaceId, id)
  }
}

async function contextOf(
  { clock, retention }: InboxDependencies,
  workspaceId: WorkspaceId,
): Promise<StartContext> {
  return { workspaceId, now: clock(), retainedSince: await retention(workspaceId) }
}

/** Returns true if the database is away, so that all that can be done is to try again. */
function isGone(error: unknown): boolean {
  return isUnavailable(error) && !isDatabaseTimeout(error)
}
