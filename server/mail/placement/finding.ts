import { printableLine } from '../../../base/text/printable.js'

/** What came of a look at a mail. */
export interface Finding {
  /** What was looked at, in at most 15 characters. */
  readonly check: string
  /**
   * `failed`: receivers refuse the mail, or a part of it works nowhere; `warning`: it may end as spam, or some people
   * see something else; `skipped`: it does not apply, or could not be looked at.
   */
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly seen: string
  /** What to do, in a sentence or two; null where there is nothing to do. */
  readonly advice: string | null
}

/** The max length of what is told of a mail, in characters. */
const longestSeen = 500

/** Makes the findings of one check. What they tell of a mail is one line without what a terminal obeys. */
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

/** `1 link`, `2 links`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const longest = 60

/** An address or a text of a mail, short enough for a line. */
export function shortened(text: string): string {
  const line = printableLine(text).replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
