/** An owner of places, and its max share of all places. */
export interface Share {
  readonly owner: string
  readonly part: number
}

/** Counts places of which no owner may take all. */
export class OwnedPlaces {
  #taken = 0
  readonly #ofOwners = new Map<string, number>()
  readonly #all: number

  /**
   * @param all the number of places
   */
  constructor(all: number) {
    this.#all = all
  }

  /**
   * Takes a place for all of these owners together. Each may have at least one.
   *
   * @returns a function that gives the place back, to be called once; undefined if no place is free, or one of the
   *   owners has its share
   */
  take(shares: readonly Share[]): (() => void) | undefined {
    const isFull = ({ owner, part }: Share) =>
      (this.#ofOwners.get(owner) ?? 0) >= Math.max(1, Math.floor(this.#all * part))
    if (this.#taken >= this.#all || shares.some(isFull)) return undefined
    this.#taken += 1
    const owners = shares.map(({ owner }) => owner)
    for (const owner of owners) this.#add(owner, 1)
    return () => {
      this.#taken -= 1
      for (const owner of owners) this.#add(owner, -1)
    }
  }

  #add(owner: string, by: number): void {
    const count = (this.#ofOwners.get(owner) ?? 0) + by
    if (count === 0) this.#ofOwners.delete(owner)
    else this.#ofOwners.set(owner, count)
  }
}
