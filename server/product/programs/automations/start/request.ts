import type { Environment } from '../../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import type { AutomationStatus, IgnoredReason, RunRow } from '../automation-rows.js'
import type { LoadedVersion } from '../versions.js'

/** The fields of an automation that the start of a run needs. */
export interface StartedAutomation {
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly status: AutomationStatus
}

/**
 * A request to start a run of an automation for a contact, which belongs to the automation's project and is locked.
 */
export interface StartRequest {
  readonly automation: StartedAutomation
  /** The published version. */
  readonly version: LoadedVersion
  readonly contactId: Uuid
  readonly triggerKind: RunRow['trigger_kind']
  readonly contactEventId: Uuid | null
  readonly inboundMessageId: Uuid | null
  /** Properties of the event, or the data in their place. */
  readonly data: Readonly<Record<string, unknown>>
  /** The value for which re-entry is counted separately; null if there is none. */
  readonly key: string | null
  readonly occurredAt: Date
  readonly recordedAt: Date
  /** Length of the chain of runs that caused each other and led to this request. */
  readonly depth: number
}

/** The run that was started, or the reason why none was. */
export type StartOutcome =
  | { readonly run: RunRow; readonly reason: null }
  | { readonly run: null; readonly reason: IgnoredReason }

/** The context that all starts of one transaction share. */
export interface StartContext {
  readonly workspaceId: WorkspaceId
  /** Time by the clock of the waits. */
  readonly now: Date
  /** Beginning of the workspace's retention, which bounds how far back rules look. */
  readonly retainedSince: Date
}
