import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import { newUuid, timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { normalizeAddress } from '../../../../base/addresses/address.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import type { Project } from '../../workspace/projects/projects.js'
import { defaultLocale, type TemplateKind, type VersionSource } from '../rendering/compiling/source.js'
import { refuseTaken } from './alias.js'
import type { Compilation } from './compile.js'
import { lockTemplate, type ContentRow, type TemplateRow, type VersionRow } from './template-rows.js'
import { findUses } from './uses.js'

type Schemas = components['schemas']

/** Most templates of a workspace. */
export const maxTemplates = 1000

/** Most versions of a template. None is ever deleted alone, so the last one's number counts them. */
export const maxVersions = 500

/** A version that can be stored. */
export interface NewVersion extends Compilation {
  readonly source: VersionSource
  /** The content as its author wrote it, for the sender. */
  readonly content: Schemas['TemplateContent']
  readonly createdBy: Uuid
  /** True if a key creates it and `createdBy` is the key's id, false for a user and the user's. */
  readonly byKey: boolean
}

/** Locks the templates of a workspace, so that one request at a time adds some and the count holds. */
export const lockWorkspaceTemplates = statement<[workspaceId: WorkspaceId]>(
  'lock_workspace_of_templates',
  'select from workspaces where id = $1 for no key update',
)

const countTemplates = statement<[workspaceId: WorkspaceId], { count: number }>(
  'count_templates_of_workspace',
  'select count(*)::int as count from templates where workspace_id = $1',
)

/**
 * @throws ApiError 422 `validation_failed` if nothing of the name can be read
 */
export function templateName(given: string): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue('/body/name', 'empty', 'must have a visible character')
  return name
}

/**
 * Stores a template with its first version.
 *
 * @param project undefined for every project
 * @throws ApiError 409 `invalid_state` if the workspace has as many as it can, 422 `validation_failed` if another
 *   template has the alias
 */
export async function insertTemplate(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  fields: {
    readonly project: Project | undefined
    readonly name: string
    readonly alias: string | null
    readonly kind: TemplateKind
  },
  version: NewVersion,
): Promise<TemplateRow> {
  await lockWorkspaceTemplates(trx, workspaceId)
  const [counted] = await countTemplates(trx, workspaceId)
  if ((counted?.count ?? 0) >= maxTemplates) {
    throw new ApiError('invalid_state', `The workspace has ${maxTemplates} templates, the maximum.`)
  }
  const { project, name, alias, kind } = fields
  const id = newUuid()
  const row: TemplateRow = {
    workspace_id: workspaceId,
    id,
    project_id: project?.id ?? null,
    environment: project?.environment ?? null,
    name,
    alias,
    kind,
    published_version: null,
    latest_version: 1,
    updated_at: timeOf(id),
  }
  if (alias !== null) await refuseTaken(trx, row, alias)
  await trx('templates').insert(row)
  await insertVersion(trx, row, version)
  return row
}

/**
 * Stores the next version of a template.
 *
 * @throws ApiError 404 `not_found`, 403 as `refuseShared` does, 409 `invalid_state` if the template has as many as it
 *   can
 */
export async function insertNextVersion(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
  version: NewVersion,
): Promise<StoredVersion> {
  const before = await lockTemplate(trx, visibility, id)
  if (before.latest_version >= maxVersions) {
    throw new ApiError('invalid_state', `The template has ${maxVersions} versions, the maximum.`)
  }
  const changes = { latest_version: before.latest_version + 1, updated_at: new Date() }
  await trx('templates').where({ workspace_id: before.workspace_id, id }).update(changes)
  return insertVersion(trx, { ...before, ...changes }, version)
}

interface StoredVersion {
  readonly row: VersionRow
  readonly contents: readonly ContentRow[]
}

async function insertVersion(
  trx: Knex.Transaction,
  template: TemplateRow,
  version: NewVersion,
): Promise<StoredVersion> {
  const { source, compiled, pins } = version
  await lockPinned(trx, template, pins)
  const key = {
    workspace_id: template.workspace_id,
    template_id: template.id,
    version: template.latest_version,
  }
  const row: VersionRow = {
    ...key,
    id: newUuid(),
    ...senderOf(version.content),
    variables: source.variables,
    inline_css: source.inlineCss,
    locales: Object.keys(source.contents).filter((locale) => locale !== defaultLocale),
    created_by: version.createdBy,
    by_key: version.byKey,
    published_at: null,
  }
  await trx('template_versions').insert({
    ...row,
    reply_to: JSON.stringify(row.reply_to),
    variables: JSON.stringify(row.variables),
    all_variables: JSON.stringify(compiled.variables),
    uses_contact: compiled.usesContact,
  })
  const contents = Object.entries(source.contents).map(([locale, content]) => ({ locale, ...content }))
  await trx('template_contents').insert(
    contents.map((content) => ({ ...key, ...content, compiled: compiled.contents[content.locale] })),
  )
  if (pins.length > 0) {
    await trx('template_pins').insert(
      pins.map((pin) => ({ ...key, pinned_id: pin.templateId, pinned_version: pin.version })),
    )
  }
  return { row, contents }
}

/** Returns the sender in the form that sends keep. */
export function senderOf({ from_email, from_name, reply_to }: Schemas['TemplateContent']) {
  return {
    from_email: from_email === undefined ? null : normalizeAddress(from_email),
    from_name: cleanName(from_name),
    reply_to: (reply_to ?? []).map(({ email, name }) => {
      const cleaned = cleanName(name)
      return { email: normalizeAddress(email), ...(cleaned !== null && { name: cleaned }) }
    }),
  }
}

/**
 * Keeps the templates that a version uses from being deleted until its pins can be seen.
 *
 * @throws ApiError 409 `invalid_state` if any of them was deleted after the version was compiled
 */
async function lockPinned(
  trx: Knex.Transaction,
  { workspace_id }: TemplateRow,
  pins: Compilation['pins'],
): Promise<void> {
  if (pins.length === 0) return
  const found = await trx('templates')
    .where({ workspace_id })
    .whereIn(
      'id',
      pins.map(({ templateId }) => templateId),
    )
    .orderBy('id')
    .forKeyShare()
    .select('id')
  if (found.length === pins.length) return
  throw new ApiError('invalid_state', 'A layout or partial that it uses was deleted meanwhile.')
}

/**
 * Deletes a template with all of its versions.
 *
 * @returns the template as it was
 * @throws ApiError 404 `not_found`, 403 as `refuseShared` does, 409 `invalid_state` while another template, a campaign
 *   or an automation uses it
 */
export async function deleteTemplate(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
): Promise<TemplateRow> {
  const { workspaceId } = visibility
  const row = await lockTemplate(trx, visibility, id, true)
  const { templates, campaigns, automations } = await findUses(trx, workspaceId, id)
  const [template] = templates
  if (template !== undefined) {
    const message = `The template ${template.name} (${toTypeId('tpl', template.id)}) uses it in its published or latest version.`
    throw new ApiError('invalid_state', message)
  }
  const [campaign] = campaigns
  if (campaign !== undefined) {
    const message = `The campaign ${campaign.name} (${toTypeId('cmp', campaign.id)}) uses it.`
    throw new ApiError('invalid_state', message)
  }
  const [automation] = automations
  if (automation !== undefined) {
    const message = `The automation ${automation.name} (${toTypeId('aut', automation.id)}) uses it.`
    throw new ApiError('invalid_state', message)
  }
  for (const table of ['template_pins', 'template_contents', 'template_versions']) {
    await trx(table).where({ workspace_id: workspaceId, template_id: id }).delete()
  }
  await trx('templates').where({ workspace_id: workspaceId, id }).delete()
  return row
}
