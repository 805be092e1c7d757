import { inertUnsubscribeUrl } from '../../../audience/subscriptions/links/links.js'
import { renderMessage, type RenderedMessage } from '../../../content/render-message.js'
import type { RenderPlaces } from '../../../content/render-errors.js'
import type { ContactView } from '../../../content/rendering/compiling/source.js'
import { renderable, type StoredVersion } from '../../../content/store.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { valuesFor } from '../../values.js'
import type { CampaignDependencies } from '../dependencies.js'
import type { CampaignRow } from '../campaign-rows.js'

/** JSON pointers to a campaign's template and its values, for the errors. */
const renderPlaces: RenderPlaces = { template: '/template', variables: '/variables' }

/**
 * Returns the version from which a campaign's mail is rendered: the one that the campaign names or is pinned to, or
 * else the published one.
 *
 * @throws ApiError 422 `validation_failed` if the template does not exist, 422 `template_not_published`
 */
export async function versionOf(
  { templates }: Pick<CampaignDependencies, 'templates'>,
  row: CampaignRow,
  version = row.template_version,
): Promise<StoredVersion> {
  const project = { id: row.project_id, environment: row.environment }
  const id = toTypeId('tpl', row.template_id)
  try {
    return await templates.forMessage(row.workspace_id, project, id, version ?? undefined)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'template_not_found') throw error
    const message = 'must be a template for messages that the project can use, in a version that it has'
    throw refusedValue('/template/template_id', 'not_found', message)
  }
}

/** The contact and language for which a campaign's mail is rendered without being sent. */
export interface ShownFor {
  /** The contact; undefined for nobody, so that missing values are shown as their names in brackets. */
  readonly contact: ContactView | undefined
  /** Language tag to use in place of the contact's language. */
  readonly locale?: string
  readonly warn?: boolean
}

/**
 * Renders a campaign's mail as it would be delivered, but with a link to unsubscribe that does nothing.
 *
 * @throws ApiError 422 `template_render_failed`, 503 `unavailable`
 */
export function renderCampaign(
  { renderer, templates, publicUrl }: Pick<CampaignDependencies, 'renderer' | 'templates' | 'publicUrl'>,
  row: CampaignRow,
  version: StoredVersion,
  { contact, locale, warn = false }: ShownFor,
): Promise<RenderedMessage> {
  const { values } = valuesFor(version.variables, [row.variables, contact?.properties ?? {}])
  const unsubscribeUrl = inertUnsubscribeUrl(publicUrl)
  const input = {
    ...{ locale, values, unsubscribeUrl, warn },
    // The contact has only the fields that its mail would have.
    contact: contact && { email: contact.email, name: contact.name, properties: contact.properties },
    fillMissing: contact === undefined,
  }
  return renderMessage(renderer, renderable(templates, version), input, renderPlaces)
}

/** Returns the sender and the reply addresses of a campaign's mail: the campaign's own, or else its template's. */
export function senderOf(row: CampaignRow, version: StoredVersion) {
  return {
    from_email: row.from_email ?? version.from_email,
    from_name: row.from_name ?? version.from_name,
    reply_to: row.reply_to.length > 0 ? row.reply_to : version.reply_to,
  }
}
