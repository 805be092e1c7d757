import type { Knex } from 'knex'
import { fromTypeId, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { Pinnable, TemplateKind, Variable, VersionSource } from '../rendering/compiling/source.js'
import { pathOf } from '../mistakes.js'

/** Most templates that the sources of a version may mention. */
const candidatesAtMost = 50

/** Most bytes of their compiled contents together, which are read at once. */
const largestCandidates = 10_000_000

/**
 * Returns the ids of templates that the sources mention. The renderer finds out which of them are really used.
 *
 * @throws ApiError 422 `validation_failed` if there are too many
 */
export function candidatesIn({ contents }: VersionSource, at: string): string[] {
  const ids = new Set<string>()
  for (const [locale, content] of Object.entries(contents)) {
    for (const field of ['subject', 'html', 'text', 'preheader'] as const) {
      for (const [id] of (content[field] ?? '').matchAll(/tpl_[0-7][0-9a-hjkmnp-tv-z]{25}/g)) ids.add(id)
      if (ids.size <= candidatesAtMost) continue
      const message = `makes more than ${candidatesAtMost} layouts and partials that the content names`
      throw refusedValue(pathOf(at, field, locale), 'too_many', message)
    }
  }
  return [...ids]
}

interface PinnableRow {
  readonly id: Uuid
  readonly kind: TemplateKind
  readonly version: number
  readonly variables: readonly Variable[]
  readonly bytes: number
}

/**
 * Selects published layouts and partials among some ids, of every project or of one. The limits keep the planner from
 * joining in another way than row by row.
 */
const selectPinnable = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[], projectId: Uuid | null],
  PinnableRow
>(
  'select_pinnable_templates',
  `select template.id, template.kind, version.version, version.all_variables as variables, content.bytes
   from unnest($2::uuid[]) as wanted (id)
   cross join lateral (
     select * from templates where workspace_id = $1 and id = wanted.id limit 1
   ) template
   cross join lateral (
     select * from template_versions
     where workspace_id = $1 and template_id = template.id and version = template.published_version limit 1
   ) version
   cross join lateral (
     select sum(octet_length(compiled))::int as bytes from template_contents
     where workspace_id = $1 and template_id = template.id and version = version.version
   ) content
   where template.kind <> 'message' and (template.project_id is null or template.project_id = $3)`,
)

const selectCompiled = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[], versions: readonly number[]],
  { template_id: Uuid; locale: string; compiled: string }
>(
  'select_compiled_of_templates',
  `select content.template_id, content.locale, content.compiled
   from unnest($2::uuid[], $3::int[]) as wanted (id, version)
   cross join lateral (
     select * from template_contents
     where workspace_id = $1 and template_id = wanted.id and version = wanted.version limit 100
   ) content`,
)

/**
 * Returns the layouts and partials that a version may use, by outside id, in their published versions.
 *
 * @param candidates outside ids
 * @throws ApiError 422 `validation_failed` if they are too large together
 */
export async function loadPinnable(
  db: Knex,
  { workspaceId, projectId }: { workspaceId: WorkspaceId; projectId: Uuid | null },
  candidates: readonly string[],
  at: string,
): Promise<Map<string, Pinnable>> {
  if (candidates.length === 0) return new Map()
  const ids = candidates.map((id) => fromTypeId('tpl', id))
  const rows = await selectPinnable(db, workspaceId, ids, projectId)
  if (rows.reduce((sum, { bytes }) => sum + bytes, 0) > largestCandidates) {
    throw refusedValue(at, 'too_large', 'names layouts and partials with more than 10 MB in total')
  }
  const contents = await selectCompiled(
    db,
    workspaceId,
    rows.map(({ id }) => id),
    rows.map(({ version }) => version),
  )
  return new Map(
    rows.map(({ id, kind, version, variables }) => {
      const templateId = toTypeId('tpl', id)
      const own = contents.filter((content) => content.template_id === id)
      const byLocale = Object.fromEntries(own.map(({ locale, compiled }) => [locale, compiled]))
      return [templateId, { templateId, version, kind, variables, contents: byLocale }]
    }),
  )
}
