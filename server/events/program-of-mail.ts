import { toTypeId, type Uuid } from '../db/ids.js'

/** What a mail is of, if it was no send of its own. */
export interface ProgramOfMail {
  readonly campaignId: Uuid | null
  readonly automationId: Uuid | null
}

/** The part of an event's data that names what its mail is of; empty where it is of nothing. */
export function programIn({ campaignId, automationId }: ProgramOfMail): {
  campaign_id?: string
  automation_id?: string
} {
  return {
    ...(campaignId !== null && { campaign_id: toTypeId('cmp', campaignId) }),
    ...(automationId !== null && { automation_id: toTypeId('aut', automationId) }),
  }
}
