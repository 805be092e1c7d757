import type { components } from '../../../../generated/api-types.js'
import { printableLine } from '../../../../base/text/printable.js'

/** The most characters of a reply that a suppression keeps. */
const longestLine = 1000

/** A reply as a suppression keeps it, in one line: its code, its enhanced code if it has one, its text. */
export function replyLine({
  code,
  enhanced_code: enhanced,
  text,
}: components['schemas']['SmtpReply'] & object): string {
  const parts = [code, enhanced, text].filter((part) => part !== null && part !== '')
  return printableLine(parts.join(' '), longestLine)
}

/** SQL: the same of a reply as an attempt has it; null without one. */
export function replyLineSql(reply: string): string {
  return `left(nullif(concat_ws(' ', ${reply} ->> 'code', ${reply} ->> 'enhanced_code', nullif(${reply} ->> 'text', '')), ''),
    ${longestLine})`
}

/** What the rules of today say of a reply that has suppressed an address. */
export interface ReviewedReply {
  readonly class: components['schemas']['BounceClass']
  /** Whether a bounce with it would suppress an address; for soft bounces, together with others. */
  readonly stillSuppresses: boolean
}

/** Reads a reply once more, from what `replyLine` has left of it. */
export type ReviewReply = (
  line: string,
  reason: components['schemas']['BounceSuppressionReason'],
) => ReviewedReply
