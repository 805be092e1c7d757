import type { Knex } from 'knex'
import type { UnsentReason } from '../../audience/suppressions/reason.js'
import { newUuid, toTypeId, type Uuid } from '../../db/ids.js'
import type { Environment } from '../../workspace/principal.js'
import type { Verdict } from '../policy.js'
import { recordOutcomes } from './record-outcomes.js'

/** What an attempt leaves behind, or finding that none may be made, ready to be written. */
export interface RecordedOutcome {
  readonly workspaceId: Uuid
  readonly logId: Uuid
  readonly status: 'delivered' | 'deferred' | 'bounced' | 'failed' | 'suppressed'
  /** When a deferred delivery is due again. */
  readonly nextAttemptAt: Date | null
  /** The attempt in the contract's shape; null where none was made. */
  readonly attempt: object | null
  /** What the attempt says about the address. Of live mail it has consequences for the address. */
  readonly addressFault: Verdict['addressFault']
  /** Why nothing was sent, where the status is `suppressed`. */
  readonly suppressionReason: UnsentReason | null
  readonly eventId: Uuid
  readonly eventType: string
  /** Without `suppressed`, which is only known once it is written. */
  readonly eventData: object
}

/** What was written. */
export interface Recorded {
  /** How many were still held by this lease; the others have been claimed by another worker since. */
  readonly outcomes: number
  /** The workspaces of which live mail bounced. */
  readonly bouncing: readonly Uuid[]
  /** Whether their events wait for webhook subscriptions now. */
  readonly webhooks: boolean
}

/** Writes what became of some deliveries. */
export async function record(db: Knex, lease: Uuid, outcomes: readonly RecordedOutcome[]): Promise<Recorded> {
  const workspaces = new Set(outcomes.map((outcome) => outcome.workspaceId))
  let recorded = 0
  const bouncing: Uuid[] = []
  let webhooks = false
  for (const workspaceId of workspaces) {
    const own = outcomes.filter((outcome) => outcome.workspaceId === workspaceId)
    const rows = await recordOutcomes(
      db,
      workspaceId,
      lease,
      own.map((outcome) => outcome.logId),
      own.map((outcome) => outcome.status),
      own.map((outcome) => outcome.nextAttemptAt?.toISOString() ?? null),
      own.map((outcome) => outcome.attempt && JSON.stringify(outcome.attempt)),
      own.map((outcome) => outcome.addressFault),
      own.map((outcome) => outcome.suppressionReason),
      own.map((outcome) => outcome.eventId),
      own.map((outcome) => outcome.eventType),
      own.map((outcome) => JSON.stringify(outcome.eventData)),
      ...maySuppress(own),
    )
    recorded += rows.length
    webhooks ||= rows[0]?.webhooks ?? false
    if (rows.some(isLiveBounce)) bouncing.push(workspaceId)
  }
  return { outcomes: recorded, bouncing, webhooks }
}

/** What is written where an outcome suppresses its address: its id, and the event's id and data without address and reason. */
function maySuppress(
  outcomes: readonly RecordedOutcome[],
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
