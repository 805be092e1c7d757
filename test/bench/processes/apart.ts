import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type ServerProcess } from '../accept/server-process.js'
import type { BenchmarkContext } from '../benchmark.js'
import { startChild, type Child } from '../child.js'
import type { Came, Expect } from '../delivery/discarding-server.js'
import { addSenderDomain, latencyOfService } from '../delivery/latency.js'
import { openBacklog } from '../webhooks/backlog.js'
import { latencies } from '../webhooks/latency.js'
import type { Came as CameWebhooks, Expect as ExpectWebhooks } from '../webhooks/receiver.js'

const blocks = 5
const inBlock = 20

/** Milliseconds of each message or event: where one process has all roles, and where its workers are in another. */
interface Times {
  readonly one: readonly number[]
  readonly apart: readonly number[]
}

/** One message after the other, each once the one before has arrived, and then one webhook after the other. */
export async function measureApart(
  context: BenchmarkContext,
  env: Readonly<Record<string, string>>,
  server: Child<Expect, Came>,
): Promise<{ readonly mail: Times; readonly webhook: Times }> {
  const receiver = await startChild<ExpectWebhooks, CameWebhooks>(
    new URL('../webhooks/receiver.ts', import.meta.url),
  )
  const ways = { one: ['api,delivery,webhooks'], apart: ['api', 'delivery,webhooks'] }
  const running: ServerProcess[] = []
  const start = async ([first, second]: readonly string[]) => {
    const databaseUrl = await context.createDatabase()
    const own = { ...env, POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' }
    const api = await startServer('service', databaseUrl, { ...own, POSTSEAL_ROLES: first ?? '' })
    running.push(api)
    await addSenderDomain(api)
    if (second === undefined) return api
    running.push(await startServer('service', databaseUrl, { ...own, POSTSEAL_ROLES: second }))
    await untilAcquainted(databaseUrl)
    return api
  }
  try {
    const services = { one: await start(ways.one), apart: await start(ways.apart) }
    const mail = await inTurns('mail', (way) => latencyOfService(services[way], server, inBlock))
    for (const { databaseUrl, credentials } of Object.values(services)) {
      const backlog = await openBacklog(databaseUrl, credentials, env['POSTSEAL_SECRET_KEY'] ?? '')
      const url = `http://127.0.0.1:${receiver.hello.port}/hooks`
      await backlog.enable(await backlog.subscribe(url, 'message.accepted'))
      await backlog.close()
    }
    return { mail, webhook: await inTurns('webhooks', (way) => latencies(services[way], receiver, inBlock)) }
  } finally {
    for (const service of running) await service.stop()
    await receiver.stop()
  }

  async function inTurns(what: string, measure: (way: keyof Times) => Promise<number[]>): Promise<Times> {
    const times = { one: [] as number[], apart: [] as number[] }
    for (let block = 0; block <= blocks; block += 1) {
      context.progress(`one at a time, ${what}, block ${block}`)
      for (const way of ['one', 'apart'] as const) {
        const measured = await measure(way)
        // Block 0 is the warm-up.
        if (block > 0) times[way].push(...measured)
      }
    }
    return times
  }
}

/** Waits until both processes listen to each other. They learn of each other by their heartbeats. */
async function untilAcquainted(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const owners = async () =>
      (
        await client.query<{ beats: number; wakes: string[] }>(
          'select beats::integer, wakes from lease_owners order by started_at',
        )
      ).rows
    const begun = await owners()
    for (;;) {
      const rows = await owners()
      const wanted = rows.some(({ wakes }) => wakes.length > 0)
      if (wanted && rows.every(({ beats }, index) => beats >= (begun[index]?.beats ?? 0) + 3)) return
      await sleep(200)
    }
  } finally {
    await client.end()
  }
}
