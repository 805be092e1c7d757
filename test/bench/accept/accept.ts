import { randomUUID } from 'node:crypto'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'
import { atLeast, atMost, type Benchmark, type Ratio } from '../benchmark.js'
import { startChild } from '../child.js'
import { median } from '../median.js'
import { idleSends } from './idle.js'
import { underLoad, type Measured } from './load.js'
import { startServer, type ServerProcess } from './server-process.js'

const ways = ['bare', 'floor', 'service', 'transactions'] as const
type Way = (typeof ways)[number]

const rounds = 6
const secondsEach = 3

const inWords: Record<Way, string> = {
  bare: 'Express with a validator of one path, answering 202',
  floor: 'the same app, answering 202 without the database',
  service: 'the service',
  transactions: 'a transaction a request',
}

/** The part of each other way's rate that the service is to reach. */
const targets = { bare: 0.5, floor: 0.6, transactions: 5 } as const
const names = {
  bare: 'bare_ratio',
  floor: 'contract_floor_ratio',
  transactions: 'transaction_ratio',
} as const

/** Single sends. The ways take turns, round after round, and a ratio is the median of its rounds. */
export const accept: Benchmark = {
  name: 'accept',
  title: `single sends over keep-alive connections, ${rounds} rounds of ${secondsEach} s a way; with and without keys`,
  run: async (context) => {
    const servers = {} as Record<Exclude<Way, 'bare'>, ServerProcess>
    for (const way of ways) {
      if (way !== 'bare') servers[way] = await startServer(way, await context.createDatabase())
    }
    const bare = await startChild<never, { port: number }>(new URL('bare-server.ts', import.meta.url))
    const urlOf = (way: Way) => (way === 'bare' ? `http://127.0.0.1:${bare.hello.port}` : servers[way].url)
    const credentialsOf = (way: Way) => servers[way === 'bare' ? 'service' : way].credentials
    const loadOf = (way: Way, connections: number, keyed: boolean, seconds: number) =>
      load(urlOf(way), credentialsOf(way), { connections, keyed, seconds })
    try {
      const rows: Record<string, string | number>[] = []
      const ratios: Record<string, Ratio> = {}
      for (const way of ways) await loadOf(way, 32, way !== 'bare', 2)
      for (const keyed of [false, true]) {
        for (const connections of [32, 128]) {
          const asked = ways.filter((way) => way !== 'bare' || (!keyed && connections === 32))
          const measured: Record<Way, Measured[]> = { bare: [], floor: [], service: [], transactions: [] }
          for (let round = 1; round <= rounds; round++) {
            context.progress(`${connections} connections, ${keyed ? 'with' : 'without'} keys, round ${round}`)
            for (const way of beginningAt(asked, round)) {
              measured[way].push(await loadOf(way, connections, keyed, secondsEach))
            }
          }
          for (const way of asked) {
            rows.push(rowOf(way, connections, keyed, measured[way]))
            if (way === 'service') continue
            const quotients = measured.service.map(({ rate }, at) => rate / (measured[way][at]?.rate ?? NaN))
            const name = `${names[way]}_${connections}${keyed ? '_keyed' : ''}`
            ratios[name] = atLeast(targets[way], median(quotients))
          }
        }
      }
      context.progress('an idle system')
      const idle = await idleSends(servers.service, bodyFor(servers.service.credentials))
      rows.push(idleRow('the service, idle', idle.send), idleRow('an insert and its commit', idle.commit))
      return { rows, ratios: { ...lowestOf(ratios), idle_commits: atMost(3, idle.commits), ...ratios } }
    } finally {
      await bare.stop()
      for (const server of Object.values(servers)) await server.stop()
    }
  },
}

/** A target is for every number of connections, with keys and without. */
function lowestOf(ratios: Readonly<Record<string, Ratio>>): Record<string, Ratio> {
  const lowest = (['bare', 'floor', 'transactions'] as const).map((way) => {
    const own = Object.entries(ratios).filter(([key]) => key.startsWith(names[way]))
    return [names[way], atLeast(targets[way], Math.min(...own.map(([, { value }]) => value)))] as const
  })
  return Object.fromEntries(lowest)
}

/** Each way comes at each place in turn: PostgreSQL tidies up after one while the next is measured. */
function beginningAt(asked: readonly Way[], round: number): Way[] {
  return asked.map((_way, index) => asked[(index + round) % asked.length] as Way)
}

function bodyFor(credentials: FirstCredentials): string {
  return JSON.stringify({
    project_id: credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Reset your password',
    text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
    category: 'password_reset',
  })
}

function load(
  url: string,
  credentials: FirstCredentials,
  {
    connections,
    keyed,
    seconds,
  }: { readonly connections: number; readonly keyed: boolean; readonly seconds: number },
): Promise<Measured> {
  const body = bodyFor(credentials)
  return underLoad({
    url,
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

/** One at a time. */
function idleRow(way: string, ms: number) {
  const p50 = Math.round(ms * 100) / 100
  return { way, connections: 1, keys: 'no', 'requests/s': Math.round(1000 / ms), 'p50 ms': p50, 'p99 ms': '' }
}
