import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId } from '../../../platform/db/ids.js'
import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import type { SuppressionRow } from './suppression-rows.js'

/** Returns a suppression in the form of the API contract, which shows neither an erased address nor its token. */
export function presentSuppression(row: SuppressionRow): components['schemas']['Suppression'] {
  return {
    id: toTypeId('sup', row.id),
    email: isAddressToken(row.address) ? null : row.address,
    reason: row.reason,
    note: row.note,
    reply: row.reply,
    log_id: row.log_id && toTypeId('log', row.log_id),
    project_id: row.project_id && toTypeId('prj', row.project_id),
    suppressed_at: row.suppressed_at.toISOString(),
    created_at: timeOf(row.id).toISOString(),
  }
}
