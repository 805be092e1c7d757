/**
 * Holds a deadline that moves with each command. Its timer is not made anew each time: it goes off at the earlier
 * deadline, and is set again for the remaining time, so that a busy connection costs a timer now and then.
 */
export class Deadline {
  readonly #onPassed: () => void
  #timer: NodeJS.Timeout | undefined
  #timerAt = Infinity
  #at = Infinity

  constructor(onPassed: () => void) {
    this.#onPassed = onPassed
  }

  /**
   * Moves the deadline.
   *
   * @param ms milliseconds from now
   */
  set(ms: number): void {
    this.#at = performance.now() + ms
    if (this.#at < this.#timerAt) this.#arm()
  }

  clear(): void {
    this.#at = Infinity
  }

  /** Clears the deadline, and leaves no timer behind. */
  dispose(): void {
    this.#at = Infinity
    this.#timerAt = Infinity
    clearTimeout(this.#timer)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    this.#timerAt = this.#at
    this.#timer = setTimeout(() => this.#goOff(), Math.max(1, this.#at - performance.now()))
    // The connection keeps the process alive; the timer need not.
    this.#timer.unref()
  }

  #goOff(): void {
    this.#timerAt = Infinity
    if (this.#at === Infinity) return
    // A timer may go off a fraction of a millisecond early.
    if (this.#at - performance.now() > 1) return this.#arm()
    this.#at = Infinity
    this.#onPassed()
  }
}
