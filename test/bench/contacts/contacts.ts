import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { request } from 'undici'
import type { components } from '../../../generated/api-types.js'
import { startServer } from '../accept/server-process.js'
import { atLeast, atMost, type Benchmark } from '../benchmark.js'
import { perSecond } from '../suppressions/floor.js'
import { peakGrowth } from '../suppressions/memory.js'

type Import = components['schemas']['ContactImport']

const usually = '1000000'
const warmUp = 50_000
/** Bytes by which the service's memory may grow during the import. */
const memoryAtMost = 100_000_000

/** A long file of contacts is imported, and then imported again. */
export const contacts: Benchmark = {
  name: 'contacts',
  title:
    'a file of 1,000,000 contacts imported over HTTP, and the same file again, beside bare inserts of the same rows; and ' +
    'how much memory the service takes for it',
  flags: {
    options: { contacts: { type: 'string', default: usually } },
    usage: `--contacts N    lines of the file (${usually})`,
  },
  run: async (context) => {
    const many = Number(context.flags['contacts'])
    const databaseUrl = await context.createDatabase()
    // A small heap shows what is held, and not what has not been collected yet.
    const service = await startServer('service', databaseUrl, {
      NODE_OPTIONS: '--max-old-space-size=128',
      POSTSEAL_ROLES: 'api,programs',
    })
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { project_key: key, project_id: projectId } = service.credentials
      const importAll = async (file: Buffer) => {
        const start = performance.now()
        const found = await imported(service.url, key, projectId, {
          file,
          progress: (line) => context.progress(line),
        })
        return { rate: perSecond(found.lines, start), found }
      }
      await importAll(fileOf('warm', warmUp))
      const file = fileOf('reader', many)
      context.progress(`importing ${many.toLocaleString('en')} lines of ${Math.round(file.length / 1e6)} MB`)
      let first: Awaited<ReturnType<typeof importAll>> | undefined
      const memory = await peakGrowth(service.pid, async () => {
        first = await importAll(file)
      })
      const again = await importAll(file)
      if (first?.found.created !== many || again.found.unchanged !== many)
        throw new Error('not each line was imported once')
      const inserts = await bareInserts(client)
      return {
        rows: [
          rowOf('bare inserts in batches', inserts),
          rowOf('import', first.rate, memory),
          rowOf('the same file again', again.rate),
        ],
        ratios: {
          contact_import_ratio: atLeast(0.3, first.rate / inserts),
          ...(memory !== undefined && { contact_import_memory: atMost(1, memory / memoryAtMost) }),
        },
      }
    } finally {
      await client.end()
      await service.stop()
    }
  },
}

/** Lines with four fields each. */
function fileOf(word: string, lines: number): Buffer {
  const rows = Array.from(
    { length: lines },
    (_, n) => `${word}${n}@example.com,Reader ${n},${n % 3 === 0 ? 'pro' : 'free'},${n % 50}\n`,
  )
  return Buffer.from(`email,name,plan,seats\n${rows.join('')}`)
}

/** @throws Error where not each line was imported */
async function imported(
  url: string,
  key: string,
  project: string,
  { file, progress }: { readonly file: Buffer; readonly progress: (line: string) => void },
): Promise<Import> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const columns = encodeURIComponent('properties.seats:number=seats')
  const reply = await request(`${url}/v1/contacts/import?project_id=${project}&columns=${columns}`, {
    method: 'POST',
    headers,
    body: file,
  })
  let found = (await reply.body.json()) as Import
  for (let told = 0; found.status === 'running';) {
    await sleep(100)
    const { body } = await request(`${url}/v1/contact-imports/${found.id}`, { headers })
    found = (await body.json()) as Import
    if (found.lines - told < 100_000) continue
    told = found.lines
    progress(`${told.toLocaleString('en')} lines`)
  }
  if (found.status !== 'completed' || found.rejected > 0)
    throw new Error(`an import ended so: ${JSON.stringify(found)}`)
  return found
}

/**
 * Measures how fast these rows are written without the service: one connection, a prepared statement, 500 rows in
 * each, which is a transaction; the rows are those of another project.
 *
 * @returns the rows written a second
 */
async function bareInserts(client: pg.Client): Promise<number> {
  const { rows } = await client.query<Record<string, unknown>>(
    'select workspace_id, gen_random_uuid() as id, email, address, name, properties::text from contacts',
  )
  const start = performance.now()
  for (let at = 0; at < rows.length; at += 500) {
    const some = rows.slice(at, at + 500)
    await client.query({
      name: 'floor_insert',
      text: `insert into contacts (workspace_id, id, project_id, environment, email, address, name, properties)
             select $1, id, '00000000-0000-7000-8000-000000000000', 'live', email, address, name, properties::jsonb
             from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
               as given (id, email, address, name, properties)`,
      values: [
        some[0]?.['workspace_id'],
        ...['id', 'email', 'address', 'name', 'properties'].map((name) => some.map((row) => row[name])),
      ],
    })
  }
  return perSecond(rows.length, start)
}

function rowOf(way: string, rate: number, memory?: number) {
  return {
    way,
    'lines/s': Math.round(rate),
    'memory at most, MB': memory === undefined ? '' : `+${Math.round(memory / 1_000_000)}`,
  }
}
