import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { fromTypeId, type WorkspaceId } from '../../../../platform/db/ids.js'
import { searchPage, type BoundedSearch, type Condition } from '../../../../platform/http/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../../platform/http/pagination.js'
import type { AutomationRow, AutomationStatus } from '../rows.js'
import { presentAutomation } from './present.js'

interface AutomationsQuery extends WindowQuery {
  readonly project_id?: string
  readonly status?: AutomationStatus
}

/** A page of automations, newest first. */
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
  return presentPage(found, (rows) => rows.map(presentAutomation))
}

function conditionsOf({ project_id, status }: AutomationsQuery): Condition[] {
  const equal = {
    ...(project_id !== undefined && { project_id: fromTypeId('prj', project_id) }),
    ...(status !== undefined && { status }),
  }
  return Object.entries(equal).map(([column, value]) => ({
    sql: `automation.${column} = ?`,
    values: [value],
    index: { table: 'automations', equal: { [column]: value }, id: 'id' },
  }))
}
