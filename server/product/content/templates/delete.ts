import type { Knex } from 'knex'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors.js'
import { lockTemplate } from './rows.js'
import { findUses } from './uses.js'

/**
 * Deletes a template with all of its versions.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state` while another template, a campaign or an automation
 *   uses it
 */
export async function deleteTemplate(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<void> {
  await lockTemplate(trx, workspaceId, id, true)
  const { templates, campaigns, automations } = await findUses(trx, workspaceId, id)
  const [template] = templates
  if (template !== undefined) {
    const message = `The template ${template.name} (${toTypeId('tpl', template.id)}) uses it in its published or latest version.`
    throw new ApiError('invalid_state', message)
  }
  const [campaign] = campaigns
  if (campaign !== undefined) {
    const message = `The campaign ${campaign.name} (${toTypeId('cmp', campaign.id)}) uses it.`
    throw new ApiError('invalid_state', message)
  }
  const [automation] = automations
  if (automation !== undefined) {
    const message = `The automation ${automation.name} (${toTypeId('aut', automation.id)}) uses it.`
    throw new ApiError('invalid_state', message)
  }
  for (const table of ['template_pins', 'template_contents', 'template_versions']) {
    await trx(table).where({ workspace_id: workspaceId, template_id: id }).delete()
  }
  await trx('templates').where({ workspace_id: workspaceId, id }).delete()
}
