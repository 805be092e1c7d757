/** A task that has to come round again within a limit, such as a worker's loop or a batcher's call. */
export interface WatchedTask {
  /** Notes that the task has finished a step, and begins the next one. */
  cameRound(): void
  /** Notes that the task has ended, and stops watching it. */
  end(): void
}

/** A task that has not come round for some time. */
export interface StuckTask {
  readonly name: string
  readonly seconds: number
}

/** Work that a worker leaves alone for a while, because its last turn has failed or does not end. */
export interface SetAside {
  /** The worker's name, such as `delivery worker`. */
  readonly worker: string
  readonly count: number
}

const tickMs = 1000

/**
 * Watches the tasks of a process, so that the health checks can tell of one that is stuck.
 *
 * Time is counted in ticks of a timer of this process. So a sleeping machine, a stopped process, a clock that
 * jumps or a busy event loop do not make every task look stuck.
 */
export class ProgressMonitor {
  readonly #tasks = new Set<{ readonly name: string; ticks: number }>()
  readonly #setAside: { readonly worker: string; readonly count: () => number }[] = []
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => {
      for (const task of this.#tasks) task.ticks += 1
    }, tickMs)
    this.#timer.unref()
  }

  /**
   * Begins to watch a task.
   *
   * @param name its name in the messages of the health checks, such as `delivery worker`
   */
  watch(name: string): WatchedTask {
    const task = { name, ticks: 0 }
    this.#tasks.add(task)
    return {
      cameRound: () => {
        task.ticks = 0
      },
      end: () => this.#tasks.delete(task),
    }
  }

  /** Returns the task that has been stuck for longest, if that is at least `minSeconds`. */
  longestStuck(minSeconds: number): StuckTask | undefined {
    let longest: { readonly name: string; readonly ticks: number } | undefined
    for (const task of this.#tasks) if (task.ticks > (longest?.ticks ?? 0)) longest = task
    const seconds = ((longest?.ticks ?? 0) * tickMs) / 1000
    return longest === undefined || seconds < minSeconds ? undefined : { name: longest.name, seconds }
  }

  /**
   * Registers a worker that is asked how much work it has set aside.
   *
   * @param worker its name, as {@link watch} has it
   */
  askSetAside(worker: string, count: () => number): void {
    this.#setAside.push({ worker, count })
  }

  /** Returns the amount of work that each worker has set aside: the process does the rest of its work. */
  setAside(): SetAside[] {
    return this.#setAside.map(({ worker, count }) => ({ worker, count: count() }))
  }

  /** Ends the timer. */
  close(): void {
    clearInterval(this.#timer)
  }
}
