interface Part {
  readonly name: string
  close(): Promise<void>
}

/** The parts of a service that have been started, to be closed in the opposite order. */
export class StartedParts {
  readonly #parts: Part[] = []
  readonly #workers: Part[] = []
  #unrecorded = 0
  #isStopping = false

  /** True once {@link stopWorkers} was called. */
  readonly isStopping = (): boolean => this.#isStopping

  /** The sum of what the workers returned that have stopped. */
  get unrecorded(): number {
    return this.#unrecorded
  }

  /** Adds a part. */
  add(name: string, close: () => Promise<void>): void {
    this.#parts.push({ name, close })
  }

  /**
   * Adds a part that takes up work by itself, and so begins to stop before the others: see `stopWorkers`.
   *
   * @param stop may return the number of known outcomes that it could not record
   */
  addWorker(name: string, stop: () => Promise<number | void>): void {
    let stopped: Promise<void> | undefined
    const stopAndCount = async () => {
      const left = await stop()
      this.#unrecorded += left ?? 0
    }
    const worker = { name, close: () => (stopped ??= stopAndCount()) }
    this.#workers.push(worker)
    this.#parts.push(worker)
  }

  /** The names of the parts that are open, in the order of their start. */
  open(): string[] {
    return this.#parts.map(({ name }) => name)
  }

  /** Makes the workers take up no more work. `closeAll` waits for them, and throws their failures. */
  stopWorkers(): void {
    this.#isStopping = true
    for (const worker of this.#workers) worker.close().catch(() => undefined)
  }

  /**
   * Closes the parts one after the other.
   *
   * @throws the error of the first part that cannot be closed; that part and the remaining ones stay open
   */
  async closeAll(): Promise<void> {
    for (let part = this.#parts.at(-1); part !== undefined; part = this.#parts.at(-1)) {
      await part.close()
      this.#parts.pop()
    }
  }
}
