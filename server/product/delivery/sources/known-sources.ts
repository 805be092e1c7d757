import type { Knex } from 'knex'
import { isOnThisHost } from './pools.js'
import { readSources, type Source, type Sources } from './source-rows.js'

/** The operators' settings, as seen from one host. */
export interface SourcesHere extends Sources {
  /**
   * Sources whose address this host has: asking the system about each address for each mail would take longer than
   * composing a small one.
   */
  readonly here: ReadonlySet<Source>
}

interface KnownSourcesOptions {
  readonly db: Knex
  /** Milliseconds for which settings that were read count as current. */
  readonly sourcesMs: number
  /** Clock that ends suspensions. */
  readonly now: () => Date
}

/** Holds the operators' settings in the process, and reads them anew after a while. */
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
      // A failed read is repeated by the next call.
      sources.catch(() => (this.#known = undefined))
    }
    return this.#known.sources
  }

  async #read(): Promise<SourcesHere> {
    const sources = await readSources(this.#options.db, this.#options.now())
    return { ...sources, here: new Set(sources.sources.filter(isOnThisHost)) }
  }
}
