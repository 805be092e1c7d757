import type { Knex } from 'knex'
import type { ContactRow } from '../../audience/contacts/rows.js'
import { fromTypeId, type Uuid } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors.js'
import type { CampaignRow, CampaignRules } from './rows.js'
import { sampleAudience } from './sample.js'

/**
 * The contact that a campaign's mail is shown for: the one that was asked for, or else one of the audience.
 *
 * @param asked in the outside form
 * @returns undefined where none was asked for and none of the audience was found
 * @throws ApiError 422 `validation_failed` where the project has no such contact, 422 `segment_too_costly`
 */
export async function shownContact(
  db: Knex,
  row: CampaignRow,
  rules: CampaignRules,
  retainedSince: Date,
  asked: string | undefined,
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
  const newest = (await sampleAudience(db, row, rules, retainedSince, 2)).at(-1)
  return newest && find(newest.id)
}
