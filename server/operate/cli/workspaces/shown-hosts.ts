import { toTypeId } from '../../../platform/db/ids.js'
import { isUsable, usedUntil, type WorkspaceHost } from '../../../platform/db/workspace-hosts.js'

/** Returns a host of a workspace as commands show it. */
export function presentHost(row: WorkspaceHost) {
  return {
    host: row.host,
    workspace_id: toTypeId('ws', row.workspace_id),
    status: row.status,
    /** True if links of new mail may lead to the host. */
    usable: isUsable(row, new Date()),
    usable_until: usedUntil(row)?.toISOString() ?? null,
    problem: row.problem,
    checked_at: row.checked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** Returns a host of a workspace as a line. */
export function hostLine(row: WorkspaceHost): string {
  const { host, status, usable, usable_until: until, problem } = presentHost(row)
  const links =
    status === 'verified'
      ? 'new mail may have links to it'
      : usable
        ? `new mail has links to it until ${until}`
        : 'no new mail has links to it'
  return `${host} is ${status}: ${links}.${problem === null ? '' : ` ${problem}`}`
}
