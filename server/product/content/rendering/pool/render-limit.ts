import type { Context } from 'liquidjs'

type Limiter = Context['renderLimit']

/**
 * @param maxMs milliseconds of CPU time, from now on
 */
export function limitRender(maxMs: number): Limiter {
  // A limiter's other members are private to LiquidJS's own class.
  return new RenderLimit(maxMs) as Pick<Limiter, keyof Limiter> as Limiter
}

/** Says that a render has computed for too long, in the words of LiquidJS. */
export class RenderTooLongError extends Error {
  override name = 'RenderTooLongError'

  constructor() {
    super('template render limit exceeded')
  }
}

/**
 * Ends a render that has computed for too long. It replaces LiquidJS's limit, which measures elapsed time: a pause of
 * the machine would make the template look slow.
 */
class RenderLimit implements Pick<Limiter, keyof Limiter> {
  readonly #cpuMs: number
  readonly #maxMs: number
  /** Next time to look at the CPU time, in milliseconds of `performance.now()`: looking costs more than the clock. */
  #lookAt: number

  constructor(maxMs: number) {
    this.#cpuMs = cpuMs()
    this.#maxMs = maxMs
    this.#lookAt = performance.now() + maxMs
  }

  /** Does nothing: LiquidJS counts its use here, and this limit has nothing to count. */
  use(): void {}

  /**
   * @param now milliseconds of `performance.now()`
   * @throws RenderTooLongError
   */
  check(now: number): void {
    if (now <= this.#lookAt) return
    const leftMs = this.#maxMs - (cpuMs() - this.#cpuMs)
    if (leftMs <= 0) throw new RenderTooLongError()
    this.#lookAt = now + leftMs
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
