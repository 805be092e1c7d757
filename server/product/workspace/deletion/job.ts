import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { gather } from '../../../platform/db/statements/statement.js'
import type { Job } from '../../../platform/scheduler/scheduler.js'
import { deleteWorkspace } from './delete.js'

const selectDue = gather<[], { id: WorkspaceId }>(
  'select_workspaces_to_delete',
  'select id from workspaces where delete_at <= now() order by delete_at limit 100',
)

/** Makes the job that deletes the workspaces whose time has come. */
export function workspaceDeletionJob(db: Knex, everySeconds: number, log: Logger): Job {
  return {
    name: 'workspace deletion',
    everySeconds,
    run: async (stopping) => {
      for (const { id } of await selectDue(db)) {
        const rows: Record<string, number> = {}
        const report = (table: string, gone: number) => {
          rows[table] = (rows[table] ?? 0) + gone
        }
        const outcome = await deleteWorkspace(db, id, stopping, report)
        if (outcome === 'busy') return
        log.info(
          { workspace_id: toTypeId('ws', id), rows },
          `a workspace was ${outcome === 'deleted' ? outcome : 'deleted in part'}`,
        )
        if (outcome === 'stopped') return
      }
    },
  }
}
