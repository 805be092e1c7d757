import { atLeast, atMost, type Benchmark } from '../benchmark.js'
import { median } from '../median.js'
import { processorMs } from '../processor-time.js'
import { underLoad, type Measured } from './load.js'
import { startServer, type ServerProcess } from './server-process.js'

const rounds = 6
const secondsEach = 3
const connections = 32

const ways = ['postgresql', 'embedded'] as const
type Way = (typeof ways)[number]

const inWords: Record<Way, string> = {
  postgresql: 'PostgreSQL',
  embedded: 'the embedded database, with its flush',
}

/** Single sends to the same service on each database, in turns, and one at a time on an idle service. */
export const embedded: Benchmark = {
  name: 'embedded',
  title: `single sends over ${connections} connections on the embedded database and on PostgreSQL, ${rounds} rounds of ${secondsEach} s`,
  run: async (context) => {
    const servers: Record<Way, ServerProcess> = {
      postgresql: await startServer('service', await context.createDatabase()),
      embedded: await startServer('service', ''),
    }
    try {
      const busy: Record<Way, Load[]> = { postgresql: [], embedded: [] }
      const idle: Record<Way, number[]> = { postgresql: [], embedded: [] }
      for (const way of ways) await load(servers[way], connections, 2)
      for (let round = 1; round <= rounds; round++) {
        context.progress(`round ${round}`)
        for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
          busy[way].push(await load(servers[way], connections, secondsEach))
          idle[way].push((await load(servers[way], 1, 1)).p50)
        }
      }
      const quotients = (of: (way: Way, round: number) => number) =>
        median(busy.embedded.map((_load, round) => of('embedded', round) / of('postgresql', round)))
      return {
        rows: ways.map((way) => ({
          database: inWords[way],
          'requests/s': Math.round(median(busy[way].map(({ rate }) => rate))),
          'p50 ms': median(busy[way].map(({ p50 }) => p50)),
          'p99 ms': median(busy[way].map(({ p99 }) => p99)),
          'CPU µs a request': Math.round(median(busy[way].map(({ cpu }) => cpu))),
          'p50 ms of one at a time': median(idle[way]),
        })),
        ratios: {
          embedded_ratio: atLeast(
            0.6,
            quotients((way, round) => busy[way][round]?.rate ?? NaN),
          ),
          idle_latency_ratio: atMost(
            2,
            quotients((way, round) => Math.max(1, idle[way][round] ?? NaN)),
          ),
        },
      }
    } finally {
      for (const server of Object.values(servers)) await server.stop()
    }
  },
}

interface Load extends Measured {
  /** The processor time of the service's process in microseconds a request; PostgreSQL's own is not in it. */
  readonly cpu: number
}

async function load({ url, credentials, pid }: ServerProcess, many: number, seconds: number): Promise<Load> {
  const body = JSON.stringify({
    project_id: credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Reset your password',
    text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
    category: 'password_reset',
  })
  const before = processorMs([pid])
  const measured = await underLoad({
    url,
    path: '/v1/messages',
    key: credentials.project_key,
    connections: many,
    seconds,
    body: () => body,
  })
  return { ...measured, cpu: ((processorMs([pid]) - before) * 1000) / (measured.rate * seconds) }
}
