/**
 * A deadline that moves with each command. Its timer is not made anew for each: it goes off at what once was
 * the deadline, and is set again for what is left, so that a busy connection costs a timer now and then.
 */
export class Deadline {
  readonly #onPassed: () => void
  #timer: NodeJS.Timeout | undefined
  #timerAt = Infinity
  #at = Infinity

  constructor(onPassed: () => void) {
    this.#onPassed = onPassed
  }

  /** @param ms from now */
  set(ms: number): void {
    this.#at = performance.now() + ms
    if (this.#at < this.#timerAt) this.#arm()
  }

  clear(): void {
    this.#at = Infinity
  }

  /** Clears it, and leaves no timer behind. */
  dispose(): void {
    this.#at = Infinity
    this.#timerAt = Infinity
    clearTimeout(this.#timer)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    this.#timerAt = this.#at
    this.#timer = setTimeout(() => this.#goOff(), Math.max(1, this.#at - performance.now()))
    // The connection keeps the process alive, as long as there is one.
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
