import type { ComponentChildren } from 'preact'
import type { Meaning } from './meaning.js'

export type { Meaning } from './meaning.js'

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

/**
 * A dot and a word. The dot differs by meaning in form as well as colour.
 *
 * @param props.of the status as the API has it
 * @param props.as another meaning than the map's
 */
export function Status({ of, as, children }: { of: string; as?: Meaning; children?: ComponentChildren }) {
  return (
    <span class={`status ${as ?? meaningOf(of)}`}>
      <span>{children ?? wordsOf(of)}</span>
    </span>
  )
}

/** A small label: `live`, `test`, `owner`. */
export function Badge({
  kind,
  children,
}: {
  kind?: 'live' | 'test' | 'bad' | (string & {})
  children: ComponentChildren
}) {
  return <span class={`badge ${kind ?? ''}`}>{children}</span>
}
