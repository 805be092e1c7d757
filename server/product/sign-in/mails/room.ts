import { nilUuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Capacity } from '../../../platform/queue/limiter/capacity.js'

/** Mails that one process sends at once. They wait most of their time. */
export const maxInFlight = 50

/** Mails in flight to one destination, where each destination has a server of its own. */
export const maxOfDestination = 5

/** Invitations of one workspace. Its admins say where they go. */
export const maxInvitations = 5

/** Mails to users of one workspace, so that those who ask for a link have slots beside the invitations. */
const maxOfWorkspace = 10

/** What a claim may take. */
export interface ClaimRoom {
  /** How many more mails may go to a destination that nothing is said of. */
  readonly ofDestination: number
  /** By the destination's token. */
  readonly destinations: ReadonlyMap<string, number>
  /** How many more invitations of a workspace may go of which nothing is said. */
  readonly ofWorkspace: number
  readonly workspaces: ReadonlyMap<WorkspaceId, number>
}

interface MailInFlight {
  readonly workspaceId: WorkspaceId
  readonly destination: string
}

/**
 * What a claim may take beside the mails in flight.
 *
 * @param tokenOf the token of a domain
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
    // Strangers' requests are of no workspace.
    if (workspaceId !== nilUuid)
      workspaces.set(workspaceId, (workspaces.get(workspaceId) ?? maxInvitations) - 1)
    taken.set(destination, (taken.get(destination) ?? 0) + 1)
  }
  const common = { ofWorkspace: maxInvitations, workspaces }
  // One server, and the operator's own, takes all.
  if (total !== undefined) return { ...common, ofDestination: maxInFlight, destinations }

  const left = (token: string) => Math.max(0, maxOfDestination - (taken.get(token) ?? 0))
  // Of these the transport counts what is under way itself.
  for (const [domain, free] of [...proven, ...(onProbation ?? [])]) {
    const token = tokenOf(domain)
    destinations.set(token, Math.max(0, Math.min(Math.floor(free), left(token))))
  }
  for (const [token, count] of taken)
    if (!destinations.has(token)) destinations.set(token, Math.max(0, byDefault - count))
  return { ...common, ofDestination: Math.min(byDefault, maxOfDestination), destinations }
}

/** The slots of workspaces, by the users that mails are for: who asks for a link says nothing of its workspace. */
export class WorkspaceSlots {
  readonly #taken = new Map<WorkspaceId, number>()

  /** Takes a slot of any of these workspaces; undefined where none has one. It is to be given to {@link free}. */
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
