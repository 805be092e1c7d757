import type { Knex } from 'knex'
import type { UnsentReason } from '../../audience/unsent-reason.js'
import { columnArrays } from '../../../platform/db/statements/column-arrays.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { recorded } from '../../../platform/db/statements/recorded.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { suppressedEntry } from '../../audience/suppressions/ledger-entry.js'
import { outcomeTypes, recordDeliveryOutcomes } from './record-outcomes.js'

/**
 * A failure's meaning for the recipient's address: `hard` says that there is no such mailbox, `soft` that this
 * mailbox could not take the message.
 */
export type AddressFault = 'hard' | 'soft'

/** Result of an attempt, or of finding that none may be made, ready to be written. */
export interface DeliveryOutcome {
  readonly workspaceId: WorkspaceId
  readonly logId: Uuid
  /** The message's campaign. */
  readonly campaignId: Uuid | null
  readonly status: 'delivered' | 'deferred' | 'bounced' | 'failed' | 'suppressed'
  /** Seconds until a deferred delivery is due again. */
  readonly afterSeconds: number | null
  /** Attempt in the contract's shape; null if none was made. */
  readonly attempt: object | null
  /** Text of the SMTP conversation; null if there was none. */
  readonly conversation: string | null
  /** Meaning of the attempt for the address. It has consequences only for live mail. */
  readonly addressFault: AddressFault | null
  /** Reason for which nothing was sent, if the status is `suppressed`. */
  readonly suppressionReason: UnsentReason | null
  readonly eventId: Uuid
  readonly eventType: string
  /** Event data without `suppressed` and `next_attempt_at`, which are only known once the outcome is written. */
  readonly eventData: object
}

/** Result of recording outcomes. */
export interface RecordedDeliveries {
  /** Number of outcomes whose delivery this lease still held; other workers have claimed the rest since. */
  readonly outcomes: number
  /** True if live mail bounced. */
  readonly bounced: boolean
  /** True if events now wait for webhook subscriptions. */
  readonly webhooks: boolean
}

/** Records the outcomes of some deliveries of a workspace. */
export async function recordDeliveries(
  db: Knex,
  workspaceId: WorkspaceId,
  lease: Uuid,
  outcomes: readonly DeliveryOutcome[],
): Promise<RecordedDeliveries> {
  const given = outcomes.map((outcome) => ({
    log_id: outcome.logId,
    status: outcome.status,
    after_seconds: outcome.afterSeconds,
    attempt: outcome.attempt,
    address_fault: outcome.addressFault,
    suppression_reason: outcome.suppressionReason,
    event_id: outcome.eventId,
    event_type: outcome.eventType,
    event_data: outcome.eventData,
    ...(outcome.addressFault !== null && suppressionOf(outcome)),
    conversation: outcome.conversation,
  }))
  const write = async (sql: Knex) => {
    const rows = await recordDeliveryOutcomes(sql, workspaceId, lease, ...columnArrays(outcomeTypes, given))
    const suppressed = rows.flatMap((row) => (row.address === null ? [] : suppressedEntry(workspaceId, row)))
    recordInLedger(sql, ...suppressed)
    return rows
  }
  const maySuppress = outcomes.some(({ addressFault }) => addressFault !== null)
  const rows = await (maySuppress ? recorded(db, write) : write(db))
  const events = rows.flatMap((row) => (row.address === null ? [row] : []))
  return {
    outcomes: events.length,
    bounced: events.some(isLiveBounce),
    webhooks: events[0]?.webhooks ?? false,
  }
}

/** Returns the suppression that an outcome causes, without address and reason. */
function suppressionOf({ logId }: DeliveryOutcome) {
  const id = newUuid()
  return {
    suppression_id: id,
    suppression_event_id: newUuid(),
    suppression_data: {
      suppression_id: toTypeId('sup', id),
      note: null,
      log_id: toTypeId('log', logId),
    },
  }
}

function isLiveBounce(row: { environment: Environment; type: string }): boolean {
  return row.environment === 'live' && row.type === 'message.bounced'
}
