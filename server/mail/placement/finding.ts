import { printableLine } from '../../../base/text/printable.js'

/** Result of checking one aspect of a mail. */
export interface Finding {
  /** Name of the check, in at most 15 characters. */
  readonly check: string
  /**
   * `failed`: receivers refuse the mail, or a part of it works nowhere; `warning`: it may end as spam, or some people
   * see something else; `skipped`: the check does not apply, or could not be made.
   */
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly seen: string
  /** Advice in a sentence or two; null if there is nothing to do. */
  readonly advice: string | null
}

/** Longest text of a mail in a finding, in characters. */
const longestSeen = 500

/**
 * Makes the findings of one check. Their quotations from a mail are one line without characters that a terminal
 * obeys.
 */
export function findingsOf(check: string) {
  const of = (status: Finding['status'], seen: string, advice: string | null): Finding => ({
    check,
    status,
    seen: printableLine(seen, longestSeen),
    advice,
  })
  return {
    ok: (seen: string) => of('ok', seen, null),
    skipped: (seen: string) => of('skipped', seen, null),
    warning: (seen: string, advice: string) => of('warning', seen, advice),
    failed: (seen: string, advice: string) => of('failed', seen, advice),
  }
}

/** Returns a count with its noun: `1 link`, `2 links`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const longest = 60

/** Shortens an address or a text of a mail to fit a line. */
export function shortened(text: string): string {
  const line = printableLine(text).replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
