import type { InboundLimits } from '../smtp/limits.js'
import { SmtpRefusal } from '../../smtp-listener/refusal.js'

/** The place of one report among the large ones. */
export interface ReportSlot {
  /**
   * Why a message of so many bytes is not taken, if so. It takes a place for a large one when it gets to be
   * one.
   */
  refusalAt(bytes: number): SmtpRefusal | undefined
  /** Gives the place back. */
  leave(): void
}

/**
 * Reports are kept whole in memory, so only some large ones are taken at once. Most are small, and a client
 * that sends a large one slowly does not keep those out.
 */
export class LargeReports {
  readonly #limits: Pick<InboundLimits, 'keptBytes' | 'reportBytes' | 'largeReports'>
  #taken = 0

  constructor(limits: Pick<InboundLimits, 'keptBytes' | 'reportBytes' | 'largeReports'>) {
    this.#limits = limits
  }

  open(): ReportSlot {
    const { keptBytes, reportBytes, largeReports } = this.#limits
    let has = false
    return {
      refusalAt: (bytes) => {
        if (bytes > reportBytes) return new SmtpRefusal(552, '5.3.4 The report is too large')
        if (has || bytes <= keptBytes) return undefined
        if (this.#taken === largeReports)
          return new SmtpRefusal(451, '4.3.2 Too many large reports at once, try again later')
        this.#taken += 1
        has = true
        return undefined
      },
      leave: () => {
        if (has) this.#taken -= 1
        has = false
      },
    }
  }
}
