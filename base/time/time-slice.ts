import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

/** The max time that a task blocks the event loop at a stretch, in milliseconds. */
const sliceMs = 15

/** Yields to the event loop when a task has blocked it for a while. */
export class TimeSlice {
  #begun = performance.now()

  /** Resolves at once, or after a turn of the event loop if the time slice is used up. */
  async pause(): Promise<void> {
    if (performance.now() - this.#begun < sliceMs) return
    await turnOfTheLoop()
    this.#begun = performance.now()
  }
}

/** A long task as a generator: it yields wherever other tasks may run, and returns its result. */
export type Steps<Result> = Generator<void, Result>

/** Runs a task to its end without a pause. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Runs a task and lets other tasks run in between. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const slice = new TimeSlice()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await slice.pause()
  }
}
