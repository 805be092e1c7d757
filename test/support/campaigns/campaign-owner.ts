import type { Knex } from 'knex'
import type { Uuid } from '../../../server/platform/db/ids.js'
import * as population from '../../bench/campaigns/population.js'

export { dueNow, type CampaignKey } from '../../bench/campaigns/population.js'

/** A project of a workspace with a template of its campaigns. */
export interface Owner extends population.Project {
  readonly templateId: Uuid
}

/** Makes a workspace with as many contacts, all of which get its campaigns. */
export async function addOwner(db: Knex, contacts: number): Promise<Owner> {
  const project = await population.addProject(db)
  const templateId = await population.addTemplate(db, project)
  await population.addContacts(db, project, contacts)
  return { ...project, templateId }
}

/** Makes a campaign to all contacts, which is due. */
export function addCampaign(db: Knex, owner: Owner): Promise<population.CampaignKey> {
  return population.addCampaign(db, owner, owner.templateId)
}
