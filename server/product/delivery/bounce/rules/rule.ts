import type { components } from '../../../../../generated/api-types.js'

export type BounceClass = NonNullable<components['schemas']['BounceClass']>

/**
 * Lists the texts that servers write when they mean one class of refusal. The texts are not regular expressions,
 * because a search for words takes time that grows with the length of the reply alone, whatever a server writes.
 *
 * A text is in lower case, and stands for whole words: `is spam` is not in "this spamhaus". In it
 * - ` … ` stands for anything, so that names can be left out;
 * - `N` stands for a digit;
 * - `*` at the end leaves the last word open: `greylist*` is "greylisted" and "greylisting", too.
 *
 * A text that contains no dot or slash is not looked for in the names of hosts.
 */
export interface Rule {
  readonly class: BounceClass
  /** Set if the text has this meaning in temporary refusals only, or in permanent ones only. */
  readonly only?: 'temporary' | 'permanent'
  /** Set if the text has this meaning only with one of these enhanced codes: `4.1` of 5.4.1. */
  readonly codes?: readonly string[]
  readonly says: readonly string[]
}
