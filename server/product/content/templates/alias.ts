import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'

/** Selects the template that has an alias in a project, or among those of every project. */
const selectHolder = statement<
  [workspaceId: WorkspaceId, alias: string, projectId: Uuid | null],
  { readonly id: Uuid }
>(
  'select_holder_of_template_alias',
  `select id from templates
   where workspace_id = $1 and alias = $2 and project_id is not distinct from $3 limit 1`,
)

/**
 * Refuses an alias that another template of the same project has. The caller has locked the workspace's templates, so
 * nobody else takes it meanwhile.
 *
 * @throws ApiError 422 `validation_failed` with the rule `taken`
 */
export async function refuseTaken(
  trx: Knex.Transaction,
  template: { readonly workspace_id: WorkspaceId; readonly id: Uuid; readonly project_id: Uuid | null },
  alias: string,
): Promise<void> {
  const [holder] = await selectHolder(trx, template.workspace_id, alias, template.project_id)
  if (holder === undefined || holder.id === template.id) return
  const whose = template.project_id === null ? 'of every project' : 'of the project'
  throw refusedValue('/body/alias', 'taken', `is the alias of another template ${whose} already`)
}
