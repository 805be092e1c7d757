import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { fromTypeId, nilUuid } from '../../../server/platform/db/ids.js'
import { claimLongestDue } from '../../../server/product/mail/claim/claim-longest-due.js'
import { DueWorkspaces } from '../../../server/product/mail/claim/due-workspaces.js'
import { claimOf } from '../../support/messages/claims.js'
import { startServer, type ServerProcess } from '../accept/server-process.js'
import { atMost, type Benchmark, type BenchmarkContext } from '../benchmark.js'
import { median } from '../median.js'
import { backendsOf, cpuSeconds } from './cpu.js'
import { addWorkspaces, fillWorkspaces } from './population.js'

const few = 10
const many = 100_000

/** The first run of the purge looks all workspaces up, which is measured by itself. */
const firstSeconds = 15
const idleSeconds = 20

/** Seconds that the purge rests on average: it looks so often at a workspace that has nothing to purge. */
const purgeEverySeconds = 0.75 * 3600

const sends = 40
const claims = 100

interface Service {
  readonly server: ServerProcess
  readonly credentials: ServerProcess['credentials']
  readonly client: pg.Client
  readonly db: Knex
}

/**
 * Measures an idle service among few and among many workspaces, both at the same time, so that the machine's other
 * load is alike for both.
 */
export const workspaces: Benchmark = {
  name: 'workspaces',
  title:
    `an idle service that does all but receive mail, among ${few} and among ${many.toLocaleString('en')} workspaces: its processor time and ` +
    `that of its backends, the latency of a send, and of a look for due mail with its claim`,
  run: async (context) => {
    const rows: Record<string, string | number>[] = []
    const ratios: Record<string, ReturnType<typeof atMost>> = {}
    for (const kind of ['empty', 'filled'] as const) {
      const [small, large] = [await start(context, few, kind), await start(context, many, kind)]
      try {
        context.progress(`${kind}: idle`)
        const [idleOfFew, idleOfMany] = await Promise.all([idleCpu(small), idleCpu(large)])
        context.progress(`${kind}: sends and claims`)
        const latencies = await inTurns(sends, [small, large], send)
        const claimed = await inTurns(claims, [small, large], claim)
        for (const [index, [count, idle]] of (
          [
            [few, idleOfFew],
            [many, idleOfMany],
          ] as const
        ).entries()) {
          rows.push({
            workspaces: `${count} ${kind}`,
            'CPU idle, ms/s': (idle.rate * 1000).toFixed(2),
            'first purge, CPU s': idle.first.toFixed(2),
            'send p50, ms': median(latencies[index] ?? []).toFixed(2),
            'look and claim p50, ms': median(claimed[index] ?? []).toFixed(2),
          })
        }
        // What the first run cost more among many comes again with each look at all workspaces.
        const purge = Math.max(0, idleOfMany.first - idleOfFew.first) / purgeEverySeconds
        ratios[`${kind}_idle_ratio`] = atMost(1.2, (idleOfMany.rate + purge) / idleOfFew.rate)
        ratios[`${kind}_send_ratio`] = atMost(1.5, median(latencies[1] ?? []) / median(latencies[0] ?? []))
        ratios[`${kind}_claim_ratio`] = atMost(1.5, median(claimed[1] ?? []) / median(claimed[0] ?? []))
      } finally {
        await Promise.all([small, large].map(end))
      }
    }
    return { rows, ratios }
  },
}

async function start(context: BenchmarkContext, count: number, kind: 'empty' | 'filled'): Promise<Service> {
  const databaseUrl = await context.createDatabase()
  // Makes the tables and the first workspace, which is sent from.
  const first = await startServer('service', databaseUrl, { POSTSEAL_SECRET_KEY: secretKey })
  const { credentials } = first
  await first.stop()
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 1, max: 1 } })
  context.progress(`${kind}: ${count.toLocaleString('en')} workspaces`)
  await addWorkspaces(db, count)
  if (kind === 'filled') await fillWorkspaces(db)
  const server = await startServer('service', databaseUrl, {
    POSTSEAL_ROLES: 'api,delivery,webhooks,scheduler,programs',
    POSTSEAL_SECRET_KEY: secretKey,
  })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return { server, credentials, client, db }
}

/** Both starts on a database have the same one, or the second could not open what the first has sealed. */
const secretKey = Buffer.alloc(32, 1).toString('base64')

async function end({ server, client, db }: Service): Promise<void> {
  await Promise.all([server.stop(), client.end(), db.destroy()])
}

/** Processor time of the process and its backends: in seconds a second, and in the first seconds in all beyond that. */
async function idleCpu({ server, client }: Service): Promise<{ rate: number; first: number }> {
  const used = async () => cpuSeconds([server.pid, ...(await backendsOf(client))])
  const begun = await used()
  await sleep(firstSeconds * 1000)
  const settled = await used()
  await sleep(idleSeconds * 1000)
  const rate = ((await used()) - settled) / idleSeconds
  return { rate, first: settled - begun - rate * firstSeconds }
}

/** @returns milliseconds, for each of the services */
async function inTurns(
  rounds: number,
  services: readonly Service[],
  work: (service: Service) => Promise<number>,
): Promise<number[][]> {
  const times = services.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, service] of services.entries()) times[index]?.push(await work(service))
  return times
}

async function send({ server: { url }, credentials }: Service): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.project_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      project_id: credentials.project_id,
      from_email: 'a@shop.example',
      to: [{ email: 'b@home.example' }],
      subject: 'Receipt',
      text: 'Thank you.',
      // It is accepted as any other, and the worker leaves the machine alone.
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  })
  await reply.arrayBuffer()
  if (reply.status !== 202) throw new Error(`a send answered ${reply.status}`)
  return performance.now() - begun
}

/** A look for due workspaces that finds one, and the claim there; nobody else sees the delivery. */
async function claim({ credentials, db }: Service): Promise<number> {
  const workspaceId = fromTypeId('ws', credentials.workspace_id)
  const trx = await db.transaction()
  try {
    await trx('delivery_queue').insert({
      workspace_id: workspaceId,
      log_id: randomUUID(),
      message_id: randomUUID(),
      destination: 'b.example',
      due_at: trx.fn.now(),
    })
    const begun = performance.now()
    const due = await new DueWorkspaces(trx).find(nilUuid)
    await claimLongestDue(trx, claimOf(workspaceId, 10), 10)
    if (due.length !== 1) throw new Error(`${due.length} workspaces were due`)
    return performance.now() - begun
  } finally {
    await trx.rollback()
  }
}
