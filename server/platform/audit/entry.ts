import type { Uuid, WorkspaceId } from '../db/ids.js'

/** The kinds of actors, as in the contract's `AuditActorKind`. */
export type AuditActorKind = 'session' | 'project_key' | 'workspace_key' | 'command_line' | 'link' | 'service'

export interface AuditActor {
  readonly kind: AuditActorKind
  /** Id of the user or the key; null for other actors. */
  readonly id: Uuid | null
  /** The user's address, or null; a key's name is looked up when it is shown. */
  readonly name: string | null
  readonly sessionId: Uuid | null
}

/** The thing that a mutation is about: the kind in snake_case, and its id as it is shown (`key_…`). */
export interface AuditResource {
  readonly type: string
  readonly id: string
}

/** An entry of the audit log. It never has a body or a secret in it. */
export interface AuditEntry {
  readonly workspaceId: WorkspaceId
  readonly actor: AuditActor
  readonly ip: string | null
  readonly userAgent: string | null
  /** The operationId, or `cli.<command>` or `service.<work>`. */
  readonly operation: string
  readonly resource: AuditResource | null
  readonly outcome: 'succeeded' | 'refused' | 'failed'
  readonly status: number | null
  readonly errorCode: string | null
  readonly requestId: string | null
  readonly projectId: Uuid | null
  /** Number of resources that the operation changed, if more than one; else null. */
  readonly count: number | null
}
