import type { Uuid } from '../../db/ids.js'

/** What a process reads of another one. */
export interface Peer {
  readonly id: Uuid
  readonly beats: string
  /** Whether its session with the database has ended. */
  readonly ended: boolean
}

/** How long a count of beats stands still before its process is dead, in milliseconds. */
export interface PeerLimits {
  readonly expireMs: number
  /** The same where its session has ended, too. */
  readonly endedMs: number
}

interface Sighting {
  readonly beats: string
  /** When this count was first read, by this process's clock. */
  readonly since: number
  /** When the process is dead if its count stays. */
  readonly deadAt: number
}

/**
 * Tells which of the other processes are dead: those whose count of beats has not changed for a while. No two
 * clocks are compared, so none needs to be right. That time only counts if this process has read the counts
 * all along: after an outage of the database they all stand still, and it begins anew.
 *
 * The time is shorter where the session of the process has ended. That alone says nothing: a process that lives can
 * lose a connection. A process that is stopped, or whose host is away, still has its session.
 */
export class Peers {
  readonly #expireMs: number
  readonly #endedMs: number
  #sightings = new Map<Uuid, Sighting>()
  #readAt = -Infinity
  /** Since when reads have come so close that no outage of half of `endedMs` lies between two of them. */
  #steadySince = -Infinity

  constructor({ expireMs, endedMs }: PeerLimits) {
    this.#expireMs = expireMs
    this.#endedMs = Math.min(endedMs, expireMs)
  }

  /**
   * Takes what was read of all other processes.
   *
   * @param now milliseconds, of a clock that only runs forwards
   * @returns those that are dead
   */
  read<Row extends Peer>(rows: readonly Row[], now: number): Row[] {
    const gapMs = now - this.#readAt
    const continuous = gapMs <= this.#expireMs / 2
    if (gapMs > this.#endedMs / 2) this.#steadySince = now
    this.#readAt = now
    const before = this.#sightings
    this.#sightings = new Map(
      rows.map(({ id, beats, ended }) => {
        const sighting = before.get(id)
        const since = continuous && sighting?.beats === beats ? sighting.since : now
        const endedAt = ended ? Math.max(since, this.#steadySince) + this.#endedMs : Infinity
        return [id, { beats, since, deadAt: Math.min(endedAt, since + this.#expireMs) }]
      }),
    )
    return rows.filter(({ id }) => now >= (this.#sightings.get(id)?.deadAt ?? Infinity))
  }

  /** When the first of them will be dead if its count stays, or Infinity if there are none. */
  get nextAt(): number {
    return Math.min(Infinity, ...[...this.#sightings.values()].map(({ deadAt }) => deadAt))
  }
}
