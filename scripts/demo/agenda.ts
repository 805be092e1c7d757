/** An `Agenda` gives out things to do in the order of their time. It is a binary heap. */
export class Agenda {
  readonly #heap: Entry[] = []
  #count = 0

  /** @param at in milliseconds since 1970; of two at the same time, the one that was added first comes first */
  add(at: number, happen: Entry['happen']): void {
    const entry = { at, number: this.#count++, happen }
    let place = this.#heap.length
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = this.#heap[above]
      if (parent === undefined || !isBefore(entry, parent)) break
      this.#heap[place] = parent
      place = above
    }
    this.#heap[place] = entry
  }

  /** Takes the next out if it is before a time. */
  takeBefore(end: number): Entry | undefined {
    const [first] = this.#heap
    if (first === undefined || first.at >= end) return undefined
    const last = this.#heap.pop()
    if (last !== undefined && last !== first) this.#sink(last)
    return first
  }

  #sink(entry: Entry): void {
    const heap = this.#heap
    let place = 0
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const least = isRight ? right : left
      if (least === undefined || isBefore(entry, least)) break
      heap[place] = least
      place = 2 * place + (isRight ? 2 : 1)
    }
    heap[place] = entry
  }
}

interface Entry {
  readonly at: number
  readonly number: number
  readonly happen: () => void | Promise<void>
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.number < other.number)
}
