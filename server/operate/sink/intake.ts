import { setTimeout as pause } from 'node:timers/promises'
import { behaviourOf, type Behaviour } from './behaviour.js'
import { messageKey, type Deferrals } from './deferrals.js'
import type { SinkLog } from './log.js'
import { arfReport, dsnReport, type Reported } from './reports/report.js'
import type { ReceivedMail } from './received-mail.js'
import type { ReportSender } from './reports/sender.js'
import type { MessageStore } from './kept/store.js'

/** Answer to the client: an id to accept with, a refusal, or a closed connection without a reply. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'refused'; readonly code: number; readonly text: string }
  | { readonly kind: 'cut' }

/** Decides at the end of DATA how a message is answered. An `Intake` knows nothing of sockets. */
export class Intake {
  readonly #store: MessageStore
  readonly #deferrals: Deferrals
  readonly #reports: ReportSender
  readonly #log: SinkLog

  constructor(store: MessageStore, deferrals: Deferrals, reports: ReportSender, log: SinkLog) {
    this.#store = store
    this.#deferrals = deferrals
    this.#reports = reports
    this.#log = log
  }

  /**
   * Decides for a message. One SMTP reply answers for all recipients of a transaction, so the longest `slow` counts,
   * then one `drop` cuts the connection and one `defer` refuses the message for all. Only a message that no recipient
   * stops is stored, and it is stored after the wait: a client that gave up in the meantime was never answered, so
   * nothing is kept and its next attempt does not make a second copy.
   *
   * A client that closes its side and waits for the reply looks like a client that gave up and closed its socket.
   * During the wait of a `slow` recipient, which exists to test how clients give up, such a client counts as
   * disconnected. Otherwise it gets its reply.
   *
   * @param gone makes a signal that is aborted when the client disconnects or closes its side, or the sink is closing
   */
  async take(mail: ReceivedMail, gone: () => AbortSignal): Promise<Outcome> {
    const behaviours = mail.to.map((address) => ({ address, behaviour: behaviourOf(address) }))
    const wait = Math.max(0, ...behaviours.map(({ behaviour }) => slowness(behaviour)))
    try {
      if (wait > 0) await pause(wait, undefined, { signal: gone() })
    } catch {
      return { kind: 'refused', code: 421, text: '4.3.2 The client did not wait, or the sink is closing' }
    }
    if (behaviours.some(({ behaviour }) => behaviour.kind === 'drop')) return { kind: 'cut' }
    if (this.#defers(behaviours, mail.raw)) {
      return { kind: 'refused', code: 451, text: '4.3.0 Deferred on purpose, try again' }
    }
    return this.#keep(mail, behaviours)
  }

  #defers(behaviours: readonly Addressed[], raw: Buffer): boolean {
    const deferring = behaviours.filter(({ behaviour }) => behaviour.kind === 'defer')
    if (deferring.length === 0) return false
    const key = messageKey(raw)
    // Each recipient's count moves, so no short-circuit: two `defer` recipients are not four refusals.
    const refusals = deferring.map(({ address, behaviour }) =>
      behaviour.kind === 'defer' && behaviour.always ? true : this.#deferrals.refuses(key, address),
    )
    return refusals.includes(true)
  }

  async #keep(mail: ReceivedMail, behaviours: readonly Addressed[]): Promise<Outcome> {
    let stored
    try {
      stored = await this.#store.add({ from: mail.from, to: mail.to }, mail.raw)
    } catch (err) {
      this.#log.error({ err }, 'sink: a message could not be stored')
      return { kind: 'refused', code: 451, text: '4.3.0 The message could not be stored' }
    }
    for (const { address, behaviour } of behaviours) {
      if (behaviour.kind === 'dsn' || behaviour.kind === 'complain') {
        const receivedAt = new Date(stored.received_at)
        this.#report(behaviour.kind, { id: stored.id, mail, recipient: address, receivedAt })
      }
    }
    return { kind: 'accepted', id: stored.id }
  }

  #report(kind: 'dsn' | 'complain', reported: Reported): void {
    // RFC 5321 section 4.5.5: nothing is ever sent about a message with a null reverse path.
    if (reported.mail.from === '') return
    this.#reports.send(kind === 'dsn' ? dsnReport(reported) : arfReport(reported))
  }
}

interface Addressed {
  readonly address: string
  readonly behaviour: Behaviour
}

function slowness(behaviour: Behaviour): number {
  return behaviour.kind === 'slow' ? behaviour.milliseconds : 0
}
