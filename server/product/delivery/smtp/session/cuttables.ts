/** Something that can be ended from outside, whatever it is at. */
export interface Cuttable {
  cut(): void
}

/** What is under way, to be cut all at once; what begins after that is cut as well. */
export class Cuttables {
  readonly #items = new Set<Cuttable>()
  #closed = false

  get size(): number {
    return this.#items.size
  }

  get isClosed(): boolean {
    return this.#closed
  }

  add(item: Cuttable): void {
    if (this.#closed) item.cut()
    else this.#items.add(item)
  }

  delete(item: Cuttable): void {
    this.#items.delete(item)
  }

  cutAll(): void {
    this.#closed = true
    for (const item of this.#items) item.cut()
    this.#items.clear()
  }
}
