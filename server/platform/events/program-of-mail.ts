import { toTypeId, type Uuid } from '../db/ids.js'

/** The campaign or automation that a mail is part of, if it was no send of its own. */
export interface ProgramOfMail {
  readonly campaignId: Uuid | null
  readonly automationId: Uuid | null
}

/** Returns the part of an event's data that names the campaign or automation of its mail. */
export function programIn({ campaignId, automationId }: ProgramOfMail): {
  campaign_id: string | null
  automation_id: string | null
} {
  return {
    campaign_id: campaignId === null ? null : toTypeId('cmp', campaignId),
    automation_id: automationId === null ? null : toTypeId('aut', automationId),
  }
}

/** Stands for a mail that is part of no campaign and no automation. */
export const ofNoProgram: ProgramOfMail = { campaignId: null, automationId: null }
