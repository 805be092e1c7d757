import { nilUuid, type Uuid } from '../../db/ids.js'

/** Workspaces whose ids follow one another. */
interface Section {
  /** The ids are greater than this. */
  readonly after: Uuid
  /** The ids are at most this; undefined for the last section. */
  readonly through: Uuid | undefined
  /** The time at which one of them may have something to purge again, in milliseconds since 1970. */
  readonly nextAt: number
}

/** A part of the workspaces that was looked up. */
export interface Visit {
  /** The last workspace that was looked up; undefined if there is none behind it. */
  readonly through: Uuid | undefined
  readonly nextAt: number
}

/**
 * Remembers when the workspaces have something to purge next, some hundreds of them together, so that a run skips
 * those that have nothing. With 100,000 workspaces it holds some hundred numbers for each kind of rows.
 *
 * It is a memory of this process alone: a start looks all of them up. The memory can be wrong after a retention was
 * shortened, so nothing is remembered for longer than `restMs`.
 */
export class Visits {
  readonly #restMs: number
  readonly #random: () => number
  #sections: readonly Section[] = [{ after: nilUuid, through: undefined, nextAt: -Infinity }]

  /** @param random from 0 to 1: not all sections are to be looked up in the same run */
  constructor(restMs: number, random: () => number = Math.random) {
    this.#restMs = restMs
    this.#random = random
  }

  /**
   * Looks up the sections that are due.
   *
   * @param look looks up the next workspaces behind one, and purges those that are due; undefined ends it
   * @returns whether it came to its end
   */
  async run(now: number, look: (after: Uuid) => Promise<Visit | undefined>): Promise<boolean> {
    const sections: Section[] = []
    for (const [index, section] of this.#sections.entries()) {
      if (section.nextAt > now) {
        sections.push(section)
        continue
      }
      let { after } = section
      for (;;) {
        const visit = await look(after)
        if (visit === undefined) {
          this.#sections = [...sections, { ...section, after }, ...this.#sections.slice(index + 1)]
          return false
        }
        const rest = this.#restMs * (0.5 + this.#random() / 2)
        const nextAt = Math.min(visit.nextAt, now + rest)
        const isLast =
          visit.through === undefined || (section.through !== undefined && visit.through >= section.through)
        sections.push({ after, through: isLast ? section.through : visit.through, nextAt })
        if (isLast || visit.through === undefined) break
        after = visit.through
      }
    }
    this.#sections = sections
    return true
  }
}
