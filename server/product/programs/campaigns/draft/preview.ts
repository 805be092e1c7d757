import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { presentPreview } from '../../../content/preview/present.js'
import { toTypeId, fromTypeId, type Uuid } from '../../../../platform/db/ids.js'
import type { AskedContact } from '../access.js'
import { decide } from '../release/decide.js'
import type { CampaignDependencies } from '../dependencies.js'
import { renderCampaign, senderOf, versionOf } from '../release/render.js'
import type { CampaignRow, CampaignRules } from '../campaign-rows.js'
import { rulesOf } from '../rules.js'
import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { sampleAudience } from './sample.js'

type Schemas = components['schemas']

/**
 * Shows a campaign's mail for a contact, and whether the contact gets it.
 *
 * @throws ApiError 422 `validation_failed`, `template_not_published`, `template_render_failed`, `segment_too_costly`;
 *   503 `unavailable`
 */
export async function previewCampaign(
  dependencies: CampaignDependencies,
  db: Knex,
  row: CampaignRow,
  shown: AskedContact,
): Promise<Schemas['CampaignPreview']> {
  const version = await versionOf(dependencies, row)
  const rules = await rulesOf(db, row)
  const retainedSince = await dependencies.retention(row.workspace_id)
  const contact = await shownContact(db, row, { rules, retainedSince, ...shown })
  const mail = await renderCampaign(dependencies, row, version, { contact, warn: true })
  const shownMail = presentPreview(version.version, senderOf(row, version), mail)
  if (contact === undefined) return { mail: shownMail, recipient: null }
  const { reason, path } = await decide(dependencies, db, row, { rules, contact })
  const contactId = toTypeId('con', contact.id)
  return { mail: shownMail, recipient: { contact_id: contactId, included: reason === null, reason, path } }
}

/**
 * Returns the contact for which to show a campaign's mail: the requested one, or else one of the audience.
 *
 * @returns undefined if none was requested, and none of the audience was found or the credential may not see it
 * @throws ApiError 422 `validation_failed` if the project has no such contact, 422 `segment_too_costly`
 */
export async function shownContact(
  db: Knex,
  row: CampaignRow,
  {
    rules,
    retainedSince,
    asked,
    showsContacts,
  }: AskedContact & {
    readonly rules: CampaignRules
    readonly retainedSince: Date
  },
): Promise<ContactRow | undefined> {
  const find = (id: Uuid) =>
    db<ContactRow>('contacts')
      .where({ workspace_id: row.workspace_id, id, project_id: row.project_id })
      .first<ContactRow | undefined>()
  if (asked !== undefined) {
    const contact = await find(fromTypeId('con', asked))
    if (contact === undefined) {
      throw refusedValue('/body/contact_id', 'not_found', 'must be a contact of the project')
    }
    return contact
  }
  if (!showsContacts) return undefined
  const newest = (await sampleAudience(db, row, { rules, retainedSince, max: 2 })).at(-1)
  return newest && find(newest.id)
}
