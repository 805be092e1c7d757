import knex from 'knex'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { startServer } from '../accept/server-process.js'
import { atLeast, atMost, type Benchmark, type Ratio } from '../benchmark.js'
import { cutForImport, exportFile, importFile } from './files.js'
import { bareInserts, bareReads, perSecond } from './floor.js'
import { peakGrowth } from './memory.js'
import { addWorkspace, suppressMany } from './workspaces.js'

const many = 1_000_000
const warmUp = 100_000

/** A long list goes out as CSV and comes into another workspace, which then exports the same bytes. */
export const suppressions: Benchmark = {
  name: 'suppressions',
  title:
    `${many.toLocaleString('en')} suppressions exported as CSV and imported into another workspace over HTTP, beside ` +
    `bare reads and inserts of the same rows; and how much memory the service takes for it`,
  run: async (context) => {
    const databaseUrl = await context.createDatabase()
    // A small heap shows what is held, and not what has not been collected yet.
    const service = await startServer('service', databaseUrl, { NODE_OPTIONS: '--max-old-space-size=128' })
    const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 1, max: 1 } })
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      const roundTrip = async (lines: number) => {
        const [from, to, floor] = [await addWorkspace(db), await addWorkspace(db), await addWorkspace(db)]
        await suppressMany(from, lines, db)
        context.progress(`exporting ${lines.toLocaleString('en')}`)
        const reads = await bareReads(client, from.id)
        let file: Buffer = Buffer.alloc(0)
        let start = performance.now()
        const exportMemory = await peakGrowth(service.pid, async () => {
          file = await exportFile(service.url, from.key)
        })
        const exported = perSecond(lines, start)
        context.progress(`importing ${lines.toLocaleString('en')}`)
        const inserts = await bareInserts(client, from.id, floor.id)
        start = performance.now()
        const importMemory = await peakGrowth(service.pid, async () => {
          for (const part of cutForImport(file)) await importFile(service.url, to.key, part)
        })
        const imported = perSecond(lines, start)
        if (!file.equals(await exportFile(service.url, to.key)))
          throw new Error('what was imported is not what was exported')
        return { reads, exported, exportMemory, inserts, imported, importMemory, bytes: file.length }
      }
      await roundTrip(warmUp)
      const measured = await roundTrip(many)
      const { reads, exported, exportMemory, inserts, imported, importMemory, bytes } = measured
      return {
        rows: [
          rowOf('bare reads in pages', reads),
          rowOf('export', exported, exportMemory),
          rowOf('bare inserts in batches', inserts),
          rowOf('import', imported, importMemory),
        ],
        ratios: {
          export_ratio: atLeast(0.5, exported / reads),
          import_ratio: atLeast(0.3, imported / inserts),
          ...memoryRatio('export_memory_ratio', exportMemory, bytes),
          ...memoryRatio('import_memory_ratio', importMemory, bytes),
        },
      }
    } finally {
      await client.end()
      await db.destroy()
      await service.stop()
    }
  },
}

function rowOf(way: string, rate: number, memory?: number) {
  return {
    way,
    'lines/s': Math.round(rate),
    'memory at most, MB': memory === undefined ? '' : `+${Math.round(memory / 1_000_000)}`,
  }
}

/** To the size of the file, which is never to be held. */
function memoryRatio(name: string, memory: number | undefined, bytes: number): Record<string, Ratio> {
  return memory === undefined ? {} : { [name]: atMost(1, memory / bytes) }
}
