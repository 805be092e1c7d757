import type { Stream } from '../../mail/stream.js'
import type { Provider } from './provider.js'

/**
 * Most sends that wait for a connection, as a multiple of the provider's connections; a further one is better given
 * back to the queue.
 */
const waitingFor = 2
/** Minutes' worth of a provider's rate that may go at once after a pause. */
const burstMinutes = 1 / 6

interface Slots {
  busy: number
  /** Most simultaneous connections, as last asked for. */
  connections: number
  /** Sends that wait for a connection; transactional mail goes before bulk. */
  readonly waiting: Record<Stream, ((entered: boolean) => void)[]>
  /** Number of mails that the rate allows now. */
  tokens: number
  /** Milliseconds of the clock at which `tokens` was computed. */
  at: number
}

/** Keeps to the connections that each provider allows at once from a source, and to the rate. */
export class ProviderSlots {
  readonly #slots = new Map<string, Slots>()
  readonly #now: () => number

  /**
   * @param now milliseconds that never decrease
   */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Waits for a slot, which {@link leave} gives back.
   *
   * @param key key of the source and the provider
   * @returns false if too many wait already, or the rate is used up
   */
  async enter(key: string, provider: Provider, stream: Stream): Promise<boolean> {
    const { connections = Infinity, mailsPerMinute = Infinity } = provider
    if (connections === Infinity && mailsPerMinute === Infinity) return true
    const slots = this.#slotsOf(key, mailsPerMinute)
    slots.connections = connections
    if (slots.tokens < 1) return false
    const { transactional, bulk } = slots.waiting
    // Bulk is given back before transactional mail is.
    const ahead = stream === 'bulk' ? transactional.length + bulk.length : transactional.length
    if (slots.busy >= connections && ahead >= connections * waitingFor) return false
    slots.tokens -= 1
    if (slots.busy < connections) {
      slots.busy += 1
      return true
    }
    return new Promise((resolve) => slots.waiting[stream].push(resolve))
  }

  /** Passes a slot on to the send that has waited longest, or frees it. */
  leave(key: string): void {
    const slots = this.#slots.get(key)
    if (slots === undefined) return
    const { transactional, bulk } = slots.waiting
    // The limit has become lower if another process has joined.
    const next = slots.busy > slots.connections ? undefined : (transactional.shift() ?? bulk.shift())
    if (next === undefined) slots.busy -= 1
    else next(true)
  }

  /** Ends the waiting of every send, without a slot. */
  rejectAll(): void {
    for (const { waiting } of this.#slots.values()) {
      for (const resolve of [...waiting.transactional.splice(0), ...waiting.bulk.splice(0)]) resolve(false)
    }
  }

  #slotsOf(key: string, mailsPerMinute: number): Slots {
    const now = this.#now()
    const most = Math.max(1, mailsPerMinute * burstMinutes)
    const slots = this.#slots.get(key) ?? {
      busy: 0,
      connections: Infinity,
      waiting: { transactional: [], bulk: [] },
      tokens: most,
      at: now,
    }
    this.#slots.set(key, slots)
    slots.tokens =
      mailsPerMinute === Infinity
        ? most
        : Math.min(most, slots.tokens + ((now - slots.at) / 60_000) * mailsPerMinute)
    slots.at = now
    return slots
  }
}
