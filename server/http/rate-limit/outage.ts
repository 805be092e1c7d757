import type { Logger } from 'pino'

/** How long Redis is left alone after a failure. One that hangs costs a few requests its time limit, not all. */
const pauseMs = 1_000

/**
 * Whether Redis answers. It begins with the first failure and ends with the first answer after a pause; both are
 * logged once.
 */
export class Outage {
  private away = false
  private askAgainAt = 0

  constructor(private readonly log: Logger) {}

  mayAsk(): boolean {
    return Date.now() >= this.askAgainAt
  }

  failed(error: unknown): void {
    this.askAgainAt = Date.now() + pauseMs
    if (this.away) return
    this.away = true
    this.log.warn({ err: error }, 'Redis is away: each process counts its own requests until it is back')
  }

  answered(): void {
    // What was asked before the failure may be answered after it.
    if (!this.away || !this.mayAsk()) return
    this.away = false
    this.log.info('Redis is back: requests are counted for all processes together')
  }
}
