import type { AuditEntry, AuditResource } from './entry.js'
import type { Uuid, WorkspaceId } from '../db/ids.js'

/** Details of an act: its resources and their number. */
interface Work {
  readonly resource?: AuditResource | null
  readonly projectId?: Uuid | null
  readonly count?: number | null
}

/** Returns the entry of an act of the service itself. Its operation is `service.<work>`. */
export function serviceEntry(workspaceId: WorkspaceId, work: string, details: Work = {}): AuditEntry {
  return entryWithoutRequest('service', workspaceId, `service.${work}`, details)
}

/** Returns the entry of an act of the operator. Its operation is `cli.domain.add` for the command `domain add`. */
export function commandEntry(workspaceId: WorkspaceId, command: string, details: Work = {}): AuditEntry {
  return entryWithoutRequest('command_line', workspaceId, `cli.${command.replaceAll(' ', '.')}`, details)
}

/** Returns the entry of an act that somebody did with the link of a mail. Its operation is `link.<act>`. */
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
