import { minUuidAt, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { dayMs } from '../../../platform/db/retention.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { workspacesWith } from '../../../platform/db/statements/workspaces-with.js'
import type { PurgeBatch } from '../../../platform/scheduler/purge/batch.js'
import { byId, type PurgeTask } from '../../../platform/scheduler/purge/task.js'
import { partsAtOnce } from './file.js'

const selectOld = statement<[workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number], { id: Uuid }>(
  'select_old_contact_imports',
  `select id from contact_imports where workspace_id = $1 and id > $2 and id < $3 order by id limit $4`,
)

const deleteImports = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  { imports: number; lines: number }
>(
  'delete_old_contact_imports',
  `with lines as (
     delete from contact_import_lines where workspace_id = $1 and import_id = any($2::uuid[]) returning 1
   ), imports as (
     delete from contact_imports where workspace_id = $1 and id = any($2::uuid[]) and due_at is null returning 1
   )
   select (select count(*)::integer from imports) as imports, (select count(*)::integer from lines) as lines`,
)

/** The number of imports whose lines are deleted together: one may have some thousand lines. */
const atOnce = 5

/** Purges imports that are older than the workspace's retention, with the reports of their lines. */
export const contactImportsTask: PurgeTask = byId(
  'contact_imports',
  async (trx, workspaceId, { after, below, max }): Promise<PurgeBatch> => {
    const found = await selectOld(trx, workspaceId, after, below, Math.min(max, atOnce))
    const ids = found.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return { purged: {}, next: null }
    const [gone] = await deleteImports(trx, workspaceId, ids)
    return {
      purged: { contact_imports: gone?.imports ?? 0, contact_import_lines: gone?.lines ?? 0 },
      next: last,
    }
  },
)

const deleteLost = statement<[workspaceId: WorkspaceId, below: Uuid, max: number], { importId: Uuid }>(
  'delete_lost_contact_import_parts',
  `delete from contact_import_parts where workspace_id = $1 and (import_id, start) in (
     select import_id, start from contact_import_parts part
     where workspace_id = $1 and import_id < $2 and not exists (
       select from contact_imports where workspace_id = $1 and id = part.import_id and due_at is not null)
     order by import_id, start limit $3)
   returning import_id as "importId"`,
)

/**
 * Purges parts that are more than a day old and belong to no running import. They are left by uploads that broke off,
 * and by imports that ended when their process died.
 */
export const contactImportPartsTask: PurgeTask = {
  workspaces: workspacesWith('contact_import_parts', 'import_id'),
  purge: async (trx, { workspaceId }, after) => {
    const below = minUuidAt(new Date(Date.now() - dayMs))
    const gone = await deleteLost(trx, workspaceId, below, partsAtOnce)
    return { purged: { contact_import_parts: gone.length }, next: gone.length < partsAtOnce ? null : after }
  },
}
