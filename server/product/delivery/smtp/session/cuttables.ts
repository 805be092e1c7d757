/** A connection or a piece of work that can be ended from outside at any point. */
export interface Cuttable {
  cut(): void
}

/** Holds the work under way, to be cut all at once; work that begins afterwards is cut as well. */
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
