/** Meaning of a status to a person, whatever resource has it. */
export type Meaning = 'neutral' | 'busy' | 'good' | 'warn' | 'bad' | 'off'

/** One map for all resources, so that the same word never has two colours. */
const meanings: Readonly<Record<string, Meaning>> = {
  accepted: 'neutral',
  scheduled: 'neutral',
  queued: 'neutral',
  draft: 'neutral',
  pending: 'neutral',
  not_started: 'neutral',
  unconfirmed: 'neutral',
  missing: 'bad',
  sending: 'busy',
  processing: 'busy',
  running: 'busy',
  waiting: 'busy',
  checking: 'busy',
  delivered: 'good',
  verified: 'good',
  active: 'good',
  sent: 'good',
  completed: 'good',
  succeeded: 'good',
  done: 'good',
  found: 'good',
  valid: 'good',
  pass: 'good',
  healthy: 'good',
  enabled: 'good',
  ready: 'good',
  confirmed: 'good',
  published: 'good',
  partially_delivered: 'warn',
  deferred: 'warn',
  retrying: 'warn',
  paused: 'warn',
  expiring: 'warn',
  degraded: 'warn',
  blocked: 'warn',
  softfail: 'warn',
  policy: 'warn',
  temperror: 'warn',
  permerror: 'warn',
  bounced: 'bad',
  fail: 'bad',
  failed: 'bad',
  failing: 'bad',
  complained: 'bad',
  dead_letter: 'bad',
  dead: 'bad',
  halted: 'bad',
  mismatch: 'bad',
  wrong: 'bad',
  invalid: 'bad',
  refused: 'bad',
  denied: 'bad',
  cancelled: 'off',
  exited: 'off',
  skipped: 'off',
  timed_out: 'off',
  suppressed: 'off',
  archived: 'off',
  disabled: 'off',
  revoked: 'off',
  expired: 'off',
  unsubscribed: 'off',
  unknown: 'off',
  not_checked: 'off',
}

/** Returns the meaning of a status; an unknown status is neutral. */
export function meaningOf(status: string): Meaning {
  return meanings[status] ?? 'neutral'
}

/** Returns a status in words: `partially_delivered` is "Partially delivered". */
export function wordsOf(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
