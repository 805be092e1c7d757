import type { components } from '../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import type { TemplateKind, Variable } from './rendering/compiling/source.js'

/** The columns of a template that sends need. */
export interface TemplateRow {
  readonly project_id: Uuid | null
  readonly kind: TemplateKind
  readonly published_version: number | null
}

/** The columns of a version that sends need, without its content. */
export interface VersionRow {
  readonly from_email: string | null
  readonly from_name: string | null
  readonly reply_to: readonly components['schemas']['NamedAddress'][]
  readonly variables: readonly Variable[]
  readonly locales: readonly string[]
  readonly uses_contact: boolean
  /** True if the version was ever the published one. */
  readonly was_published: boolean
}

/** Selects templates for sends. */
export const selectTemplates = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  TemplateRow & { readonly id: Uuid }
>(
  'select_templates_for_sends',
  `select id, project_id, kind, published_version from templates
   where workspace_id = $1 and id = any($2::uuid[])`,
)

/** Selects the templates with some aliases: one of each project at most, and one of every project. */
export const selectAliases = statement<
  [workspaceId: WorkspaceId, aliases: readonly string[]],
  { readonly alias: string; readonly id: Uuid; readonly project_id: Uuid | null }
>(
  'select_templates_by_alias',
  `select asked.alias, found.id, found.project_id
   from unnest($2::text[]) as asked (alias)
   cross join lateral (
     select id, project_id from templates where workspace_id = $1 and alias = asked.alias limit 1000
   ) found`,
)

/** Selects versions by template and number, each with its place among the requested ones, from 1. */
export const selectVersions = statement<
  [workspaceId: WorkspaceId, templateIds: readonly Uuid[], versions: readonly number[]],
  VersionRow & { readonly place: number }
>(
  'select_template_versions_for_sends',
  `select asked.place::integer as place, found.*
   from unnest($2::uuid[], $3::integer[]) with ordinality as asked (template_id, version, place)
   cross join lateral (
     select from_email, from_name, reply_to, all_variables as variables, locales, uses_contact,
       published_at is not null as was_published
     from template_versions
     where workspace_id = $1 and template_id = asked.template_id and version = asked.version limit 1
   ) found`,
)

/** Selects compiled contents by template, version and language, with places as in {@link selectVersions}. */
export const selectContents = statement<
  [
    workspaceId: WorkspaceId,
    templateIds: readonly Uuid[],
    versions: readonly number[],
    locales: readonly string[],
  ],
  { readonly place: number; readonly compiled: string }
>(
  'select_template_contents_for_sends',
  `select asked.place::integer as place, found.compiled
   from unnest($2::uuid[], $3::integer[], $4::text[])
     with ordinality as asked (template_id, version, locale, place)
   cross join lateral (
     select compiled from template_contents
     where workspace_id = $1 and template_id = asked.template_id and version = asked.version
       and locale = asked.locale limit 1
   ) found`,
)
