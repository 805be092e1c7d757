import type { components } from '../../../../generated/api-types.js'
import { printableLine } from '../../../../base/text/printable.js'

/** The most characters of a reply that a suppression keeps. */
const longestLine = 1000

/** Returns a reply as a suppression keeps it, in one line: its code, its enhanced code if it has one, its text. */
export function replyLine({
  code,
  enhanced_code: enhanced,
  text,
}: components['schemas']['SmtpReply'] & object): string {
  const parts = [code, enhanced, text].filter((part) => part !== null && part !== '')
  return printableLine(parts.join(' '), longestLine)
}

/** Returns SQL of the line that `replyLine` makes of a reply, as an attempt stores it; null without a reply. */
export function replyLineSql(reply: string): string {
  return `left(nullif(concat_ws(' ', ${reply} ->> 'code', ${reply} ->> 'enhanced_code', nullif(${reply} ->> 'text', '')), ''),
    ${longestLine})`
}

/** The judgement of today's rules on a reply that has suppressed an address. */
export interface ReviewedReply {
  readonly class: components['schemas']['BounceClass']
  /** True if a bounce with the reply would suppress an address; for soft bounces, together with others. */
  readonly stillSuppresses: boolean
}

/** Judges a reply once more, from the line that `replyLine` has left of it. */
export type ReviewReply = (
  line: string,
  reason: components['schemas']['BounceSuppressionReason'],
) => ReviewedReply
