import { hostIn } from '../../mail/network/host-header.js'
import type { WorkspaceId } from './ids.js'
import { serviceStatement } from './statements/statement.js'

/**
 * A host of a workspace's own, for the links in its mail. `pending`: no check has found yet that it leads here.
 * `failing`: it did, and does no more.
 */
export interface WorkspaceHost {
  /** As A-labels in lower case, without a port. */
  readonly host: string
  readonly workspace_id: WorkspaceId
  readonly status: 'pending' | 'verified' | 'failing'
  readonly created_at: Date
  /** When a check had an answer last. */
  readonly checked_at: Date | null
  /** Of a failing host. */
  readonly failing_since: Date | null
  /** What the last check did not like, in a sentence. */
  readonly problem: string | null
}

/** How long new mail goes on with the links of a failing host, in milliseconds. */
const graceMs = 72 * 3600 * 1000

/** All hosts of all workspaces, the first one first. Operators add each by hand, so they are few. */
export const readWorkspaceHosts = serviceStatement<[], WorkspaceHost>(
  'select_workspace_hosts',
  `select host, workspace_id, status, created_at, checked_at, failing_since, problem
   from workspace_hosts order by created_at, host`,
)

/** Until when new mail has the links of a failing host; null for every other. */
export function usedUntil({ failing_since: since }: Pick<WorkspaceHost, 'failing_since'>): Date | null {
  return since === null ? null : new Date(since.getTime() + graceMs)
}

/** Whether new mail may have links to a host. */
export function isUsable(host: Pick<WorkspaceHost, 'status' | 'failing_since'>, now: Date): boolean {
  return host.status === 'verified' || (usedUntil(host) ?? now) > now
}

/**
 * The hosts of all workspaces as they were some seconds ago. All are in memory, so a look-up asks nobody, whatever
 * hosts strangers make up, and goes on while the database is away.
 */
export class WorkspaceHosts {
  #byHost: ReadonlyMap<string, WorkspaceHost> = new Map()
  #byWorkspace: ReadonlyMap<WorkspaceId, readonly WorkspaceHost[]> = new Map()
  readonly #now: () => Date

  /** @param now the database's clock */
  constructor(now: () => Date) {
    this.#now = now
  }

  /** @param hosts all that there are, in the order in which a workspace's are tried */
  replace(hosts: readonly WorkspaceHost[]): void {
    this.#byHost = new Map(hosts.map((each) => [each.host, each]))
    const byWorkspace = new Map<WorkspaceId, WorkspaceHost[]>()
    for (const each of hosts)
      byWorkspace.set(each.workspace_id, [...(byWorkspace.get(each.workspace_id) ?? []), each])
    this.#byWorkspace = byWorkspace
  }

  /** The host that links in new mail of a workspace lead to; undefined where that is none of its own. */
  hostOf(workspaceId: WorkspaceId): string | undefined {
    const own = this.#byWorkspace.get(workspaceId)
    if (own === undefined) return undefined
    const verified = own.find(({ status }) => status === 'verified')
    return (verified ?? own.find((each) => isUsable(each, this.#now())))?.host
  }

  /**
   * The workspace whose host a request is for, whatever that host's status.
   *
   * @param header the Host header, which may have a port
   */
  workspaceAt(header: string | undefined): WorkspaceId | undefined {
    if (header === undefined || this.#byHost.size === 0) return undefined
    return this.#byHost.get(hostIn(header)?.name ?? '')?.workspace_id
  }

  /** Whether a proxy may get a certificate for a name: mail has links to it, or is soon to have. */
  takesCertificate(name: string): boolean {
    const found = this.#byHost.get(hostIn(name)?.name ?? '')
    return found !== undefined && (found.status === 'pending' || isUsable(found, this.#now()))
  }
}
