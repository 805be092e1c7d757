import type { Logger } from 'pino'
import { SealedError, type Sealer } from '../../../platform/auth/sealed.js'
import { readRelay, type RelayConfig } from '../../../platform/config/transport.js'
import type { SmtpResult } from '../smtp/result.js'
import type { OutgoingMail, Transport } from '../transport.js'
import type { PoolRelay } from './source-rows.js'

/** Returns the place that a pool's relay is sealed for, with the keys of the purpose `pool-relay`. */
export function sealedRelayPlace(pool: string): string[] {
  return ['pool_relays', pool]
}

/**
 * Opens the sealed relay of a pool.
 *
 * @throws SealedError if it was sealed with another secret
 */
export function openRelay(sealer: Sealer, { pool, sealed }: PoolRelay): RelayConfig {
  return readRelay(sealer.open(sealed, sealedRelayPlace(pool)).toString())
}

/** Returns a relay in the form that people may see: without its password. */
export function relayText({ host, port, credentials }: RelayConfig): string {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return credentials === undefined ? at : `${credentials.user} at ${at}`
}

/** Holds this process's connections to the relay of a pool. Each mail enters, is sent once at most, and leaves. */
export class RelayOfPool {
  readonly #transport: Transport
  /** Number of mails that have entered; `#sending` is the number of those that the transport has. */
  #entered = 0
  #sending = 0
  #whenLeft: (() => void) | undefined

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Lets a mail enter.
   *
   * @returns false if the relay has enough to do
   */
  enter(): boolean {
    if (this.#entered - this.#sending >= (this.#transport.capacity().total ?? 0)) return false
    this.#entered += 1
    return true
  }

  /** True if sending to the relay is paused for a while, because it does not answer or says that it is overloaded. */
  get isStopped(): boolean {
    return this.#transport.stopped() > 0
  }

  async send(mail: OutgoingMail): Promise<SmtpResult> {
    this.#sending += 1
    try {
      return await this.#transport.send(mail)
    } finally {
      this.#sending -= 1
    }
  }

  /** Sends a mail that has not entered, because somebody waits for it. */
  async sendNow(mail: OutgoingMail): Promise<SmtpResult> {
    this.#entered += 1
    return this.send(mail).finally(() => this.leave())
  }

  leave(): void {
    this.#entered -= 1
    if (this.#entered === 0) this.#whenLeft?.()
  }

  /** Closes the connections once all mails that have entered have left. */
  async retire(): Promise<void> {
    if (this.#entered > 0) await new Promise<void>((resolve) => (this.#whenLeft = resolve))
    await this.close()
  }

  /** Closes the connections now, which cuts mail that is under way. */
  close(): Promise<void> {
    return this.#transport.close()
  }
}

interface Known {
  readonly sealed: Buffer
  /** The open relay; undefined if its address cannot be unsealed. */
  readonly relay: RelayOfPool | undefined
}

export interface PoolRelaysOptions {
  readonly sealer: Sealer
  /** Connects to a relay. */
  readonly transportTo: (relay: RelayConfig) => Transport
  readonly log: Logger
}

/** Holds the relays of pools as operators have set them, each with connections of its own while it is set. */
export class PoolRelays {
  readonly #options: PoolRelaysOptions
  readonly #known = new Map<string, Known>()
  readonly #retiring = new Set<RelayOfPool>()

  constructor(options: PoolRelaysOptions) {
    this.#options = options
  }

  /**
   * Returns the relay that a pool's mail goes to, `unreadable` if it was sealed with another secret, undefined if the
   * pool has none. Relays that were changed or taken away are closed once the mail that they send has ended.
   *
   * @param relays all relays that are set
   */
  of(pool: string, relays: readonly PoolRelay[]): RelayOfPool | 'unreadable' | undefined {
    for (const [name, { sealed, relay }] of this.#known) {
      if (relays.some((each) => each.pool === name && each.sealed.equals(sealed))) continue
      this.#known.delete(name)
      if (relay !== undefined) this.#retire(relay)
    }
    const set = relays.find((each) => each.pool === pool)
    if (set === undefined) return undefined
    let known = this.#known.get(pool)
    if (known === undefined) {
      known = { sealed: set.sealed, relay: this.#open(set) }
      this.#known.set(pool, known)
    }
    return known.relay ?? 'unreadable'
  }

  async close(): Promise<void> {
    const open = [...this.#known.values()].flatMap(({ relay }) => relay ?? [])
    await Promise.all([...open, ...this.#retiring].map((relay) => relay.close()))
  }

  #open(set: PoolRelay): RelayOfPool | undefined {
    const { sealer, transportTo, log } = this.#options
    try {
      return new RelayOfPool(transportTo(openRelay(sealer, set)))
    } catch (error) {
      if (!(error instanceof SealedError)) throw error
      log.error({ pool: set.pool }, 'the relay of a pool cannot be opened: it was sealed with another secret')
      return undefined
    }
  }

  #retire(relay: RelayOfPool): void {
    this.#retiring.add(relay)
    void relay.retire().finally(() => this.#retiring.delete(relay))
  }
}
