import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { searchPage } from '../../../platform/http/bounded-walk.js'
import {
  unclampedWindow,
  emptyPage,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../platform/http/pagination.js'
import { visibleConditions, withinProject } from '../../../platform/http/visible.js'
import { presentSegments } from './present.js'
import type { SegmentRow } from './rows.js'

/** A page of segments. */
export async function listSegments(
  db: Knex,
  visibility: Visibility,
  query: WindowQuery & { readonly project_id?: string },
): Promise<Page<components['schemas']['Segment']>> {
  const visible = withinProject(visibility, query.project_id)
  if (visible === undefined) return emptyPage
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
