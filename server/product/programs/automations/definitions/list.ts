import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { fromTypeId, type WorkspaceId } from '../../../../platform/db/ids.js'
import { askedStatuses } from '../../../../platform/http/lists/asked-values.js'
import {
  isOneOf,
  searchPage,
  type BoundedSearch,
  type Condition,
} from '../../../../platform/http/lists/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../../platform/http/lists/pagination.js'
import type { AutomationRow, AutomationStatus } from '../automation-rows.js'
import { figuresOfPage } from '../runs/of-page.js'
import { presentAutomation } from './present.js'

interface AutomationsQuery extends WindowQuery {
  readonly project_id?: string
  readonly status?: AutomationStatus
  readonly statuses?: readonly AutomationStatus[]
  readonly include?: readonly 'figures'[]
}

/** Returns a page of automations, newest first. */
export async function listAutomations(
  db: Knex,
  workspaceId: WorkspaceId,
  query: AutomationsQuery,
): Promise<Page<components['schemas']['Automation']>> {
  const search: BoundedSearch = {
    workspaceId,
    table: 'automations',
    alias: 'automation',
    conditions: conditionsOf(query),
    columns: 'automation.*',
  }
  const found = await searchPage<AutomationRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, async (rows) => {
    if (query.include?.includes('figures') !== true) return rows.map(presentAutomation)
    const ids = rows.map(({ id }) => id)
    const figures = await figuresOfPage(db, workspaceId, ids)
    return rows.map((row) => ({ ...presentAutomation(row), figures: { runs: figures(row.id) } }))
  })
}

function conditionsOf(query: AutomationsQuery): Condition[] {
  const statuses = askedStatuses(query)
  const asked: Readonly<Record<string, readonly string[]>> = {
    ...(query.project_id !== undefined && { project_id: [fromTypeId('prj', query.project_id)] }),
    ...(statuses !== undefined && { status: statuses }),
  }
  return Object.entries(asked).map(([column, values]) => ({
    ...isOneOf(`automation.${column}`, values),
    index: values.map((value) => ({ table: 'automations', equal: { [column]: value }, id: 'id' })),
  }))
}
