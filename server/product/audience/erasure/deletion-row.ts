import type { components } from '../../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Environment } from '../../../platform/auth/principal.js'
import type { ErasedCounts } from './erasure.js'

/** The columns of a deletion that are read. */
export interface DeletionRow {
  readonly id: Uuid
  readonly workspace_id: WorkspaceId
  readonly project_id: Uuid | null
  readonly environment: Environment | null
  readonly erased: Partial<ErasedCounts>
  readonly completed_at: Date | null
}

const none: ErasedCounts = {
  contacts: 0,
  contact_events: 0,
  subscriptions: 0,
  consents: 0,
  message_logs: 0,
  message_bodies: 0,
  attachments: 0,
  cancelled: 0,
  events: 0,
  webhook_deliveries: 0,
  suppressions: 0,
  soft_bounces: 0,
  kept_replies: 0,
  inbound_messages: 0,
  topic_consents: 0,
}

export function presentDeletion(row: DeletionRow): components['schemas']['Deletion'] {
  return {
    id: toTypeId('del', row.id),
    status: row.completed_at === null ? 'running' : 'completed',
    project_id: row.project_id === null ? null : toTypeId('prj', row.project_id),
    created_at: timeOf(row.id).toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    erased: { ...none, ...row.erased },
  }
}

/** Adds up two sets of counts, kind by kind. */
export function added(one: Partial<ErasedCounts>, other: Partial<ErasedCounts>): Partial<ErasedCounts> {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof ErasedCounts)[])
  return Object.fromEntries([...kinds].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]))
}
