import { startingAfter } from '../../../base/concurrency/round-robin.js'

/** Reads from a queue the owners (workspaces, subscriptions) of due rows. */
export interface DueSource<Owner> {
  /**
   * Owners of the rows that have been due for longest, one for each row.
   *
   * @param max the max number of rows that are read
   */
  readonly longest: (max: number) => Promise<Owner[]>
  /**
   * Owners of the rows that have become due last, one for each row.
   *
   * @param max the max number of rows that are read
   */
  readonly latest: (max: number) => Promise<Owner[]>
  /**
   * Walks the owners of all rows in the queue, due or not, in the order of their keys. It may come to an owner
   * several times.
   *
   * @param after the key behind which the walk begins; an empty string for the first owner
   * @param max the max number of owners that are walked, an owner as often as the walk comes to it
   * @returns the owners that have due rows, sorted; and the key of the last one if `max` were walked
   */
  readonly walk: (after: string, max: number) => Promise<{ due: Owner[]; end: string | undefined }>
  readonly keyOf: (owner: Owner) => string
  /** Makes one of two entries of the same owner. */
  readonly merge: (one: Owner, other: Owner) => Owner
}

export interface DueScanLimits {
  /** Due rows that are read from either end of the queue. */
  readonly rows: number
  /** Owners that one look walks. */
  readonly owners: number
}

/** The limits of one poll, whatever the length of the queue. */
const defaultLimits: DueScanLimits = { rows: 100, owners: 500 }

/**
 * Finds the owners of due rows at a cost that depends neither on how many owners have rows that are due later, nor on
 * how many rows are due.
 *
 * An index over the due time has the due rows of all owners in front. While they are few, they are all read. While
 * they are many, one owner's backlog could hide the others. Then each look also walks some owners along the index by
 * owner, and goes on at the next look, so that every owner has its turn; and it reads the rows that became due last,
 * so that new work does not wait for the walk to come by.
 */
export class DueScan<Owner> {
  readonly #source: DueSource<Owner>
  readonly #limits: DueScanLimits
  /** True if more rows were due than are read. */
  #crowded = false
  /** The part that was walked last: behind a key, up to another, or to the end. */
  #walked: { readonly after: string; readonly end: string | undefined } = { after: '', end: undefined }

  constructor(source: DueSource<Owner>, limits: DueScanLimits = defaultLimits) {
    this.#source = source
    this.#limits = limits
  }

  /**
   * Finds the owners to serve, in the order of their turns.
   *
   * @param lastServed the key of the owner that was served last, or an empty string
   */
  async find(lastServed: string): Promise<Owner[]> {
    const { keyOf } = this.#source
    if (!this.#crowded || !this.#walkedAll) {
      const longest = await this.#source.longest(this.#limits.rows)
      this.#crowded = longest.length === this.#limits.rows
      if (!this.#crowded) return startingAfter(lastServed, this.#distinct(longest), keyOf)
      const next = await this.#walkOn(lastServed)
      if (this.#walkedAll) return startingAfter(lastServed, this.#distinct([...next, ...longest]), keyOf)
      const latest = await this.#source.latest(this.#limits.rows)
      const seen = new Set(next.map(keyOf))
      return [...next, ...this.#distinct([...longest, ...latest]).filter((owner) => !seen.has(keyOf(owner)))]
    }
    // As long as one walk comes to the end, nothing else is to do.
    const all = await this.#walkOn(lastServed)
    this.#crowded = all.length > 0
    if (!this.#walkedAll || !this.#crowded) return this.find(lastServed)
    return startingAfter(lastServed, all, keyOf)
  }

  get #walkedAll(): boolean {
    return this.#walked.after === '' && this.#walked.end === undefined
  }

  /**
   * Walks on behind the owner that was served last, if it was in the part before: the owners behind it have not had
   * their turn. Else walks on behind that part.
   */
  async #walkOn(lastServed: string): Promise<Owner[]> {
    const { after, end } = this.#walked
    const stopped = !this.#walkedAll && lastServed > after && (end === undefined || lastServed <= end)
    const from = stopped ? lastServed : (end ?? '')
    const walked = await this.#source.walk(from, this.#limits.owners)
    this.#walked = { after: from, end: walked.end }
    return this.#distinct(walked.due)
  }

  /** Merges the entries of each owner, and sorts them by their keys. */
  #distinct(owners: readonly Owner[]): Owner[] {
    const { keyOf, merge } = this.#source
    const byKey = new Map<string, Owner>()
    for (const owner of owners) {
      const other = byKey.get(keyOf(owner))
      byKey.set(keyOf(owner), other === undefined ? owner : merge(other, owner))
    }
    return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, owner]) => owner)
  }
}
