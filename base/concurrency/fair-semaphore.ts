interface SemaphoreLimits {
  /** The max number of permits in use, of one owner and in all. */
  readonly ofOwner: number
  readonly inAll: number
  /** The max wait for a permit, in milliseconds. */
  readonly maxWaitMs: number
  /** Makes the error of work that has waited for longer. */
  readonly tooLate: () => Error
}

/**
 * Bounds work that costs much for a small request: messages with a template between their rendering and
 * their storage, walks through contacts. Each owner, such as a workspace, gets its permits in order, and the
 * owners take turns.
 */
export class FairSemaphore {
  readonly #running = new Map<string, number>()
  #runningInAll = 0
  /** Waiting work by owner, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>()

  readonly #limits: SemaphoreLimits

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
  }

  /**
   * Does the work with a permit.
   *
   * @throws the error that the limits make, after the max wait
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (!this.#mayBegin(owner)) await this.#wait(owner)
    else this.#begin(owner)
    try {
      return await work()
    } finally {
      this.#end(owner)
    }
  }

  #mayBegin(owner: string): boolean {
    return this.#runningInAll < this.#limits.inAll && (this.#running.get(owner) ?? 0) < this.#limits.ofOwner
  }

  #begin(owner: string): void {
    this.#runningInAll += 1
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
  }

  #end(owner: string): void {
    const left = (this.#running.get(owner) ?? 1) - 1
    this.#runningInAll -= 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
    this.#next()
  }

  #wait(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(owner) ?? []
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1)
        if (queue.length === 0) this.#waiting.delete(owner)
        reject(this.#limits.tooLate())
      }, this.#limits.maxWaitMs)
      const start = () => {
        clearTimeout(late)
        resolve()
      }
      queue.push(start)
      this.#waiting.set(owner, queue)
    })
  }

  /** Starts the first work of the next owner that may have a permit. */
  #next(): void {
    for (const [owner, queue] of this.#waiting) {
      if (!this.#mayBegin(owner)) continue
      const start = queue.shift()
      this.#waiting.delete(owner)
      // Behind the others.
      if (queue.length > 0) this.#waiting.set(owner, queue)
      this.#begin(owner)
      start?.()
      return
    }
  }
}
