import type { Knex } from 'knex'
import { isOnThisHost } from './pools.js'
import { readSources, type Source, type Sources } from './source-rows.js'

/** What operators have set, on one host. */
export interface SourcesHere extends Sources {
  /** Those that this host has: to ask the system of each for each mail would take longer than to compose a small one. */
  readonly here: ReadonlySet<Source>
}

interface KnownSourcesOptions {
  readonly db: Knex
  /** How long what was read is believed, in milliseconds. */
  readonly sourcesMs: number
  /** The clock of suspensions. */
  readonly now: () => Date
}

/** What operators have set, as a process knows it: read anew after a while. */
export class KnownSources {
  readonly #options: KnownSourcesOptions
  #known: { readonly at: number; readonly sources: Promise<SourcesHere> } | undefined

  constructor(options: KnownSourcesOptions) {
    this.#options = options
  }

  read(): Promise<SourcesHere> {
    if (this.#known === undefined || performance.now() - this.#known.at > this.#options.sourcesMs) {
      const sources = this.#read()
      this.#known = { at: performance.now(), sources }
      // What could not be read is read anew.
      sources.catch(() => (this.#known = undefined))
    }
    return this.#known.sources
  }

  async #read(): Promise<SourcesHere> {
    const sources = await readSources(this.#options.db, this.#options.now())
    return { ...sources, here: new Set(sources.sources.filter(isOnThisHost)) }
  }
}
