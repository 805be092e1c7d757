import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
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

/** Returns a page of campaigns, newest first. */
export async function listCampaigns(
  db: Knex,
  workspaceId: WorkspaceId,
  query: CampaignsQuery,
): Promise<Page<components['schemas']['Campaign']>> {
  const search: BoundedSearch = {
    workspaceId,
    table: 'campaigns',
    alias: 'campaign',
    conditions: conditionsOf(query),
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

function conditionsOf(query: CampaignsQuery): Condition[] {
  const statuses = askedStatuses(query)
  const asked: Readonly<Record<string, readonly string[]>> = {
    ...(query.project_id !== undefined && { project_id: [fromTypeId('prj', query.project_id)] }),
    ...(statuses !== undefined && { status: statuses }),
  }
  return Object.entries(asked).map(([column, values]) => ({
    ...isOneOf(`campaign.${column}`, values),
    index: values.map((value) => ({ table: 'campaigns', equal: { [column]: value }, id: 'id' })),
  }))
}
