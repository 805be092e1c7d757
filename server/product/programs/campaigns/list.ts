import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { searchPage, type BoundedSearch, type Condition } from '../../../platform/http/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/pagination.js'
import { presentCampaigns } from './present.js'
import { topicColumn, type CampaignRow, type CampaignStatus } from './rows.js'

interface CampaignsQuery extends WindowQuery {
  readonly project_id?: string
  readonly status?: CampaignStatus
}

/** A page of campaigns, newest first. */
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
  return presentPage(found, (rows) => presentCampaigns(db, workspaceId, rows))
}

function conditionsOf({ project_id, status }: CampaignsQuery): Condition[] {
  const equal = {
    ...(project_id !== undefined && { project_id: fromTypeId('prj', project_id) }),
    ...(status !== undefined && { status }),
  }
  return Object.entries(equal).map(([column, value]) => ({
    sql: `campaign.${column} = ?`,
    values: [value],
    index: { table: 'campaigns', equal: { [column]: value }, id: 'id' },
  }))
}
