import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../db/ids.js'
import type { Environment } from '../auth/principal.js'
import type { EventType } from './event-types.js'

/** An event as it is stored. */
export interface EventRow {
  readonly id: Uuid
  readonly workspace_id: WorkspaceId
  readonly project_id: Uuid | null
  readonly environment: Environment | null
  readonly type: EventType
  readonly data: Record<string, unknown>
}

/** An event in its envelope. */
export type PresentedEvent = ReturnType<typeof presentEvent>

/** Returns the envelope of an event, the same in a list and in a webhook. */
export function presentEvent(row: EventRow) {
  return {
    id: toTypeId('evt', row.id),
    type: row.type,
    created_at: timeOf(row.id).toISOString(),
    api_version: 'v1' as const,
    workspace_id: toTypeId('ws', row.workspace_id),
    project_id: row.project_id === null ? null : toTypeId('prj', row.project_id),
    environment: row.environment,
    data: row.data,
  }
}
