import { hostIn } from '../../mail/network/host-header.js'
import type { WorkspaceId } from './ids.js'
import { serviceStatement } from './statements/statement.js'

/**
 * A workspace's own host for the links in its mail. `pending`: no check has found yet that the host leads here.
 * `failing`: it led here once, and no longer does.
 */
export interface WorkspaceHost {
  /** The host's name as A-labels in lower case, without a port. */
  readonly host: string
  readonly workspace_id: WorkspaceId
  readonly status: 'pending' | 'verified' | 'failing'
  readonly created_at: Date
  /** The time at which a check last had an answer. */
  readonly checked_at: Date | null
  /** The time since which the host is failing; null for other hosts. */
  readonly failing_since: Date | null
  /** The problem that the last check found, in a sentence. */
  readonly problem: string | null
}

/** Milliseconds for which new mail goes on with the links of a failing host. */
const graceMs = 72 * 3600 * 1000

/** Reads all hosts of all workspaces, the first one first. Operators add each by hand, so they are few. */
export const readWorkspaceHosts = serviceStatement<[], WorkspaceHost>(
  'select_workspace_hosts',
  `select host, workspace_id, status, created_at, checked_at, failing_since, problem
   from workspace_hosts order by created_at, host`,
)

/** Returns the time until which new mail has the links of a failing host; null for every other host. */
export function usedUntil({ failing_since: since }: Pick<WorkspaceHost, 'failing_since'>): Date | null {
  return since === null ? null : new Date(since.getTime() + graceMs)
}

/** Tells whether new mail may have links to a host. */
export function isUsable(host: Pick<WorkspaceHost, 'status' | 'failing_since'>, now: Date): boolean {
  return host.status === 'verified' || (usedUntil(host) ?? now) > now
}

/**
 * The hosts of all workspaces as of some seconds ago. All are in memory, so a look-up costs no query, whatever hosts
 * strangers make up, and works while the database is away.
 */
export class WorkspaceHosts {
  #byHost: ReadonlyMap<string, WorkspaceHost> = new Map()
  #byWorkspace: ReadonlyMap<WorkspaceId, readonly WorkspaceHost[]> = new Map()
  readonly #now: () => Date

  /** @param now the database's clock */
  constructor(now: () => Date) {
    this.#now = now
  }

  /**
   * Replaces all hosts.
   *
   * @param hosts all hosts, in the order in which a workspace's are tried
   */
  replace(hosts: readonly WorkspaceHost[]): void {
    this.#byHost = new Map(hosts.map((each) => [each.host, each]))
    const byWorkspace = new Map<WorkspaceId, WorkspaceHost[]>()
    for (const each of hosts)
      byWorkspace.set(each.workspace_id, [...(byWorkspace.get(each.workspace_id) ?? []), each])
    this.#byWorkspace = byWorkspace
  }

  /**
   * Returns the host that links in new mail of a workspace lead to; undefined if it is none of the workspace's own.
   */
  hostOf(workspaceId: WorkspaceId): string | undefined {
    const own = this.#byWorkspace.get(workspaceId)
    if (own === undefined) return undefined
    const verified = own.find(({ status }) => status === 'verified')
    return (verified ?? own.find((each) => isUsable(each, this.#now())))?.host
  }

  /**
   * Returns the workspace whose host a request is for, whatever that host's status.
   *
   * @param header the Host header, which may have a port
   */
  workspaceAt(header: string | undefined): WorkspaceId | undefined {
    if (header === undefined || this.#byHost.size === 0) return undefined
    return this.#byHost.get(hostIn(header)?.name ?? '')?.workspace_id
  }

  /** Tells whether a proxy may get a certificate for a name: mail has links to it, or is soon to have. */
  takesCertificate(name: string): boolean {
    const found = this.#byHost.get(hostIn(name)?.name ?? '')
    return found !== undefined && (found.status === 'pending' || isUsable(found, this.#now()))
  }
}
