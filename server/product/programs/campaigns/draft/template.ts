import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import type { CampaignRow } from '../campaign-rows.js'

interface TemplateOfCampaign {
  readonly id: Uuid
  readonly latest_version: number
}

/** Locks a template, so that it is not deleted before the campaign that uses it can be seen. */
const lockMessageTemplate = statement<
  [workspaceId: WorkspaceId, id: Uuid, projectId: Uuid],
  TemplateOfCampaign
>(
  'lock_template_of_campaign',
  `select id, latest_version from templates
   where workspace_id = $1 and id = $2 and kind = 'message' and (project_id is null or project_id = $3)
   for key share`,
)

/**
 * Checks that a campaign's template exists, and locks it against deletion until the transaction ends. Versions are
 * numbered from 1, and none is deleted alone.
 *
 * @param at JSON pointer to the template
 * @throws ApiError 422 `validation_failed`
 */
export async function lockTemplateOf(
  trx: Knex.Transaction,
  campaign: Pick<CampaignRow, 'workspace_id' | 'project_id' | 'template_id' | 'template_version'>,
  at: string,
): Promise<void> {
  const { workspace_id, project_id, template_id, template_version: version } = campaign
  const [template] = await lockMessageTemplate(trx, workspace_id, template_id, project_id)
  if (template === undefined) {
    const message = 'must be a template for messages that the project can use'
    throw refusedValue(`${at}/template_id`, 'not_found', message)
  }
  if (version !== null && version > template.latest_version) {
    throw refusedValue(`${at}/version`, 'not_found', 'must be a version that the template has')
  }
}
