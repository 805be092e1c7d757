/**
 * Rule of soft bounces: an address is suppressed when live mail to it bounced `count` times in a row, over at least
 * `time`, for a reason that may pass. A mailbox that is full over a weekend is not lost.
 *
 * Two kinds of bounces are counted in two ways:
 * - A refusal in the SMTP session is counted in `soft_bounces` with its outcome (record-outcomes.ts), and a
 *   delivery deletes the count.
 * - A bounce message comes after its message was accepted, which has deleted the count. So the address's last logs
 *   decide (product/inbound/record/suppress.ts), where the bounce message has replaced the outcome.
 */
export const softBounceRule = {
  count: 5,
  /** SQL: an interval. */
  time: `interval '72 hours'`,
} as const
