import type { Knex } from 'knex'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { AutomationRow } from '../automation-rows.js'

/** The columns that a change of an automation sets. The worker's columns are no part of a row as it is read. */
type AutomationChanges = Partial<
  Pick<AutomationRow, 'name' | 'status' | 'published_version' | 'latest_version'>
> & {
  /** Time when the automation's work in the background goes on. */
  readonly due_at?: Knex.Raw
  readonly lease?: null
}

/** Changes an automation that the transaction has locked. */
export async function changeAutomation(
  trx: Knex.Transaction,
  { workspace_id, id }: Pick<AutomationRow, 'workspace_id' | 'id'>,
  changes: AutomationChanges,
): Promise<AutomationRow> {
  const [row] = (await trx('automations')
    .where({ workspace_id, id })
    .update({ ...changes, updated_at: new Date() })
    .returning('*')) as AutomationRow[]
  if (row === undefined) throw new Error('an automation that was locked is gone')
  return row
}

/**
 * Returns the error of an action that the automation's status does not allow.
 *
 * @param what the action that is impossible, such as `be paused`
 */
export function wrongStatus({ status }: Pick<AutomationRow, 'status'>, what: string): ApiError {
  const inWords = status === 'draft' ? 'a draft' : status
  return new ApiError('invalid_state', `The automation is ${inWords}, so it cannot ${what}.`)
}
