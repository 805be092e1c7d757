import { startServer, type ServerProcess } from '../accept/server-process.js'
import { underLoad } from '../accept/load.js'
import { atLeast, atMost, type Benchmark, type BenchmarkContext } from '../benchmark.js'
import { startChild } from '../child.js'
import { openBacklog } from '../delivery/backlog.js'
import type { Came, Expect } from '../delivery/discarding-server.js'
import { drain, workerEnv } from '../delivery/drain.js'
import { median } from '../median.js'
import { measureApart } from './apart.js'

const counts = [1, 2, 4] as const
const rounds = 3
const connections = 32
const secondsEach = 4
const messages = 4000
const warmUp = 2000

/** By the number of processes. */
type ByCount = Record<(typeof counts)[number], number[]>

/** Several processes on one PostgreSQL: how much more they accept and deliver, and how soon they wake each other. */
export const processes: Benchmark = {
  name: 'processes',
  title:
    `sends over ${connections} connections and the delivery of ${messages.toLocaleString('en')} messages with 1, 2 and 4 ` +
    `processes on one PostgreSQL, ${rounds} rounds; one message at a time through one process and through two`,
  run: async (context) => {
    const server = await startChild<Expect, Came>(
      new URL('../delivery/discarding-server.ts', import.meta.url),
    )
    try {
      const env = workerEnv(server.hello.port)
      const accepted = await accepting(context, env)
      const delivered = await delivering(context, env, (backlog, count) => drain(backlog, server, count))
      const idle = await measureApart(context, env, server)
      const gain = (rates: ByCount, count: 2 | 4) => median(rates[count]) / median(rates[1])
      const ms = (times: readonly number[]) => median(times).toFixed(1)
      return {
        rows: [
          ...counts.map((count) => ({
            way: `${count} ${count === 1 ? 'process' : 'processes'}`,
            'accepted/s': Math.round(median(accepted[count])),
            'delivered/s': Math.round(median(delivered[count])),
            'to the mail server, p50 ms': count === 1 ? ms(idle.mail.one) : '',
            'to the webhook, p50 ms': count === 1 ? ms(idle.webhook.one) : '',
          })),
          {
            way: 'api in one, workers in another',
            'accepted/s': '',
            'delivered/s': '',
            'to the mail server, p50 ms': ms(idle.mail.apart),
            'to the webhook, p50 ms': ms(idle.webhook.apart),
          },
        ],
        ratios: {
          // On two cores that the load and PostgreSQL share, more processes are to cost little. They gain on more
          // cores.
          accept_2_ratio: atLeast(0.9, gain(accepted, 2)),
          accept_4_ratio: atLeast(0.9, gain(accepted, 4)),
          delivery_2_ratio: atLeast(1, gain(delivered, 2)),
          delivery_4_ratio: atLeast(0.9, gain(delivered, 4)),
          mail_apart_ratio: atMost(2, median(idle.mail.apart) / median(idle.mail.one)),
          webhook_apart_ratio: atMost(2, median(idle.webhook.apart) / median(idle.webhook.one)),
        },
      }
    } finally {
      await server.stop()
    }
  },
}

type Env = Readonly<Record<string, string>>

/** Measures how fast one load is accepted by the first one, two and four of four processes, in turns. */
async function accepting(context: BenchmarkContext, env: Env): Promise<ByCount> {
  const databaseUrl = await context.createDatabase()
  const running: ServerProcess[] = []
  const rates: ByCount = { 1: [], 2: [], 4: [] }
  try {
    for (let left = Math.max(...counts); left > 0; left -= 1) {
      running.push(await startServer('service', databaseUrl, { ...env, POSTSEAL_ROLES: 'api' }))
    }
    const [first] = running as [ServerProcess]
    // Each by itself: what all of them share would compile little of the code of each.
    for (const [index, service] of running.entries()) {
      context.progress(`accepting, warm-up ${index}`)
      await acceptedBy([service], first)
    }
    for (let round = 1; round <= rounds; round += 1) {
      context.progress(`accepting, round ${round}`)
      for (const count of counts) rates[count].push(await acceptedBy(running.slice(0, count), first))
    }
    return rates
  } finally {
    for (const service of running) await service.stop()
  }
}

async function acceptedBy(
  services: readonly ServerProcess[],
  { credentials }: ServerProcess,
): Promise<number> {
  const body = JSON.stringify({
    project_id: credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Reset your password',
    text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
    category: 'password_reset',
  })
  const measured = await Promise.all(
    services.map(({ url }) =>
      underLoad({
        url,
        path: '/v1/messages',
        key: credentials.project_key,
        connections: connections / services.length,
        seconds: secondsEach,
        body: () => body,
      }),
    ),
  )
  return measured.reduce((sum, { rate }) => sum + rate, 0)
}

type Backlog = Awaited<ReturnType<typeof openBacklog>>

/** Measures how fast one, two and four processes deliver one backlog. */
async function delivering(
  context: BenchmarkContext,
  env: Env,
  drained: (backlog: Backlog, count: number) => Promise<{ rate: number }>,
): Promise<ByCount> {
  const databaseUrl = await context.createDatabase()
  const running = [await startServer('service', databaseUrl, env)]
  const backlog = await openBacklog(databaseUrl, (running[0] as ServerProcess).credentials)
  const rates: ByCount = { 1: [], 2: [], 4: [] }
  try {
    for (const count of counts) {
      while (running.length < count) running.push(await startServer('service', databaseUrl, env))
      context.progress(`delivering with ${count}`)
      await drained(backlog, warmUp * count)
      for (let round = 1; round <= rounds; round += 1) {
        rates[count].push((await drained(backlog, messages)).rate)
      }
    }
    return rates
  } finally {
    await backlog.close()
    for (const service of running) await service.stop()
  }
}
