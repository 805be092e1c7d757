import type { components } from '../../../../../generated/api-types.js'

export type BounceClass = NonNullable<components['schemas']['BounceClass']>

/**
 * What servers say when they mean one class of refusal. There are no regular expressions here: a search for words
 * takes no longer than the text is long, whatever a server writes.
 *
 * A text is in lower case, and stands for whole words: `is spam` is not in "this spamhaus". In it
 * - ` … ` stands for anything, so that names can be left out;
 * - `N` stands for a digit;
 * - `*` at the end leaves the last word open: `greylist*` is "greylisted" and "greylisting", too.
 *
 * A text without a dot or a slash within is not looked for in the names of hosts.
 */
export interface Rule {
  readonly class: BounceClass
  /** Where the text says something else for now than for good. */
  readonly only?: 'temporary' | 'permanent'
  /** Where the text means this with one of these enhanced codes alone: `4.1` of 5.4.1. */
  readonly codes?: readonly string[]
  readonly says: readonly string[]
}
