import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId } from '../../../platform/db/ids.js'
import type { SegmentRow } from './segment-rows.js'
import { usersOf } from './rules/used-by.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { searchPage } from '../../../platform/http/lists/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { visibleConditions, withinProject } from '../../../platform/http/access/visible.js'

type Schemas = components['schemas']

/** Returns segments of a workspace in the form of the API contract. */
export async function presentSegments(db: Knex, rows: readonly SegmentRow[]): Promise<Schemas['Segment'][]> {
  const [first] = rows
  if (first === undefined) return []
  const ids = rows.map(({ id }) => id)
  const users = await usersOf(db, first.workspace_id, ids)
  return rows.map((row) => presentSegment(row, users.get(row.id) ?? []))
}

/**
 * @param usedBy the ids of the segment's users: segments, campaigns, automations
 */
function presentSegment(row: SegmentRow, usedBy: string[]): Schemas['Segment'] {
  return {
    id: toTypeId('seg', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    name: row.name,
    rule: row.rule,
    count:
      row.count_value === null || row.count_as_of === null
        ? null
        : { value: Number(row.count_value), exact: true, as_of: row.count_as_of.toISOString() },
    counting: countingOf(row),
    used_by: usedBy,
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function countingOf(row: SegmentRow): Schemas['Segment']['counting'] {
  const { counting_started_at, counting_scanned, counting_error } = row
  if (counting_started_at === null && counting_error === null) return null
  return {
    status: counting_error === null ? 'running' : 'failed',
    scanned: Number(counting_scanned),
    error: counting_error,
  }
}

/** Returns a page of segments. */
export async function listSegments(
  db: Knex,
  visibility: Visibility,
  query: WindowQuery & { readonly project_id?: string },
): Promise<Page<components['schemas']['Segment']>> {
  const visible = withinProject(visibility, query.project_id)
  const search = {
    workspaceId: visible.workspaceId,
    table: 'segments',
    alias: 'segment',
    conditions: visibleConditions(visible, 'segments', 'segment'),
    columns: 'segment.*',
  }
  const found = await searchPage<SegmentRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, (rows) => presentSegments(db, rows))
}
