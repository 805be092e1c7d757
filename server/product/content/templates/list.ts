import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { withinProject } from '../../../platform/http/access/visible.js'
import { askedValues } from '../../../platform/http/lists/asked-values.js'
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
import { findTotals } from '../../../platform/statistics/totals.js'
import { defaultLocale, type TemplateKind } from '../rendering/compiling/source.js'
import { templateConditions } from './access.js'
import { presentTemplate, presentVersionSummary, type VersionSummaryRow } from './present.js'
import type { TemplateRow } from './template-rows.js'

type Schemas = components['schemas']

interface TemplatesQuery extends WindowQuery {
  readonly project_id?: string
  readonly alias?: string
  readonly kind?: TemplateKind
  readonly kinds?: readonly TemplateKind[]
  readonly include?: readonly 'figures'[]
}

/**
 * Returns a page of templates. No index drives the filters: a workspace has 1,000 templates at most.
 *
 * @throws ApiError 403 `project_not_allowed` as `withinProject` does
 */
export async function listTemplates(
  db: Knex,
  visibility: Visibility,
  query: TemplatesQuery,
): Promise<Page<Schemas['Template']>> {
  const { workspaceId } = visibility
  const visible = withinProject(visibility, query.project_id)
  const conditions: Condition[] = templateConditions(visible)
  if (query.alias !== undefined) conditions.push({ sql: 'template.alias = ?', values: [query.alias] })
  const kinds = askedValues(['kind', 'kinds'], { one: query.kind, several: query.kinds })
  if (kinds !== undefined) conditions.push(isOneOf('template.kind', kinds))
  const search: BoundedSearch = {
    workspaceId,
    table: 'templates',
    alias: 'template',
    conditions,
    columns: 'template.*',
  }
  const found = await searchPage<TemplateRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, async (rows) => {
    if (query.include?.includes('figures') !== true) return rows.map(presentTemplate)
    const ids = rows.map(({ id }) => id)
    const { since, of } = await findTotals(db, 'template', ids, visible)
    return rows.map((row) => {
      const { accepted, last_accepted_at: last } = of(row.id)
      const figures = { since: since.toISOString(), accepted, last_accepted_at: last?.toISOString() ?? null }
      return { ...presentTemplate(row), figures }
    })
  })
}

/** Returns a page of the versions of one template. */
export async function listVersions(
  db: Knex,
  workspaceId: WorkspaceId,
  templateId: Uuid,
  query: WindowQuery,
): Promise<Page<Schemas['TemplateVersionSummary']>> {
  const index = { table: 'template_versions', equal: { template_id: templateId }, id: 'id' }
  const search: BoundedSearch = {
    workspaceId,
    table: 'template_versions',
    alias: 'entry',
    conditions: [{ sql: 'entry.template_id = ?', values: [templateId], index }],
    columns:
      'entry.id, entry.version, entry.locales, entry.created_by, entry.by_key, entry.published_at, content.subject',
    join: `left join lateral (
      select subject from template_contents
      where workspace_id = $1 and template_id = entry.template_id and version = entry.version
        and locale = ?
      limit 1
    ) content on true`,
    joinValues: [defaultLocale],
  }
  const found = await searchPage<VersionSummaryRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, (rows) => rows.map(presentVersionSummary))
}
