import type { components } from '../../../../../generated/api-types.js'
import { timeOf, toTypeId } from '../../../../platform/db/ids.js'
import type { AutomationRow, AutomationVersionRow } from '../automation-rows.js'

type Schemas = components['schemas']

/** Returns an automation in the form of the API contract. */
export function presentAutomation(row: AutomationRow): Schemas['Automation'] {
  return {
    id: toTypeId('aut', row.id),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    name: row.name,
    status: row.status,
    published_version: row.published_version,
    latest_version: row.latest_version,
    retry: retryOf(row),
    created_at: timeOf(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function retryOf(row: AutomationRow): Schemas['Automation']['retry'] {
  if (row.retry_requested_at === null) return null
  return {
    requested_at: row.retry_requested_at.toISOString(),
    total: row.retry_total,
    retried: row.retry_retried,
    skipped: row.retry_skipped,
    completed_at: row.retry_completed_at?.toISOString() ?? null,
  }
}

/** Returns a version with its definition in the form of the API contract. */
export function presentVersion(row: AutomationVersionRow): Schemas['AutomationVersion'] {
  const { trigger, entry_rule, reentry, exit_on, sender, steps } = row.definition
  return {
    automation_id: toTypeId('aut', row.automation_id),
    version: row.version,
    trigger,
    entry_rule,
    reentry,
    exit_on: [...exit_on],
    sender,
    steps: [...steps],
    created_at: row.created_at.toISOString(),
    created_by: toTypeId('usr', row.created_by),
    published_at: row.published_at?.toISOString() ?? null,
  }
}
