import type { Knex } from 'knex'
import { Gauge, type Registry } from 'prom-client'
import { cached } from '../../../platform/db/cached.js'
import { readDay, type DayRow } from './change.js'
import { sourceStates, stateOf } from './pools.js'
import { readSources, type Sources } from './source-rows.js'
import { dayOf } from './waiting-line.js'

interface Looked extends Sources {
  readonly days: readonly DayRow[]
}

/**
 * Registers the metrics of the addresses that mail leaves from, as the database has them: they are the same in every
 * process. Labels name sources and providers, of both of which an operator has few.
 *
 * @param now clock that tells the day
 */
export function sourceMetrics(registry: Registry, db: Knex, now: () => Date): void {
  const registers = [registry]
  const looked = cached(async (): Promise<Looked> => {
    const sources = await readSources(db, now())
    return { ...sources, days: sources.sources.length === 0 ? [] : await readDay(db, dayOf(now())) }
  })
  new Gauge({
    name: 'postseal_sources',
    help: 'Addresses that mail is sent from, by the operator’s setting and the result of the last check.',
    labelNames: ['state'],
    registers,
    async collect() {
      const sources = (await looked())?.sources
      for (const state of sourceStates)
        this.set({ state }, sources?.filter((source) => stateOf(source) === state).length ?? NaN)
    },
  })
  new Gauge({
    name: 'postseal_source_sent_today',
    help: 'Mails that a source has sent to a provider since midnight UTC.',
    labelNames: ['source', 'provider'],
    registers,
    async collect() {
      this.reset()
      for (const { source, provider, sent } of (await looked())?.days ?? [])
        this.set({ source, provider }, sent)
    },
  })
  new Gauge({
    name: 'postseal_source_cap_today',
    help: 'The maximum number of mails that a source in warm-up can send to a provider today.',
    labelNames: ['source', 'provider'],
    registers,
    async collect() {
      this.reset()
      for (const { source, provider, cap } of (await looked())?.days ?? [])
        if (cap !== null) this.set({ source, provider }, cap)
    },
  })
  new Gauge({
    name: 'postseal_source_suspensions',
    help: 'Sources from which a provider currently accepts nothing.',
    labelNames: ['provider'],
    registers,
    async collect() {
      this.reset()
      for (const { provider } of (await looked())?.suspensions ?? []) this.inc({ provider })
    },
  })
}
