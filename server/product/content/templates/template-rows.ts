import type { Knex } from 'knex'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { TemplateKind, Variable } from '../rendering/compiling/source.js'
import { refuseShared, visibleTemplates } from './access.js'

/** A stored template. */
export interface TemplateRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  /** The template's project; null for every project. */
  readonly project_id: Uuid | null
  readonly environment: Environment | null
  readonly name: string
  /** Name for code, unique in the project and among the templates of every project; null if there is none. */
  readonly alias: string | null
  readonly kind: TemplateKind
  readonly published_version: number | null
  readonly latest_version: number
  readonly updated_at: Date
}

/** A stored version. Its contents and pins are rows of their own. */
export interface VersionRow {
  readonly workspace_id: WorkspaceId
  readonly template_id: Uuid
  readonly version: number
  readonly id: Uuid
  readonly from_email: string | null
  readonly from_name: string | null
  readonly reply_to: readonly components['schemas']['NamedAddress'][]
  readonly variables: readonly Variable[]
  readonly inline_css: boolean
  readonly locales: readonly string[]
  /** Id of the user who created the version, or of the key if `by_key` is true. */
  readonly created_by: Uuid
  readonly by_key: boolean
  readonly published_at: Date | null
}

/** The content of a version in one language, as its author wrote it. */
export interface ContentRow {
  /** Language tag; empty for the default content. */
  readonly locale: string
  readonly subject: string | null
  readonly html: string | null
  readonly text: string | null
  readonly preheader: string | null
}

/** A layout or partial that a version uses. */
export interface Pin {
  readonly templateId: Uuid
  readonly version: number
}

const versionColumns = [
  'workspace_id',
  'template_id',
  'version',
  'id',
  'from_email',
  'from_name',
  'reply_to',
  'variables',
  'inline_css',
  'locales',
  'created_by',
  'by_key',
  'published_at',
]

/**
 * Returns a template that a credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findTemplate(db: Knex, visibility: Visibility, id: Uuid): Promise<TemplateRow> {
  return foundTemplate(await visibleTemplates(db('templates'), visibility).where({ id }).first())
}

/**
 * Returns a template that a credential may change, without locking it.
 *
 * @throws ApiError 404 `not_found`, 403 as `refuseShared` does
 */
export async function findOwnTemplate(db: Knex, visibility: Visibility, id: Uuid): Promise<TemplateRow> {
  const row = await findTemplate(db, visibility, id)
  refuseShared(visibility, row)
  return row
}

/**
 * Returns a template that a credential may change, locked until the transaction ends. Other transactions can still pin
 * it, unless it is locked to be deleted.
 *
 * @throws ApiError 404 `not_found`, 403 as `refuseShared` does
 */
export async function lockTemplate(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
  toDelete = false,
): Promise<TemplateRow> {
  const select = visibleTemplates(trx('templates'), visibility).where({ id })
  const row = foundTemplate(await (toDelete ? select.forUpdate() : select.forNoKeyUpdate()).first())
  refuseShared(visibility, row)
  return row
}

function foundTemplate(row: unknown): TemplateRow {
  if (row === undefined) throw new ApiError('not_found', 'No such template.')
  return row as TemplateRow
}

/**
 * Returns a version of a template.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findVersion(
  db: Knex,
  workspaceId: WorkspaceId,
  templateId: Uuid,
  version: number,
): Promise<VersionRow> {
  const row = await db<VersionRow>('template_versions')
    .where({ workspace_id: workspaceId, template_id: templateId, version })
    .first<VersionRow | undefined>(versionColumns)
  if (row === undefined) throw new ApiError('not_found', 'No such version of the template.')
  return row
}

/** Returns the contents of a version, in no particular order. */
export function contentsOf(
  db: Knex,
  { workspace_id, template_id, version }: VersionRow,
): Promise<ContentRow[]> {
  return db('template_contents')
    .where({ workspace_id, template_id, version })
    .select<ContentRow[]>('locale', 'subject', 'html', 'text', 'preheader')
}

/** Returns the layouts and partials that a version uses, in the order of their ids. */
export async function pinsOf(db: Knex, { workspace_id, template_id, version }: VersionRow): Promise<Pin[]> {
  const rows = await db('template_pins')
    .where({ workspace_id, template_id, version })
    .orderBy('pinned_id')
    .select<{ pinned_id: Uuid; pinned_version: number }[]>('pinned_id', 'pinned_version')
  return rows.map(({ pinned_id, pinned_version }) => ({ templateId: pinned_id, version: pinned_version }))
}
