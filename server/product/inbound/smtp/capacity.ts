import { earliest } from '../../../mail/smtp-listener/earliest.js'
import type { InboundLimits } from './limits.js'

/**
 * The properties of a connection that decide about its place. Times are milliseconds of `performance.now()`.
 */
export interface Placed {
  readonly openedAt: number
  /** Time at which the client last sent something, or connected. */
  readonly lastInputAt: number
  /** Milliseconds for which we have waited for the client in total. */
  readonly clientMs: number
  /** Bytes that the client has sent in total. */
  readonly inputBytes: number
  /** True from the MAIL command of the client to the end of its message. */
  readonly inTransaction: boolean
  /** True while the client waits for our reply. */
  readonly isAwaitingReply: boolean
  /** True if the client's address has delivered a report before. */
  readonly isKnown: boolean
}

export type ConnectionLimits = Pick<
  InboundLimits,
  | 'connections'
  | 'pressedIdleMs'
  | 'pressedStallMs'
  | 'pressedSlowMs'
  | 'pressedBytesPerSecond'
  | 'pressedConnectionMs'
>

/**
 * Decides which connection gives its place to a new one when all places are taken. A fifth of the places is
 * reserved for clients that have delivered a report before. Clients that are silent before MAIL go first,
 * then clients that stall within a message, then clients that drip, then clients that take long for a message.
 * Among silent clients, the longest idle goes first, and of those that drip the slowest.
 *
 * @param others the current connections without the new one
 * @returns 'free' if there is a free place; the connection to close; or 'full' if the new client has to try
 *   again later
 */
export function placeFor<Connection extends Placed>(
  newcomer: Placed,
  others: readonly Connection[],
  limits: ConnectionLimits,
  now: number,
): 'free' | 'full' | Connection {
  const unknown = others.filter(({ isKnown }) => !isKnown)
  const reserved = Math.floor(limits.connections / 5)
  const isFull =
    others.length >= limits.connections ||
    (!newcomer.isKnown && unknown.length >= limits.connections - reserved)
  if (!isFull) return 'free'
  // An unknown client never takes the place of a client that has delivered a report.
  const candidates = newcomer.isKnown ? [unknown, others] : [unknown]
  for (const among of candidates) {
    const victim = firstToGo(among, limits, now)
    if (victim !== undefined) return victim
  }
  return 'full'
}

function firstToGo<Connection extends Placed>(
  connections: readonly Connection[],
  {
    pressedIdleMs,
    pressedStallMs,
    pressedSlowMs,
    pressedBytesPerSecond,
    pressedConnectionMs,
  }: ConnectionLimits,
  now: number,
): Connection | undefined {
  const waiting = connections.filter(({ isAwaitingReply }) => !isAwaitingReply)
  const silentFor = (ms: number) => waiting.filter(({ lastInputAt }) => now - lastInputAt >= ms)
  return (
    earliest(
      silentFor(pressedIdleMs).filter(({ inTransaction }) => !inTransaction),
      ({ lastInputAt }) => lastInputAt,
    ) ??
    earliest(silentFor(pressedStallMs), ({ lastInputAt }) => lastInputAt) ??
    earliest(
      waiting.filter((each) => each.clientMs >= pressedSlowMs && rateOf(each) < pressedBytesPerSecond),
      rateOf,
    ) ??
    earliest(
      waiting.filter(({ openedAt }) => now - openedAt >= pressedConnectionMs),
      ({ openedAt }) => openedAt,
    )
  )
}

/** Returns the bytes per second of the time that we have waited for the client. */
function rateOf({ clientMs, inputBytes }: Placed): number {
  return (inputBytes * 1000) / clientMs
}
