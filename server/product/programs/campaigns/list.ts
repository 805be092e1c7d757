import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import { visibleConditions, withinProject } from '../../../platform/http/access/visible.js'
import { askedStatuses } from '../../../platform/http/lists/asked-values.js'
import {
  isOneOf,
  searchPage,
  type BoundedSearch,
  type Condition,
} from '../../../platform/http/lists/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { figuresOfPage } from './figures/of-page.js'
import { presentCampaigns } from './present.js'
import { topicColumn, type CampaignRow, type CampaignStatus } from './campaign-rows.js'

interface CampaignsQuery extends WindowQuery {
  readonly project_id?: string
  readonly status?: CampaignStatus
  readonly statuses?: readonly CampaignStatus[]
  readonly include?: readonly 'figures'[]
}

/**
 * Returns a page of the campaigns that a credential sees, newest first.
 *
 * @throws ApiError 403 `project_not_allowed` if a project key names another project
 */
export async function listCampaigns(
  db: Knex,
  visibility: Visibility,
  query: CampaignsQuery,
): Promise<Page<components['schemas']['Campaign']>> {
  const visible = withinProject(visibility, query.project_id)
  const { workspaceId } = visible
  const search: BoundedSearch = {
    workspaceId,
    table: 'campaigns',
    alias: 'campaign',
    conditions: [...visibleConditions(visible, 'campaigns', 'campaign'), ...statusConditions(query)],
    columns: `campaign.*, ${topicColumn('campaign')}`,
  }
  const found = await searchPage<CampaignRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, async (rows) => {
    const campaigns = await presentCampaigns(db, workspaceId, rows)
    if (query.include?.includes('figures') !== true) return campaigns
    const ids = rows.map(({ id }) => id)
    const figures = await figuresOfPage(db, workspaceId, ids)
    return campaigns.map((campaign) => ({ ...campaign, figures: figures(fromTypeId('cmp', campaign.id)) }))
  })
}

function statusConditions(query: CampaignsQuery): Condition[] {
  const statuses = askedStatuses(query)
  if (statuses === undefined) return []
  const index = statuses.map((status) => ({ table: 'campaigns', equal: { status }, id: 'id' }))
  return [{ ...isOneOf('campaign.status', statuses), index }]
}
