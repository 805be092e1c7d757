/** The length of a tick, by which silence is counted, in milliseconds. */
const tickMs = 500

/**
 * After so many ticks without any answer the database counts as silent: 7 seconds, more than two beats of the
 * heartbeat, so that a slow statement alone does not look like silence.
 */
const silentTicks = 14

/** The number of ticks for which a wait that begins in silence lasts. */
const ticksInSilence = 2

interface Wait {
  readonly giveUp: (() => void) | undefined
  ticks: number
}

/**
 * Notices that the database answers nothing at all: a server that was stopped, or a network that swallows
 * packets. Each wait for an answer would last for its whole limit then, and requests would pile up meanwhile.
 *
 *   unarmed --the heartbeat is answered--> answering
 *   answering --7 s without an answer while something waits--> silent: waits are given up
 *   silent --any answer--> answering
 *
 * Before the heartbeat, and in a command, which has none, a slow statement and a silent database look the same, so
 * nothing is given up there.
 *
 * Time is counted in ticks of a timer of this process, so that a sleeping machine or a busy event loop does not
 * look like a silent database.
 */
export class SilenceWatch {
  readonly #waits = new Set<Wait>()
  #timer: NodeJS.Timeout | undefined
  #armed = false
  #ticks = 0
  #answers = 0

  /** The number of answers since the start. */
  get answers(): number {
    return this.#answers
  }

  /**
   * Begins to count the silence.
   *
   * @returns a function that ends it
   */
  start(): () => void {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
    return () => clearInterval(this.#timer)
  }

  /** Adds a wait of the heartbeat for an answer. It keeps its own limit, and arms the watch. */
  beginBeat(): (answered: boolean) => void {
    const ended = this.begin()
    return (answered) => {
      if (answered) this.#armed = true
      ended(answered)
    }
  }

  /**
   * Adds a wait for an answer.
   *
   * @param giveUp called when the database is silent; undefined for a wait that keeps its own limit
   * @returns a function to call when the wait is over, with whether the database has answered
   */
  begin(giveUp?: () => void): (answered: boolean) => void {
    const wait = { giveUp, ticks: 0 }
    this.#waits.add(wait)
    return (answered) => {
      this.#waits.delete(wait)
      if (!answered) return
      this.#ticks = 0
      this.#answers += 1
    }
  }

  #tick(): void {
    if (!this.#armed || this.#waits.size === 0) return
    this.#ticks += 1
    const isSilent = this.#ticks >= silentTicks
    for (const wait of this.#waits) {
      wait.ticks += 1
      if (isSilent && wait.ticks >= ticksInSilence) wait.giveUp?.()
    }
  }
}
