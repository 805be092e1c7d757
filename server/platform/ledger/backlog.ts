import type { NewLine } from './writer.js'

/** Lines that go to the disk together. */
export interface Waiting {
  readonly lines: readonly NewLine[]
  /**
   * The workspace whose recipients the lines are about, so that they go before others; undefined for all other lines.
   */
  readonly recipientsOf: string | undefined
  /** To be called when the lines are on the disk, or nobody is to wait for them any longer. */
  readonly written: () => void
}

/** Lines of one workspace that are about its recipients, or all other lines. */
interface Entries {
  readonly entries: Set<Waiting>
  lines: number
}

/**
 * The lines that wait for the disk, in their order. If there are too many, lines about recipients go first, of the
 * workspace that has most of them: so nobody's import pushes out the revocations of another workspace.
 */
export class Backlog {
  #entries = new Set<Waiting>()
  #byWorkspace = new Map<string | undefined, Entries>()

  /** The number of items to take, or to give up. */
  get size(): number {
    return this.#entries.size
  }

  [Symbol.iterator](): Iterator<Waiting> {
    return this.#entries.values()
  }

  add(waiting: Waiting): void {
    this.#entries.add(waiting)
    const found = this.#byWorkspace.get(waiting.recipientsOf) ?? { entries: new Set(), lines: 0 }
    this.#byWorkspace.set(waiting.recipientsOf, found)
    found.entries.add(waiting)
    found.lines += waiting.lines.length
  }

  /** Takes the first items, at least one. @param maxLines the max number of lines that they have together */
  take(maxLines: number): Waiting[] {
    const taken: Waiting[] = []
    let lines = 0
    for (const waiting of this.#entries) {
      lines += waiting.lines.length
      if (taken.length > 0 && lines > maxLines) break
      taken.push(waiting)
    }
    for (const waiting of taken) this.#remove(waiting)
    return taken
  }

  /** Puts back taken items, before all others. */
  putBack(taken: readonly Waiting[]): void {
    const all = [...taken, ...this.#entries]
    this.#entries = new Set()
    this.#byWorkspace = new Map()
    for (const waiting of all) this.add(waiting)
  }

  /** Takes the first of the items that are given up first. */
  giveUp(): Waiting | undefined {
    const [waiting] = this.#largest()?.entries ?? []
    if (waiting !== undefined) this.#remove(waiting)
    return waiting
  }

  #largest(): Entries | undefined {
    let largest: Entries | undefined
    for (const [workspaceId, found] of this.#byWorkspace)
      if (workspaceId !== undefined && found.lines > (largest?.lines ?? 0)) largest = found
    return largest ?? this.#byWorkspace.get(undefined)
  }

  #remove(waiting: Waiting): void {
    this.#entries.delete(waiting)
    const found = this.#byWorkspace.get(waiting.recipientsOf)
    if (found === undefined) return
    found.entries.delete(waiting)
    found.lines -= waiting.lines.length
    if (found.entries.size === 0) this.#byWorkspace.delete(waiting.recipientsOf)
  }
}
