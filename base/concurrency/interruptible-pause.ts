/** The pause of a loop, which others can end early. Only the loop pauses, once at a time. */
export class InterruptiblePause {
  #interrupt: () => void = () => undefined

  /**
   * Pauses.
   *
   * @param ms the time in milliseconds, unless `interrupt` is called first
   */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#interrupt = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Ends the pause that is running, if there is one. */
  interrupt(): void {
    this.#interrupt()
  }
}
