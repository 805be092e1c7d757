import { nilUuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Capacity } from '../../../platform/queue/limiter/capacity.js'

/** Number of mails that one process sends at once. They wait most of their time. */
export const maxInFlight = 50

/** Number of mails in flight to one destination, if each destination has a server of its own. */
export const maxOfDestination = 5

/** Number of invitations of one workspace in flight. Its admins decide where they go. */
export const maxInvitations = 5

/** Number of mails in flight to users of one workspace, so that requested links have slots beside the invitations. */
const maxOfWorkspace = 10

/** Limits of a claim. */
export interface ClaimRoom {
  /** Number of further mails that may go to a destination that `destinations` does not name. */
  readonly ofDestination: number
  /** Number of further mails by the destination's token. */
  readonly destinations: ReadonlyMap<string, number>
  /** Number of further invitations of a workspace that `workspaces` does not name. */
  readonly ofWorkspace: number
  readonly workspaces: ReadonlyMap<WorkspaceId, number>
}

interface MailInFlight {
  readonly workspaceId: WorkspaceId
  readonly destination: string
}

/**
 * Returns what a claim may take beside the mails in flight.
 *
 * @param tokenOf returns the token of a domain
 */
export function roomBeside(
  inFlight: Iterable<MailInFlight>,
  { byDefault, proven, onProbation, total }: Capacity,
  tokenOf: (domain: string) => string,
): ClaimRoom {
  const destinations = new Map<string, number>()
  const workspaces = new Map<WorkspaceId, number>()
  const taken = new Map<string, number>()
  for (const { workspaceId, destination } of inFlight) {
    // Strangers' requests belong to no workspace.
    if (workspaceId !== nilUuid)
      workspaces.set(workspaceId, (workspaces.get(workspaceId) ?? maxInvitations) - 1)
    taken.set(destination, (taken.get(destination) ?? 0) + 1)
  }
  const common = { ofWorkspace: maxInvitations, workspaces }
  // A relay or the sink, which is the operator's own, takes the mail of all destinations.
  if (total !== undefined) return { ...common, ofDestination: maxInFlight, destinations }

  const left = (token: string) => Math.max(0, maxOfDestination - (taken.get(token) ?? 0))
  // The transport has counted what is in flight to the destinations that it names, so `free` is what is left of its
  // own limit; `left` is what is left of the limit of sign-in mails.
  for (const [domain, free] of [...proven, ...(onProbation ?? [])]) {
    const token = tokenOf(domain)
    destinations.set(token, Math.max(0, Math.min(Math.floor(free), left(token))))
  }
  for (const [token, count] of taken)
    if (!destinations.has(token)) destinations.set(token, Math.max(0, byDefault - count))
  return { ...common, ofDestination: Math.min(byDefault, maxOfDestination), destinations }
}

/**
 * Counts the slots of workspaces, by the users that mails are for: a request for a link does not name its workspace.
 */
export class WorkspaceSlots {
  readonly #taken = new Map<WorkspaceId, number>()

  /**
   * Takes a slot of any of these workspaces; undefined if none is free. The caller must return it by {@link free}.
   */
  take(workspaceIds: readonly WorkspaceId[]): WorkspaceId | undefined {
    const found = workspaceIds.find((id) => (this.#taken.get(id) ?? 0) < maxOfWorkspace)
    if (found !== undefined) this.#taken.set(found, (this.#taken.get(found) ?? 0) + 1)
    return found
  }

  free(workspaceId: WorkspaceId): void {
    const left = (this.#taken.get(workspaceId) ?? 0) - 1
    if (left > 0) this.#taken.set(workspaceId, left)
    else this.#taken.delete(workspaceId)
  }
}
