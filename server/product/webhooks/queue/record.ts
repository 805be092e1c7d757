import type { Knex } from 'knex'
import { columnArrays } from '../../../platform/db/statements/column-arrays.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { StoredAttempt } from '../stored-attempt.js'
import { bucketOf } from '../health/durations.js'
import { saysGone, type WebhookVerdict } from '../policy.js'
import type { SendResult } from '../send/webhook.js'
import type { ClaimedWebhook } from './claim.js'
import { outcomeTypes, recordWebhookOutcomes } from './record-outcomes.js'

/** The outcome of an attempt, ready to be written. */
export interface WebhookOutcome {
  readonly delivery: Pick<ClaimedWebhook, 'deliveryId' | 'subscriptionId' | 'url'>
  readonly verdict: WebhookVerdict
  readonly attempt: StoredAttempt
  /** Null if nothing was sent, which says nothing about the endpoint. */
  readonly result: SendResult | null
}

/** Result of recording outcomes. */
export interface RecordedWebhooks {
  /** Number of outcomes whose delivery this lease still held; other workers have claimed the rest since. */
  readonly outcomes: number
  /** Subscriptions whose endpoint has answered that it is gone. */
  readonly gone: readonly Uuid[]
  /** Subscriptions with nothing but failures for the longest time allowed. */
  readonly failing: readonly Uuid[]
}

/** Records the outcomes of some deliveries of a workspace, in the order in which the attempts ended. */
export async function recordWebhooks(
  db: Knex,
  workspaceId: WorkspaceId,
  outcomes: readonly WebhookOutcome[],
  { lease, disableAfterSeconds }: { readonly lease: Uuid; readonly disableAfterSeconds: number },
): Promise<RecordedWebhooks> {
  const rows = await recordWebhookOutcomes(
    db,
    workspaceId,
    lease,
    disableAfterSeconds,
    ...columnArrays(outcomeTypes, outcomes.map(rowOf)),
  )
  const having = (flag: 'gone' | 'failing') =>
    rows.flatMap((row) => (row[flag] && row.webhook_id !== null ? row.webhook_id : []))
  return { outcomes: rows[0]?.recorded ?? 0, gone: having('gone'), failing: having('failing') }
}

function rowOf({ delivery, verdict, attempt, result }: WebhookOutcome, index: number) {
  return {
    n: index + 1,
    delivery_id: delivery.deliveryId,
    outcome: verdict.outcome,
    after_seconds: verdict.outcome === 'retry' ? verdict.afterSeconds : null,
    attempt,
    at: result?.at ?? new Date(attempt.at),
    succeeded: result && result.error === null,
    bucket: result === null || result.status === null ? null : bucketOf(result.durationMs),
    gone: result !== null && saysGone(result),
  }
}
