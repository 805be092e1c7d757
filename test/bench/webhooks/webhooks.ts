import { randomBytes } from 'node:crypto'
import { startServer } from '../accept/server-process.js'
import { atLeast, type Benchmark, type BenchmarkContext } from '../benchmark.js'
import { startChild, type Child } from '../child.js'
import { median } from '../median.js'
import { percentile } from '../percentile.js'
import { openBacklog, type Backlog } from './backlog.js'
import { addDeadNeighbour, beside, drainInTurns } from './dead-neighbour.js'
import { latencies } from './latency.js'
import type { Came, Expect } from './receiver.js'
import { drain, post, type, type Measured, type Receiver } from './throughput.js'
import type { Post, Posted } from './undici-loop.js'

const rounds = 5
const events = 10_000
const warmUp = 3000
const deadEvents = 100_000
const deadRounds = 3
const singles = 100

/**
 * A worker drains a queue; undici alone sends the same requests in a loop, to the same receiver over as many connections.
 * Then the same beside an endpoint that is dead and for which much waits.
 */
export const webhooks: Benchmark = {
  name: 'webhooks',
  title:
    `a worker delivers ${events.toLocaleString('en')} waiting events to a local endpoint, in turns with a bare loop of ` +
    `undici, ${rounds} rounds; and beside a dead endpoint for which ${deadEvents.toLocaleString('en')} wait`,
  run: async (context) => {
    const receiver = await startChild<Expect, Came>(new URL('receiver.ts', import.meta.url))
    const loop = await startChild<Post, Posted>(new URL('undici-loop.ts', import.meta.url))
    const secretKey = randomBytes(32).toString('base64')
    const databaseUrl = await context.createDatabase()
    const env = { POSTSEAL_SECRET_KEY: secretKey, POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' }
    let service = await startServer('service', databaseUrl, { ...env, POSTSEAL_ROLES: 'webhooks' })
    const credentials = service.credentials
    const backlog = await openBacklog(databaseUrl, credentials, secretKey)
    try {
      const url = `http://127.0.0.1:${receiver.hello.port}/hooks`
      const healthy = await backlog.subscribe(url, type)
      const { one, bare, connections } = await againstUndici(context, backlog, healthy, receiver, loop)

      context.progress('filling the queue of a dead endpoint')
      const neighbour = await addDeadNeighbour(backlog, deadEvents)
      const { alone, together } = await drainInTurns(backlog, healthy, receiver, neighbour, {
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

      const rates = one.map(({ rate }) => rate)
      const row = (
        way: string,
        rates: readonly number[],
        ends: readonly number[],
        times: readonly number[],
      ) => ({
        way,
        'deliveries/s': rates.length > 0 ? Math.round(median(rates)) : '',
        'to the end, s': ends.length > 0 ? (median(ends) / 1000).toFixed(2) : '',
        'one event, p50 ms': times.length > 0 ? percentile(times, 50).toFixed(1) : '',
        'p95 ms': times.length > 0 ? percentile(times, 95).toFixed(1) : '',
      })
      const rowOf = (way: string, measured: readonly Measured[], times: readonly number[]) =>
        row(
          way,
          measured.map(({ rate }) => rate),
          measured.map(({ untilEnd }) => untilEnd),
          times,
        )
      return {
        rows: [
          row(`undici in a loop, ${connections} connections`, bare, [], []),
          rowOf('the service', one, []),
          rowOf('the service, later', alone, quick),
          rowOf('beside a dead endpoint', together, slow),
        ],
        ratios: {
          undici_ratio: atLeast(0.4, median(rates.map((rate, round) => rate / (bare[round] ?? NaN)))),
          dead_neighbour_ratio: atLeast(
            0.8,
            median(alone.map(({ untilEnd }, round) => untilEnd / (together[round]?.untilEnd ?? NaN))),
          ),
        },
      }
    } finally {
      await backlog.close()
      await service.stop()
      await loop.stop()
      await receiver.stop()
    }
  },
}

async function againstUndici(
  context: BenchmarkContext,
  backlog: Backlog,
  healthy: string,
  receiver: Receiver,
  loop: Child<Post, Posted>,
): Promise<{ one: Measured[]; bare: number[]; connections: number }> {
  context.progress('warming up')
  await drain(backlog, healthy, receiver, warmUp)
  // By now the endpoint gets all the connections that it can have.
  const { connections, bodyBytes } = await drain(backlog, healthy, receiver, warmUp)
  const work = { port: receiver.hello.port, connections, bodyBytes }
  await post(loop, receiver, { ...work, requests: warmUp })
  const one: Measured[] = []
  const bare: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    context.progress(`round ${round}`)
    one.push(await drain(backlog, healthy, receiver, events))
    bare.push(await post(loop, receiver, { ...work, requests: events }))
  }
  return { one, bare, connections }
}
