import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { atMost, type Benchmark } from '../benchmark.js'
import { median } from '../median.js'
import { installedMb } from './install.js'
import { measureStart, type Start } from './process.js'

const rounds = 5
const idleMs = 10_000
const service = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))
const barePostgres = fileURLToPath(new URL('bare-postgres.mjs', import.meta.url))
const bareEmbedded = fileURLToPath(new URL('bare-embedded.mjs', import.meta.url))
const secret = { POSTSEAL_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), POSTSEAL_LOG_LEVEL: 'warn' }

/** Starts the built service beside programs that open the same database and do nothing else. */
export const start: Benchmark = {
  name: 'start',
  title: `from the start of the process to /readyz, and idle ${idleMs / 1000} s later, ${rounds} rounds; run npm run build first`,
  run: async (context) => {
    const folders: string[] = []
    const folder = () => {
      const made = mkdtempSync(path.join(tmpdir(), 'postseal-bench-start-'))
      folders.push(made)
      return made
    }
    const postgres = { ...secret, DATABASE_URL: await context.createDatabase(), POSTSEAL_DATA_DIR: folder() }
    const embedded = { ...secret, POSTSEAL_DATA_DIR: folder() }
    const ways: Record<string, () => Promise<Start>> = {
      PostgreSQL: () => measureStart(service, postgres, idleMs),
      'PostgreSQL, role api': () => measureStart(service, { ...postgres, POSTSEAL_ROLES: 'api' }, idleMs),
      'bare on PostgreSQL': () => measureStart(barePostgres, postgres, idleMs),
      embedded: () => measureStart(service, embedded, idleMs),
      'bare PGlite': () => measureStart(bareEmbedded, embedded, idleMs),
      'PostgreSQL, first': async () =>
        measureStart(service, { ...postgres, DATABASE_URL: await context.createDatabase() }, 0),
      'embedded, first': () => measureStart(service, { ...secret, POSTSEAL_DATA_DIR: folder() }, idleMs),
    }
    try {
      await measureStart(service, postgres, 0)
      await measureStart(service, embedded, 0)
      const found: Record<string, Start[]> = {}
      for (let round = 1; round <= rounds; round += 1) {
        for (const [way, measure] of Object.entries(ways)) {
          context.progress(`round ${round}: ${way}`)
          ;(found[way] ??= []).push(await measure())
        }
      }
      const of = (way: string, figure: keyof Start) => median((found[way] ?? []).map((each) => each[figure]))
      const ratio = (way: string, floor: string, figure: keyof Start) =>
        median((found[way] ?? []).map((each, at) => each[figure] / (found[floor]?.[at]?.[figure] ?? NaN)))
      const installed = await installedMb()
      return {
        rows: Object.keys(ways).map((way) => ({
          way: way,
          'ready ms': Math.round(of(way, 'readyMs')),
          'CPU ms': Math.round(of(way, 'cpuMs')),
          'idle MB': Math.round(of(way, 'idleMb')),
          'max MB': Math.round(of(way, 'maxMb')),
        })),
        ratios: {
          postgres_cpu_ratio: atMost(6, ratio('PostgreSQL', 'bare on PostgreSQL', 'cpuMs')),
          embedded_cpu_ratio: atMost(2, ratio('embedded', 'bare PGlite', 'cpuMs')),
          first_cpu_ratio: atMost(2, ratio('embedded, first', 'embedded', 'cpuMs')),
          postgres_idle_ratio: atMost(2, ratio('PostgreSQL', 'bare on PostgreSQL', 'idleMb')),
          embedded_idle_ratio: atMost(1, ratio('embedded', 'bare PGlite', 'idleMb')),
          // What a user sees. The times are those of a machine with nothing else to do.
          postgres_ready_ms: atMost(400, of('PostgreSQL', 'readyMs')),
          embedded_ready_ms: atMost(900, of('embedded', 'readyMs')),
          first_ready_ms: atMost(3000, of('embedded, first', 'readyMs')),
          postgres_idle_mb: atMost(80, of('PostgreSQL', 'idleMb')),
          embedded_idle_mb: atMost(180, of('embedded', 'idleMb')),
          first_max_mb: atMost(400, of('embedded, first', 'maxMb')),
          install_mb: atMost(60, installed),
        },
      }
    } finally {
      for (const each of folders) rmSync(each, { recursive: true, force: true })
    }
  },
}
