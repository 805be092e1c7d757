/** The number of pieces that one turn of the event loop does. */
const perTurn = 16

/**
 * Does small pieces of work a few in each turn of the event loop, in order. When the database fails, thousands of
 * requests are refused in the same moment: one after the other they would keep everybody else waiting.
 */
export class Paced {
  #waiting: (() => void)[] = []

  /** Adds a piece. It must not throw. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (this.#waiting.length === 1) setImmediate(() => this.#turn())
  }

  #turn(): void {
    for (const work of this.#waiting.slice(0, perTurn)) work()
    this.#waiting = this.#waiting.slice(perTurn)
    if (this.#waiting.length > 0) setImmediate(() => this.#turn())
  }
}
