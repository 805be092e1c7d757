import { newUuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import type { DeliveryClaim } from '../../../server/product/mail/claim/claim.js'

/** A claim of a worker of its own, on single sends and with room for everything unless told otherwise. */
export function claimOf(
  workspaceId: WorkspaceId,
  max: number,
  more: Partial<DeliveryClaim> = {},
): DeliveryClaim {
  return {
    workspaceId,
    bulk: false,
    max,
    maxOnProbation: Infinity,
    capacity: { byDefault: Infinity, proven: new Map() },
    lease: newUuid(),
    leaseSeconds: 60,
    ...more,
  }
}
