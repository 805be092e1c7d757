import type { Journal, Progress } from '../journal.js'
import type { Items, Kind } from '../items.js'
import type { Batch, Source } from '../source.js'
import type { Postseal } from './postseal.js'

/** The parts of a move that bringing needs. */
export interface Move {
  readonly source: Source
  readonly journal: Journal
  readonly to: Postseal
  /** Prints something that is shown only once, such as a secret. */
  readonly showOnce: (what: { readonly url: string; readonly secret: string }) => Promise<void>
}

/** A batch, with how far its kind is. */
export interface Step<K extends Kind> {
  readonly batch: Batch<Items[K]>
  readonly progress: Progress
}

/** Brings a batch, and counts it. The journal is saved afterwards. */
export type Target<K extends Kind> = (move: Move, step: Step<K>) => Promise<void>
