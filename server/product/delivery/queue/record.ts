import type { Knex } from 'knex'
import type { UnsentReason } from '../../audience/unsent-reason.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Environment } from '../../../platform/auth/principal.js'
import type { DeliveryVerdict } from '../policy.js'
import { recordDeliveryOutcomes } from './record-outcomes.js'

/** What an attempt leaves behind, or finding that none may be made, ready to be written. */
export interface DeliveryOutcome {
  readonly workspaceId: WorkspaceId
  readonly logId: Uuid
  /** The campaign that the message is of. */
  readonly campaignId: Uuid | null
  readonly status: 'delivered' | 'deferred' | 'bounced' | 'failed' | 'suppressed'
  /** How long until a deferred delivery is due again. */
  readonly afterSeconds: number | null
  /** The attempt in the contract's shape; null where none was made. */
  readonly attempt: object | null
  /** What was said in it; null where nothing was. */
  readonly conversation: string | null
  /** What the attempt says about the address. Of live mail it has consequences for the address. */
  readonly addressFault: DeliveryVerdict['addressFault']
  /** Why nothing was sent, where the status is `suppressed`. */
  readonly suppressionReason: UnsentReason | null
  readonly eventId: Uuid
  readonly eventType: string
  /** Without `suppressed` and `next_attempt_at`, which are only known once it is written. */
  readonly eventData: object
}

/** What was written. */
export interface RecordedDeliveries {
  /** How many were still held by this lease; the others have been claimed by another worker since. */
  readonly outcomes: number
  /** Whether live mail bounced. */
  readonly bounced: boolean
  /** Whether their events wait for webhook subscriptions now. */
  readonly webhooks: boolean
}

/** Writes what became of some deliveries of a workspace. */
export async function recordDeliveries(
  db: Knex,
  workspaceId: WorkspaceId,
  lease: Uuid,
  outcomes: readonly DeliveryOutcome[],
): Promise<RecordedDeliveries> {
  const rows = await recordDeliveryOutcomes(
    db,
    workspaceId,
    lease,
    outcomes.map((outcome) => outcome.logId),
    outcomes.map((outcome) => outcome.status),
    outcomes.map((outcome) => outcome.afterSeconds),
    outcomes.map((outcome) => outcome.attempt && JSON.stringify(outcome.attempt)),
    outcomes.map((outcome) => outcome.addressFault),
    outcomes.map((outcome) => outcome.suppressionReason),
    outcomes.map((outcome) => outcome.eventId),
    outcomes.map((outcome) => outcome.eventType),
    outcomes.map((outcome) => JSON.stringify(outcome.eventData)),
    ...maySuppress(outcomes),
    outcomes.map((outcome) => outcome.conversation),
  )
  return {
    outcomes: rows.length,
    bounced: rows.some(isLiveBounce),
    webhooks: rows[0]?.webhooks ?? false,
  }
}

/**
 * What is written where an outcome suppresses its address: its id, and the event's id and data without
 * address and reason.
 */
function maySuppress(
  outcomes: readonly DeliveryOutcome[],
): [ids: (Uuid | null)[], eventIds: (Uuid | null)[], eventData: (string | null)[]] {
  const ids = outcomes.map(({ addressFault }) => (addressFault === null ? null : newUuid()))
  return [
    ids,
    ids.map((id) => id && newUuid()),
    outcomes.map(({ logId }, index) => {
      const id = ids[index]
      if (id === undefined || id === null) return null
      return JSON.stringify({
        suppression_id: toTypeId('sup', id),
        note: null,
        log_id: toTypeId('log', logId),
      })
    }),
  ]
}

function isLiveBounce(row: { environment: Environment; type: string }): boolean {
  return row.environment === 'live' && row.type === 'message.bounced'
}
