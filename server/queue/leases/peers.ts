import type { Uuid } from '../../db/ids.js'

/** What a process reads of another one. */
export interface Peer {
  readonly id: Uuid
  readonly beats: string
}

interface Sighting {
  readonly beats: string
  /** When this count was first read, by this process's clock. */
  readonly since: number
}

/**
 * Tells which of the other processes are dead: those whose count of beats has not changed for a while. No two
 * clocks are compared, so none needs to be right. That time only counts if this process has read the counts
 * all along: after an outage of the database they all stand still, and it begins anew.
 */
export class Peers {
  readonly #expireMs: number
  #sightings = new Map<Uuid, Sighting>()
  #readAt = -Infinity

  constructor(expireMs: number) {
    this.#expireMs = expireMs
  }

  /**
   * Takes what was read of all other processes.
   *
   * @param now milliseconds, of a clock that only runs forwards
   * @returns those that are dead
   */
  read<Row extends Peer>(rows: readonly Row[], now: number): Row[] {
    const continuous = now - this.#readAt <= this.#expireMs / 2
    this.#readAt = now
    const before = this.#sightings
    this.#sightings = new Map(
      rows.map(({ id, beats }) => {
        const sighting = before.get(id)
        const stands = continuous && sighting?.beats === beats
        return [id, stands ? sighting : { beats, since: now }]
      }),
    )
    return rows.filter(({ id }) => now - (this.#sightings.get(id)?.since ?? now) >= this.#expireMs)
  }

  /** When the first of them will be dead if its count stays, or Infinity if there are none. */
  get nextAt(): number {
    return Math.min(Infinity, ...[...this.#sightings.values()].map(({ since }) => since + this.#expireMs))
  }
}
