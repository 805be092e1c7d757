import type { DueSubscription } from './queue/due.js'

/** A subscription that had something due at the last look. */
export interface Turn extends DueSubscription {
  /** The secrets that sign for it, once they were read. */
  secrets?: readonly string[]
}

/**
 * Whose turn it is. It goes round and round in the order of the subscriptions, from look to look, so that whoever was
 * passed over because the hands were full is the next one.
 */
export class Rounds {
  /** Sorted. */
  #due: readonly Turn[] = []
  #lastServed = ''

  /** Begins to work off a new look, whose subscriptions come sorted. */
  renew(due: readonly DueSubscription[]): void {
    this.#due = due
  }

  /** Those that have something due, from the one after whoever was served last. */
  round(): Turn[] {
    const next = this.#due.findIndex((turn) => keyOf(turn) > this.#lastServed)
    return next === -1 ? [...this.#due] : [...this.#due.slice(next), ...this.#due.slice(0, next)]
  }

  /** @param left what is left of the turn; undefined where nothing is due any more */
  serve(turn: Turn, left: Turn | undefined): void {
    this.#lastServed = keyOf(turn)
    this.#due = this.#due.flatMap((one) => (one !== turn ? one : left === undefined ? [] : left))
  }

  get size(): number {
    return this.#due.length
  }

  some(test: (turn: Turn) => boolean): boolean {
    return this.#due.some(test)
  }
}

function keyOf({ workspaceId, id }: DueSubscription): string {
  return `${workspaceId} ${id}`
}
