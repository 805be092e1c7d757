import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { bareInserts, bareWalk } from './floor.js'
import { openEngine } from './engine.js'
import { addCampaign, addContacts, addProject, addTemplate, dueNow, halt } from './population.js'
import { singleSendsBeside } from './latency.js'
import { atLeast, atMost, type Benchmark } from '../benchmark.js'

const recipients = 100_000
const warmUp = 10_000

/**
 * A campaign finds its audience and gives each recipient its mail, on the engine alone, without deliveries. Then the
 * built service drains one, with single sends beside it.
 */
export const campaigns: Benchmark = {
  name: 'campaigns',
  title:
    `a campaign to ${recipients.toLocaleString('en')} contacts: its walk beside a bare insert … select of the same ` +
    `recipients, its release beside bare inserts of the same rows in the same batches, and single sends while the ` +
    `built service drains one; run npm run build first`,
  run: async (context) => {
    const engine = await openEngine(await context.createDatabase())
    const client = new pg.Client({ connectionString: engine.databaseUrl })
    await client.connect()
    try {
      const measure = async (count: number) => {
        context.progress(`adding ${count.toLocaleString('en')} contacts`)
        const owner = await addProject(engine.db)
        await addContacts(engine.db, owner, count)
        const floorWalk = await bareWalk(client, owner)
        const campaign = await addCampaign(engine.db, owner, await addTemplate(engine.db, owner))
        // A halted workspace keeps the release from beginning before the walk was measured.
        await halt(engine.db, owner.workspaceId, true)
        context.progress('walking')
        let start = performance.now()
        await engine.runUntil(campaign, ({ phase }) => phase === 'release')
        const walk = perSecond(count, start)
        await halt(engine.db, owner.workspaceId, false)
        await dueNow(engine.db, campaign)
        context.progress('releasing')
        start = performance.now()
        await engine.runUntil(campaign, ({ released }) => released === count)
        const release = perSecond(count, start)
        context.progress('inserting the same rows')
        const floorRelease = await bareInserts(client, owner, campaign.id)
        return { walk, release, floorWalk, floorRelease }
      }
      await measure(warmUp)
      context.progress('single sends beside a campaign')
      const beside = await singleSendsBeside(context, recipients)
      const { walk, release, floorWalk, floorRelease } = await measure(recipients)
      return {
        rows: [
          rowOf('bare insert … select', floorWalk),
          rowOf('walk', walk),
          rowOf('bare inserts', floorRelease),
          rowOf('release', release),
          { way: 'drained by a service', 'recipients/s': Math.round(beside.drained) },
          { way: 'single sends, p95 ms, idle', 'recipients/s': beside.idle.toFixed(1) },
          { way: 'single sends, p95 ms, draining', 'recipients/s': beside.draining.toFixed(1) },
        ],
        ratios: {
          walk_ratio: atLeast(0.4, walk / floorWalk),
          release_ratio: atLeast(0.6, release / floorRelease),
          single_sends_ratio: atMost(2, beside.draining / beside.idle),
        },
      }
    } finally {
      await client.end()
      await engine.close()
    }
  },
}

function perSecond(count: number, start: number): number {
  return (count / (performance.now() - start)) * 1000
}

function rowOf(way: string, rate: number) {
  return { way, 'recipients/s': Math.round(rate) }
}
