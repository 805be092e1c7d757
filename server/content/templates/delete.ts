import type { Knex } from 'knex'
import { automationsThatUse } from '../../audience/automation-users.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { ApiError } from '../../http/errors.js'
import { lockTemplate } from './rows.js'

/**
 * Another template whose published or latest version pins one. It goes through the templates, which are few,
 * since a layout can have pins in every version that there ever was.
 */
const selectUser = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid; name: string }>(
  'select_user_of_template',
  `select template.id, template.name
   from templates template
   cross join lateral (
     select from template_pins
     where workspace_id = $1 and template_id = template.id and pinned_id = $2
       and version in (template.published_version, template.latest_version)
     limit 1
   ) pin
   where template.workspace_id = $1 and template.id <> $2
   order by template.id
   limit 1`,
)

/** A campaign that is not over. Few of a template's campaigns are. */
const selectCampaign = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid; name: string }>(
  'select_campaign_of_template',
  `select id, name from campaigns
   where workspace_id = $1 and template_id = $2 and status in ('draft', 'scheduled', 'sending', 'paused')
   order by id limit 1`,
)

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
  const [user] = await selectUser(trx, workspaceId, id)
  if (user !== undefined) {
    const message = `The template ${user.name} (${toTypeId('tpl', user.id)}) uses it in its published or latest version.`
    throw new ApiError('invalid_state', message)
  }
  const [campaign] = await selectCampaign(trx, workspaceId, id)
  if (campaign !== undefined) {
    const message = `The campaign ${campaign.name} (${toTypeId('cmp', campaign.id)}) uses it.`
    throw new ApiError('invalid_state', message)
  }
  const [automation] = await automationsThatUse(trx, workspaceId, 'template', [id])
  if (automation !== undefined) {
    const message = `The automation ${automation.name} (${toTypeId('aut', automation.id)}) uses it.`
    throw new ApiError('invalid_state', message)
  }
  for (const table of ['template_pins', 'template_contents', 'template_versions']) {
    await trx(table).where({ workspace_id: workspaceId, template_id: id }).delete()
  }
  await trx('templates').where({ workspace_id: workspaceId, id }).delete()
}
