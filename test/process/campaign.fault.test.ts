import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { killedOn } from '../support/run/sampled.js'
import { runCampaign } from './campaign/run.js'

/**
 * The short form of the fault campaign. `CAMPAIGN_KILLS=30 npm run faults` runs the long form and prints its report;
 * `CAMPAIGN_SEED` repeats one.
 */

const long = process.env['CAMPAIGN_KILLS']
const kills = Number(long ?? 1)
/** The clients work as fast as they can, so all that they began has to be ended, too. */
const maxLifeMs = long === undefined ? 1_200 : 4_000
const seed = Number(process.env['CAMPAIGN_SEED'] ?? randomInt(2 ** 31))

describe.each(killedOn(['embedded', 'postgresql']))('%s', (database) => {
  test(
    `after ${kills} kills at random moments every promise is kept`,
    { timeout: 300_000 + kills * 20_000 },
    async () => {
      const print = (text: string) => long !== undefined && process.stdout.write(`${text}\n`)
      const onProgress = (line: string) => print(`${database}: ${line}`)
      const report = await runCampaign({ database, kills, seed, maxLifeMs, onProgress })
      print(JSON.stringify({ database, seed, ...report }, null, 2))
      expect(report.accepted).toBeGreaterThan(0)
      expect(report, `seed ${seed}`).toMatchObject({
        lost: [],
        early: [],
        doubledOtherwise: [],
        twoOfOneKey: [],
        incomplete: [],
        webhooksLost: [],
        notErased: [],
        notImported: [],
      })
    },
  )
})
