import { randomBytes } from 'node:crypto'
import { startServer } from '../accept/server-process.js'
import { atLeast, atMost, type Benchmark, type BenchmarkContext } from '../benchmark.js'
import { startChild, type Child } from '../child.js'
import { median } from '../median.js'
import { percentile } from '../percentile.js'
import { openBacklog, type Backlog } from './backlog.js'
import { addDeadNeighbour, beside, drainInTurns } from './dead-neighbour.js'
import { latencies } from './latency.js'
import type { Came, Expect } from './receiver.js'
import type { Drain } from './statements-loop.js'
import {
  drain,
  drainByStatements,
  post,
  type,
  type Measured,
  type Receiver,
  type Sending,
  type Sent,
} from './throughput.js'
import type { Post, Posted } from './undici-loop.js'

const rounds = 5
const events = 10_000
const warmUp = 3000
const deadEvents = 100_000
const deadRounds = 3
const singles = 100

/**
 * A worker drains a queue; undici alone sends the same requests in a loop, to the same receiver over as many
 * connections; and a loop drains as much by the worker's own statements, on a database of its own. Then the same beside
 * an endpoint that is dead and for which much waits.
 */
export const webhooks: Benchmark = {
  name: 'webhooks',
  title:
    `a worker delivers ${events.toLocaleString('en')} waiting events to a local endpoint, in turns with a bare loop of ` +
    `undici, ${rounds} rounds; and beside a dead endpoint for which ${deadEvents.toLocaleString('en')} wait`,
  run: async (context) => {
    const receiver = await startChild<Expect, Came>(new URL('receiver.ts', import.meta.url))
    const loop = await startChild<Post, Posted>(new URL('undici-loop.ts', import.meta.url))
    const statements = await startChild<Drain, Posted>(new URL('statements-loop.ts', import.meta.url))
    const secretKey = randomBytes(32).toString('base64')
    const databaseUrl = await context.createDatabase()
    const env = { POSTSEAL_SECRET_KEY: secretKey, POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' }
    let service = await startServer('service', databaseUrl, { ...env, POSTSEAL_ROLES: 'webhooks' })
    const credentials = service.credentials
    const backlog = await openBacklog(databaseUrl, credentials, secretKey)
    const other = await emptyService(context, secretKey)
    try {
      const url = `http://127.0.0.1:${receiver.hello.port}/hooks`
      const healthy = await backlog.subscribe(url, type)
      const { one, bare, byStatements, connections } = await inTurns(
        context,
        { backlog, healthy, sending: service },
        { backlog: other, subscription: await other.subscribe(url, type), loop: statements },
        { receiver, loop },
      )

      context.progress('filling the queue of a dead endpoint')
      const neighbour = await addDeadNeighbour(backlog, deadEvents)
      const { alone, together } = await drainInTurns(backlog, receiver, {
        healthy,
        service,
        neighbour,
        events,
        rounds: deadRounds,
        progress: (line) => context.progress(line),
      })

      await service.stop()
      service = await startServer('service', databaseUrl, { ...env, POSTSEAL_ROLES: 'api,webhooks' })
      const accepted = await backlog.subscribe(`${url}/accepted`, 'message.accepted')
      await backlog.enable(accepted)
      const single = (times: number) => latencies({ url: service.url, credentials }, receiver, times)
      context.progress('one event at a time')
      await single(10)
      const quick = await single(singles)
      context.progress('one event at a time, beside a dead endpoint')
      const slow = await beside(backlog, neighbour, () => single(singles))

      const row = (
        way: string,
        sent: readonly Sent[],
        ends: readonly number[],
        times: readonly number[],
      ) => ({
        way,
        'deliveries/s': Math.round(median(sent.map(({ rate }) => rate))),
        'Node µs a delivery': Math.round(median(sent.map(({ nodeUs }) => nodeUs))),
        'PostgreSQL µs a delivery': Math.round(median(sent.map(({ databaseUs }) => databaseUs))),
        'to the end, s': ends.length > 0 ? (median(ends) / 1000).toFixed(2) : '',
        'one event, p50 ms': times.length > 0 ? percentile(times, 50).toFixed(1) : '',
        'p95 ms': times.length > 0 ? percentile(times, 95).toFixed(1) : '',
      })
      const rowOf = (way: string, measured: readonly Measured[], times: readonly number[]) =>
        row(
          way,
          measured,
          measured.map(({ untilEnd }) => untilEnd),
          times,
        )
      return {
        rows: [
          row(`undici in a loop, ${connections} connections`, bare, [], []),
          row('undici and the same statements', byStatements, [], []),
          rowOf('the service', one, []),
          rowOf('the service, later', alone, quick),
          rowOf('beside a dead endpoint', together, slow),
        ],
        ratios: {
          undici_ratio: atLeast(0.4, ratioOf(one, bare)),
          statements_ratio: atLeast(0.85, ratioOf(one, byStatements)),
          idle_p50_ms: atMost(10, percentile(quick, 50)),
          dead_neighbour_ratio: atLeast(
            0.8,
            median(alone.map(({ untilEnd }, round) => untilEnd / (together[round]?.untilEnd ?? NaN))),
          ),
        },
      }
    } finally {
      await backlog.close()
      await other.close()
      await service.stop()
      await loop.stop()
      await statements.stop()
      await receiver.stop()
    }
  },
}

/** A database that the service has made and left. */
async function emptyService(
  context: BenchmarkContext,
  secretKey: string,
): Promise<Backlog & { url: string }> {
  const url = await context.createDatabase()
  const service = await startServer('service', url, { POSTSEAL_SECRET_KEY: secretKey })
  const backlog = await openBacklog(url, service.credentials, secretKey)
  await service.stop()
  return { ...backlog, url }
}

async function inTurns(
  context: BenchmarkContext,
  service: { backlog: Backlog; healthy: string; sending: Sending },
  other: { backlog: Backlog & { url: string }; subscription: string; loop: Child<Drain, Posted> },
  { receiver, loop }: { readonly receiver: Receiver; readonly loop: Child<Post, Posted> },
): Promise<{ one: Measured[]; bare: Sent[]; byStatements: Sent[]; connections: number }> {
  context.progress('warming up')
  const drainService = (requests: number) =>
    drain(service.backlog, service.healthy, receiver, { events: requests, service: service.sending })
  await drainService(warmUp)
  // By now the endpoint gets all the connections that it can have.
  const { connections, bodyBytes } = await drainService(warmUp)
  const work = { port: receiver.hello.port, connections, bodyBytes }
  const queue = {
    ...work,
    databaseUrl: other.backlog.url,
    workspaceId: other.backlog.workspaceId,
    subscriptionId: other.subscription,
    url: `http://127.0.0.1:${work.port}/hooks`,
  }
  const drainOther = (requests: number) =>
    drainByStatements(other.loop, other.backlog, receiver, { ...queue, requests })
  await post(loop, receiver, { ...work, requests: warmUp })
  await drainOther(warmUp)
  await drainOther(warmUp)
  const one: Measured[] = []
  const bare: Sent[] = []
  const byStatements: Sent[] = []
  for (let round = 1; round <= rounds; round += 1) {
    context.progress(`round ${round}`)
    one.push(await drainService(events))
    bare.push(await post(loop, receiver, { ...work, requests: events }))
    byStatements.push(await drainOther(events))
  }
  return { one, bare, byStatements, connections }
}

function ratioOf(ones: readonly Sent[], others: readonly Sent[]): number {
  return median(ones.map(({ rate }, round) => rate / (others[round]?.rate ?? NaN)))
}
