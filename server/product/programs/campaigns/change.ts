import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors.js'
import type { CampaignRow, CampaignStatus } from './rows.js'

/** What a change of a campaign sets. The worker's columns are no part of a row as it is read. */
export type CampaignChanges = Partial<CampaignRow> & {
  readonly due_at?: Date | null
  readonly lease?: null
  readonly brake_settled?: number
  readonly brake_bounced?: number
  readonly brake_complained?: number
  readonly brake_failed?: number
}

/** Stored as JSON. */
const documents = ['reply_to', 'variables', 'skip_reasons'] as const

/** Changes a campaign that the transaction has locked. */
export async function changeCampaign(
  trx: Knex.Transaction,
  { workspace_id, id }: Pick<CampaignRow, 'workspace_id' | 'id'>,
  changes: CampaignChanges,
): Promise<CampaignRow> {
  const json = documents.flatMap((name) =>
    changes[name] === undefined ? [] : [[name, JSON.stringify(changes[name])] as const],
  )
  const values = { ...changes, ...Object.fromEntries(json), updated_at: new Date() }
  const [row] = (await trx('campaigns')
    .where({ workspace_id, id })
    .update(values)
    .returning('*')) as unknown as CampaignRow[]
  if (row === undefined) throw new Error('a campaign that was locked is gone')
  return row
}

/** Whether a campaign is as it was when it was checked, before the transaction that has locked it. */
export function isUnchanged(row: CampaignRow, checked: CampaignRow): boolean {
  return row.status === checked.status && row.updated_at.getTime() === checked.updated_at.getTime()
}

/** What a request is told whose checks are of no more use. */
export function changedMeanwhile(): ApiError {
  return new ApiError('invalid_state', 'The campaign was changed meanwhile. Try again.')
}

const inWords: Record<CampaignStatus, string> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  paused: 'paused',
  sent: 'sent',
  cancelled: 'cancelled',
}

/** @param what what cannot be done with it, such as `be paused` */
export function wrongStatus({ status }: CampaignRow, what: string): ApiError {
  return new ApiError('invalid_state', `The campaign is ${inWords[status]}, so it cannot ${what}.`)
}

/** Identifies a campaign of a workspace. */
export interface CampaignKey {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}
