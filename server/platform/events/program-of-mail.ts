import { toTypeId, type Uuid } from '../db/ids.js'

/** What a mail is of, if it was no send of its own. */
export interface ProgramOfMail {
  readonly campaignId: Uuid | null
  readonly automationId: Uuid | null
}

/** The part of an event's data that names what its mail is of. */
export function programIn({ campaignId, automationId }: ProgramOfMail): {
  campaign_id: string | null
  automation_id: string | null
} {
  return {
    campaign_id: campaignId === null ? null : toTypeId('cmp', campaignId),
    automation_id: automationId === null ? null : toTypeId('aut', automationId),
  }
}

/** A mail that is of nothing. */
export const ofNoProgram: ProgramOfMail = { campaignId: null, automationId: null }
