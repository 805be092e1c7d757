import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { defaultLocale } from '../rendering/compiling/source.js'
import type { ContentRow, Pin, TemplateRow, VersionRow } from './template-rows.js'

type Schemas = components['schemas']

/** Returns a template in the contract's shape. */
export function presentTemplate(row: TemplateRow): Schemas['Template'] {
  return {
    id: toTypeId('tpl', row.id),
    project_id: row.project_id === null ? null : toTypeId('prj', row.project_id),
    name: row.name,
    alias: row.alias,
    kind: row.kind,
    published_version: row.published_version,
    latest_version: row.latest_version,
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Returns a version with its content in the contract's shape. */
export function presentVersion(
  row: VersionRow,
  contents: readonly ContentRow[],
  pins: readonly Pin[],
): Schemas['TemplateVersion'] {
  const byLocale = new Map(contents.map((content) => [content.locale, content]))
  const own = byLocale.get(defaultLocale)
  return {
    template_id: toTypeId('tpl', row.template_id),
    version: row.version,
    subject: own?.subject ?? null,
    html: own?.html ?? null,
    text: own?.text ?? null,
    preheader: own?.preheader ?? null,
    from_email: row.from_email,
    from_name: row.from_name,
    reply_to: [...row.reply_to],
    variables: row.variables.map((variable) => ({ ...variable, default: variable.default ?? null })),
    locales: Object.fromEntries(row.locales.map((tag) => [tag, presentLocale(byLocale.get(tag))])),
    inline_css: row.inline_css,
    pins: pins.map(({ templateId, version }) => ({ template_id: toTypeId('tpl', templateId), version })),
    created_at: timeOf(row.id).toISOString(),
    created_by: presentCreator(row),
    published_at: row.published_at?.toISOString() ?? null,
  }
}

/** Returns the id of the user or the key that created a version. */
function presentCreator({ created_by, by_key }: Pick<VersionRow, 'created_by' | 'by_key'>): string {
  return toTypeId(by_key ? 'key' : 'usr', created_by)
}

/** Returns content as its author wrote it, without the members that the author left out. */
function presentLocale(content: ContentRow | undefined): Schemas['TemplateLocale'] {
  const { subject = null, html = null, text = null, preheader = null } = content ?? {}
  return {
    ...(subject !== null && { subject }),
    ...(html !== null && { html }),
    ...(text !== null && { text }),
    ...(preheader !== null && { preheader }),
  }
}

/** Columns of a version in a list. */
export interface VersionSummaryRow {
  readonly id: Uuid
  readonly version: number
  readonly subject: string | null
  readonly locales: readonly string[]
  readonly created_by: Uuid
  readonly by_key: boolean
  readonly published_at: Date | null
}

/** Returns a version without its bodies in the contract's shape. */
export function presentVersionSummary(row: VersionSummaryRow): Schemas['TemplateVersionSummary'] {
  return {
    version: row.version,
    subject: row.subject,
    locales: [...row.locales],
    created_at: timeOf(row.id).toISOString(),
    created_by: presentCreator(row),
    published_at: row.published_at?.toISOString() ?? null,
  }
}
