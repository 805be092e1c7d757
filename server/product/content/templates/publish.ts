import type { Knex } from 'knex'
import type { Visibility } from '../../../platform/auth/principal.js'
import { newUuid, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { findVersion, lockTemplate, type TemplateRow } from './template-rows.js'

/**
 * Makes a version the one that sends use, and records `template.published`. If the version is published already,
 * nothing changes.
 *
 * @returns the template, and whether it was changed
 * @throws ApiError 404 `not_found`, 403 as `refuseShared` does
 */
export async function publishVersion(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
  version: number,
): Promise<{ row: TemplateRow; changed: boolean }> {
  const { workspaceId } = visibility
  const before = await lockTemplate(trx, visibility, id)
  if (before.published_version === version) return { row: before, changed: false }
  await findVersion(trx, workspaceId, id, version)
  const now = new Date()
  const row = { ...before, published_version: version, updated_at: now }
  await trx('templates')
    .where({ workspace_id: workspaceId, id })
    .update({ published_version: version, updated_at: now })
  await trx('template_versions')
    .where({ workspace_id: workspaceId, template_id: id, version })
    .update({ published_at: now })
  await insertEvent(trx, workspaceId, {
    id: newUuid(),
    projectId: row.project_id,
    environment: row.environment,
    type: 'template.published',
    data: {
      template_id: toTypeId('tpl', id),
      name: row.name,
      version,
      previous_version: before.published_version,
    },
  })
  return { row, changed: true }
}
