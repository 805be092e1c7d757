import type { components } from '../../../../../generated/api-types.js'

export type BounceClass = NonNullable<components['schemas']['BounceClass']>

/**
 * What servers say when they mean one class of refusal. A text is in lower case; `…` in it stands for
 * anything, so that names and numbers can be left out. There are no regular expressions here: a search for
 * words takes no longer than the text is long, whatever a server writes.
 */
export interface Rule {
  readonly class: BounceClass
  /** Where the text says something else for now than for good. */
  readonly only?: 'temporary' | 'permanent'
  readonly says: readonly string[]
}
