import type { Uuid } from '../../db/ids.js'

/** The part of another process's row that this process reads. */
export interface Peer {
  readonly id: Uuid
  readonly beats: string
  /**
   * Milliseconds for which the process was seen without a session with the database; null while its session lasts.
   */
  readonly ended_ms: number | null
}

/** Milliseconds for which a count of beats stands still before its process is dead. */
export interface PeerLimits {
  readonly expireMs: number
  /** The shorter limit for a process that has no session either. */
  readonly endedMs: number
}

interface Sighting {
  readonly beats: string
  /** The time at which this count was first read, by this process's clock. */
  readonly since: number
  /** The time at which the process is dead if its count stays. */
  readonly deadAt: number
}

/** The number of looks at processes without a session within `endedMs`: whoever looks may be killed soon. */
const looks = 5

/**
 * Tells which of the other processes are dead: those whose count of beats has not changed for a while. No two clocks
 * are compared, so none needs to be right. That time only counts if this process has read the counts all along: after
 * an outage of the database they all stand still, and it begins anew.
 *
 * The time is shorter if the session of the process has ended, and then the time that earlier processes saw counts,
 * too: see owner-rows.ts. The end alone says nothing: a process that lives can lose a connection. A process that is
 * stopped, or whose host is away, still has its session.
 */
export class Peers {
  readonly #expireMs: number
  readonly #endedMs: number
  #sightings = new Map<Uuid, Sighting>()
  #readAt = -Infinity
  #lookAt = Infinity

  constructor({ expireMs, endedMs }: PeerLimits) {
    this.#expireMs = expireMs
    this.#endedMs = Math.min(endedMs, expireMs)
  }

  /** If two reads are this far apart, in milliseconds, there may be an outage between them: see `BeatOptions`. */
  get maxStepMs(): number {
    return this.#endedMs / 2
  }

  /**
   * Takes the rows of all other processes.
   *
   * @param now milliseconds, of a clock that only runs forwards
   * @returns the rows of the dead ones
   */
  read<Row extends Peer>(rows: readonly Row[], now: number): Row[] {
    const continuous = now - this.#readAt <= this.#expireMs / 2
    this.#readAt = now
    this.#lookAt = rows.some(({ ended_ms }) => ended_ms !== null) ? now + this.#endedMs / looks : Infinity
    const before = this.#sightings
    this.#sightings = new Map(
      rows.map(({ id, beats, ended_ms }) => {
        const sighting = before.get(id)
        const since = continuous && sighting?.beats === beats ? sighting.since : now
        const endedAt = ended_ms === null ? Infinity : now + this.#endedMs - ended_ms
        return [id, { beats, since, deadAt: Math.min(endedAt, since + this.#expireMs) }]
      }),
    )
    return rows.filter(({ id }) => now >= (this.#sightings.get(id)?.deadAt ?? Infinity))
  }

  /**
   * The time of the next read at the latest: by then the first process will be dead if its count stays, or has no
   * session.
   */
  get nextAt(): number {
    return Math.min(this.#lookAt, ...[...this.#sightings.values()].map(({ deadAt }) => deadAt))
  }
}
