import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { presentPreview } from '../../content/preview/present.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { decide } from './decide.js'
import type { CampaignDependencies } from './dependencies.js'
import { renderCampaign, senderOf, versionOf } from './render.js'
import type { CampaignRow } from './rows.js'
import { rulesOf } from './rules.js'
import { shownContact } from './shown-contact.js'

type Schemas = components['schemas']

/**
 * Shows a campaign's mail for a contact, and whether the contact gets it.
 *
 * @param asked the contact, in the outside form; undefined is some contact of the audience
 * @throws ApiError 422 `validation_failed`, `template_not_published`, `template_render_failed`,
 *   `segment_too_costly`; 503 `unavailable`
 */
export async function previewCampaign(
  dependencies: CampaignDependencies,
  db: Knex,
  row: CampaignRow,
  asked: string | undefined,
): Promise<Schemas['CampaignPreview']> {
  const version = await versionOf(dependencies, row)
  const rules = await rulesOf(db, row)
  const retainedSince = await dependencies.retention(row.workspace_id)
  const contact = await shownContact(db, row, rules, retainedSince, asked)
  const mail = await renderCampaign(dependencies, row, version, { contact, warn: true })
  const shown = presentPreview(version.version, senderOf(row, version), mail)
  if (contact === undefined) return { mail: shown, recipient: null }
  const { reason, path } = await decide(dependencies, db, row, rules, contact)
  const contactId = toTypeId('con', contact.id)
  return { mail: shown, recipient: { contact_id: contactId, included: reason === null, reason, path } }
}
