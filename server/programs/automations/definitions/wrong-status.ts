import { ApiError } from '../../../http/errors.js'
import type { AutomationRow } from '../rows.js'

/** @param what what cannot be done with it, such as `be paused` */
export function wrongStatus({ status }: Pick<AutomationRow, 'status'>, what: string): ApiError {
  const inWords = status === 'draft' ? 'a draft' : status
  return new ApiError('invalid_state', `The automation is ${inWords}, so it cannot ${what}.`)
}
