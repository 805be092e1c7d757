import { isAscii } from 'node:buffer'
import { setTimeout as pause } from 'node:timers/promises'
import type { SinkLog } from '../log.js'
import { isNobodyThere, sendBySmtp, type SmtpTarget } from '../../hand-in/smtp-client.js'
import type { SinkReport } from './report.js'

// The inbound receiver is on the same machine as a rule and may start a moment later than the sink.
const pausesMs: readonly number[] = [250, 1_000, 3_000]
const timeoutMs = 10_000
// A burst of complaints must not open a connection each.
const maxAtOnce = 4

/** Destination of reports. `pauses` are the waits between attempts in milliseconds; there is one attempt more. */
export interface ReportTarget extends SmtpTarget {
  readonly pauses?: readonly number[]
}

/**
 * Sends reports by SMTP, a few at a time. They are kept in memory only: a report that was not sent when the
 * process ends is lost, as a real one may be.
 */
export class ReportSender {
  readonly #target: ReportTarget
  readonly #log: SinkLog
  readonly #closing = new AbortController()
  readonly #waiting: SinkReport[] = []
  readonly #workers = new Set<Promise<void>>()

  constructor(target: ReportTarget, log: SinkLog) {
    this.#target = target
    this.#log = log
  }

  /** Queues a report. Returns at once; the log has the outcome. */
  send(report: SinkReport): void {
    if (this.#closing.signal.aborted) return
    this.#waiting.push(report)
    if (this.#workers.size >= maxAtOnce) return
    const worker: Promise<void> = this.#work().finally(() => this.#workers.delete(worker))
    this.#workers.add(worker)
  }

  /** Cuts running transmissions, drops waiting reports, and resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#waiting.length = 0
    await Promise.all(this.#workers)
  }

  async #work(): Promise<void> {
    for (let report = this.#waiting.shift(); report; report = this.#waiting.shift()) {
      try {
        await this.#deliver(report)
      } catch (err) {
        if (this.#closing.signal.aborted) return
        this.#log.error({ err, report: report.about }, 'sink: a report could not be created')
      }
    }
  }

  async #deliver(report: SinkReport): Promise<void> {
    const raw = await report.build()
    const pauses = this.#target.pauses ?? pausesMs
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(report, raw)
      } catch (err) {
        if (this.#closing.signal.aborted) return
        const wait = isFinal(err) ? undefined : pauses[attempt]
        this.#log.warn(
          { err, report: report.about, retry_in_ms: wait ?? null },
          `sink: ${this.#reason(err)}${wait === undefined ? '; the report is not retried' : ''}`,
        )
        if (wait === undefined) return
        await pause(wait, undefined, { signal: this.#closing.signal })
      }
    }
  }

  async #attempt(report: SinkReport, raw: Buffer): Promise<void> {
    const use8BitMime = !isAscii(raw)
    const mail = { envelope: { from: report.from, to: report.to, use8BitMime }, raw }
    await sendBySmtp(this.#target, mail, { idleMs: timeoutMs, signal: this.#closing.signal })
  }

  #reason(error: unknown): string {
    const { host, port } = this.#target
    if (isNobodyThere(error)) return `nothing listens at ${host}:${port}, where reports go`
    return `the receiver at ${host}:${port} did not accept a report`
  }
}

/** Returns whether a retry is useless: a 5xx reply will be the same the next time (RFC 5321 section 4.2.1). */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  return typeof error.responseCode === 'number' && error.responseCode >= 500
}
