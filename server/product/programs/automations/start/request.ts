import type { Environment } from '../../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import type { AutomationStatus, IgnoredReason, RunRow } from '../rows.js'
import type { LoadedVersion } from '../versions.js'

/** An automation as the start of a run needs it. */
export interface StartedAutomation {
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly status: AutomationStatus
}

/** Something that may start a run of an automation for a contact, which is of its project and locked. */
export interface StartRequest {
  readonly automation: StartedAutomation
  /** The published one. */
  readonly version: LoadedVersion
  readonly contactId: Uuid
  readonly triggerKind: RunRow['trigger_kind']
  readonly contactEventId: Uuid | null
  readonly inboundMessageId: Uuid | null
  /** The properties of the event, or what stands for them. */
  readonly data: Readonly<Record<string, unknown>>
  /** The value that `reentry` holds for; null where there is none. */
  readonly key: string | null
  readonly occurredAt: Date
  readonly recordedAt: Date
  /** How many runs have caused each other up to this. */
  readonly depth: number
}

/** The run that was started, or why none was. */
export type StartOutcome =
  | { readonly run: RunRow; readonly reason: null }
  | { readonly run: null; readonly reason: IgnoredReason }

/** What the starts of one transaction have in common. */
export interface StartContext {
  readonly workspaceId: WorkspaceId
  /** By the clock that waits go by. */
  readonly now: Date
  /** The beginning of the workspace's retention, which rules do not look beyond. */
  readonly retainedSince: Date
}
