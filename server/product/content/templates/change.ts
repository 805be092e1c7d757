import type { Knex } from 'knex'
import type { Visibility } from '../../../platform/auth/principal.js'
import type { Uuid } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { refuseTaken } from './alias.js'
import { lockWorkspaceTemplates, templateName } from './save.js'
import { lockTemplate, type TemplateRow } from './template-rows.js'

/**
 * Changes the name of a template, its alias or both.
 *
 * @returns the template before and after
 * @throws ApiError 404 `not_found`, 403 as `refuseShared` does, 422 `validation_failed` if another template has the
 *   alias, or nothing is to change
 */
export async function changeTemplate(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
  { name, alias }: { readonly name?: string; readonly alias?: string | null },
): Promise<{ readonly before: TemplateRow; readonly row: TemplateRow }> {
  const { workspaceId } = visibility
  // The schema of version 1 cannot say this: `name` was required, and a new constraint would count as a break.
  if (name === undefined && alias === undefined) {
    throw refusedValue('/body/name', 'required', 'is required, unless there is an alias')
  }
  if (alias != null) await lockWorkspaceTemplates(trx, workspaceId)
  const before = await lockTemplate(trx, visibility, id)
  if (alias != null) await refuseTaken(trx, before, alias)
  const changes = {
    ...(name !== undefined && { name: templateName(name) }),
    ...(alias !== undefined && { alias }),
    updated_at: new Date(),
  }
  await trx('templates').where({ workspace_id: workspaceId, id }).update(changes)
  return { before, row: { ...before, ...changes } }
}
