import type { components } from '../../../generated/api-types.js'
import { timeOf, toTypeId } from '../../db/ids.js'
import type { SubscriberListRow } from './rows.js'

/** A list as the contract shows it. */
export function presentList(row: SubscriberListRow): components['schemas']['SubscriberList'] {
  return {
    id: toTypeId('lst', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    name: row.name,
    from_email: row.from_email,
    from_name: row.from_name,
    confirmation: {
      subject: row.confirmation_subject,
      text: row.confirmation_text,
      html: row.confirmation_html,
    },
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
