import { randomUUID } from 'node:crypto'
import { atLeast, type Benchmark, type Ratio } from '../benchmark.js'
import { median } from '../median.js'
import { underLoad, type Measured } from './load.js'
import { startServer, type ServerProcess } from './server-process.js'

const ways = ['floor', 'service', 'transactions'] as const
type Way = (typeof ways)[number]

const rounds = 6
const secondsEach = 3

const inWords: Record<Way, string> = {
  floor: 'the same app, answering 202 without the database',
  service: 'the service',
  transactions: 'a transaction a request',
}

/** Single sends. The three ways take turns, round after round, and a ratio is the median of its rounds. */
export const accept: Benchmark = {
  name: 'accept',
  title: `single sends over keep-alive connections, ${rounds} rounds of ${secondsEach} s a way; with and without keys`,
  run: async (context) => {
    const servers = {} as Record<Way, ServerProcess>
    for (const way of ways) servers[way] = await startServer(way, await context.createDatabase())
    try {
      const rows: Record<string, string | number>[] = []
      const ratios: Record<string, Ratio> = {}
      for (const way of ways) await load(servers[way], 32, true, 2)
      for (const keyed of [false, true]) {
        for (const connections of [32, 128]) {
          const measured: Record<Way, Measured[]> = { floor: [], service: [], transactions: [] }
          for (let round = 1; round <= rounds; round++) {
            context.progress(`${connections} connections, ${keyed ? 'with' : 'without'} keys, round ${round}`)
            for (const way of beginningAt(round)) {
              measured[way].push(await load(servers[way], connections, keyed, secondsEach))
            }
          }
          for (const way of ways) rows.push(rowOf(way, connections, keyed, measured[way]))
          const quotient = (other: Way) =>
            median(measured.service.map(({ rate }, round) => rate / (measured[other][round]?.rate ?? NaN)))
          const name = `${connections}${keyed ? '_keyed' : ''}`
          ratios[`contract_floor_ratio_${name}`] = atLeast(0.6, quotient('floor'))
          ratios[`transaction_ratio_${name}`] = atLeast(2.5, quotient('transactions'))
        }
      }
      return {
        rows,
        ratios: {
          contract_floor_ratio: atLeast(0.6, lowest(ratios, 'contract_floor_ratio')),
          transaction_ratio: atLeast(2.5, lowest(ratios, 'transaction_ratio')),
          ...ratios,
        },
      }
    } finally {
      for (const server of Object.values(servers)) await server.stop()
    }
  },
}

/** A target is for every number of connections, with keys and without. */
function lowest(ratios: Readonly<Record<string, Ratio>>, name: string): number {
  const own = Object.entries(ratios).filter(([key]) => key.startsWith(name))
  return Math.min(...own.map(([, { value }]) => value))
}

/** Each way comes first, second and last in turn: PostgreSQL tidies up after one while the next is measured. */
function beginningAt(round: number): Way[] {
  return ways.map((_way, index) => ways[(index + round) % ways.length] as Way)
}

function load(
  server: ServerProcess,
  connections: number,
  keyed: boolean,
  seconds: number,
): Promise<Measured> {
  const { credentials } = server
  const body = JSON.stringify({
    project_id: credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Reset your password',
    text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
    category: 'password_reset',
  })
  return underLoad({
    url: server.url,
    path: '/v1/messages',
    key: credentials.project_key,
    connections,
    seconds,
    body: () => body,
    ...(keyed && { idempotencyKey: randomUUID }),
  })
}

function rowOf(way: Way, connections: number, keyed: boolean, measured: readonly Measured[]) {
  return {
    way: inWords[way],
    connections,
    keys: keyed ? 'yes' : 'no',
    'requests/s': Math.round(median(measured.map(({ rate }) => rate))),
    'p50 ms': median(measured.map(({ p50 }) => p50)),
    'p99 ms': median(measured.map(({ p99 }) => p99)),
  }
}
