import type { AuditEntry, AuditResource } from './entry.js'
import type { Uuid, WorkspaceId } from '../db/ids.js'

/** What was done, and to what. */
interface Work {
  readonly resource?: AuditResource | null
  readonly projectId?: Uuid | null
  readonly count?: number | null
}

/** Returns the entry of something that the service did by itself: of the work, `service.<work>`. */
export function serviceEntry(workspaceId: WorkspaceId, work: string, details: Work = {}): AuditEntry {
  return entryWithoutRequest('service', workspaceId, `service.${work}`, details)
}

/** Returns the entry of something that the operator did: `cli.domain.add` for the command `domain add`. */
export function commandEntry(workspaceId: WorkspaceId, command: string, details: Work = {}): AuditEntry {
  return entryWithoutRequest('command_line', workspaceId, `cli.${command.replaceAll(' ', '.')}`, details)
}

/** Returns the entry of what somebody did with the link of a mail: of the act, `link.<act>`. */
export function linkEntry(workspaceId: WorkspaceId, act: string, details: Work = {}): AuditEntry {
  return entryWithoutRequest('link', workspaceId, `link.${act}`, details)
}

function entryWithoutRequest(
  kind: 'service' | 'command_line' | 'link',
  workspaceId: WorkspaceId,
  operation: string,
  { resource = null, projectId = null, count = null }: Work,
): AuditEntry {
  return {
    workspaceId,
    actor: { kind, id: null, name: null, sessionId: null },
    ip: null,
    userAgent: null,
    operation,
    resource,
    outcome: 'succeeded',
    status: null,
    errorCode: null,
    requestId: null,
    projectId,
    count,
  }
}
