import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { performance } from 'node:perf_hooks'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import pg from 'pg'
import { startPostgresServer, type PostgresServer } from '../support/postgres/postgres-server.js'
import { beginRun } from '../support/run/run.js'
import type { Benchmark, BenchmarkContext, BenchmarkResult, Ratio } from './benchmark.js'
import { benchmarks } from './benchmarks.js'
import { tableOf } from './table.js'

const usage = `npm run bench -- [name ...] [--list] [--json] [--check]

Runs the benchmarks of these names, or all of them but those that take half an hour, one after the other.

--list    only lists them
--json    the last line of the output is one JSON object: every benchmark's ratios
--check   exits with 1 where a target is missed
--server postgres://USER@127.0.0.1:PORT
          a PostgreSQL of yours on this machine, in which databases are made and removed, instead of one that the
          benchmarks start
${benchmarks.map(({ name, flags }) => (flags === undefined ? '' : `\nOf ${name} alone:\n\n${flags.usage}`)).join('')}`

const options: NonNullable<ParseArgsConfig['options']> = {
  list: { type: 'boolean' },
  json: { type: 'boolean' },
  check: { type: 'boolean' },
  server: { type: 'string' },
  help: { type: 'boolean' },
}

type BenchServer = Pick<PostgresServer, 'url' | 'stop'>
type Flags = BenchmarkContext['flags']

async function main(): Promise<void> {
  const { values: flags, positionals: names } = parseArgs({
    allowPositionals: true,
    options: Object.assign(
      {},
      options,
      ...benchmarks.map((benchmark) => benchmark.flags?.options),
    ) as typeof options,
  })
  if (flags.help) return print(usage)
  if (flags.list) return print(tableOf(benchmarks.map(({ name, title }) => ({ name, title }))) + '\n')

  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
  if (unknown.length > 0) {
    process.stderr.write(`There is no benchmark ${unknown.join(', ')}. --list lists them.\n`)
    process.exitCode = 2
    return
  }
  const results = await runAll(
    benchmarks.filter(({ name, onlyByName }) =>
      names.length === 0 ? onlyByName !== true : names.includes(name),
    ),
    flags,
  )
  if (flags.json) print(JSON.stringify(ratiosOf(results)) + '\n')
  const missed = [...results.values()].some(({ ratios }) => Object.values(ratios).some(({ ok }) => !ok))
  if (flags.check && missed) process.exitCode = 1
}

async function runAll(
  chosen: readonly Benchmark[],
  flags: Flags,
): Promise<ReadonlyMap<string, BenchmarkResult>> {
  await beginRun(false)
  // The defaults of PostgreSQL, above all fsync and synchronous_commit, and a disk: a commit costs what it costs in
  // production.
  const server =
    typeof flags['server'] === 'string'
      ? runningServer(flags['server'])
      : await startPostgresServer([], tmpdir())
  try {
    const results = new Map<string, BenchmarkResult>()
    for (const benchmark of chosen) results.set(benchmark.name, await runOne(benchmark, server, flags))
    return results
  } finally {
    await server.stop()
  }
}

/** A PostgreSQL that somebody else has started, and stops. */
function runningServer(url: string): BenchServer {
  return { url: url.replace(/\/$/, ''), stop: () => Promise.resolve() }
}

async function runOne(benchmark: Benchmark, server: BenchServer, flags: Flags): Promise<BenchmarkResult> {
  const started = performance.now()
  const created: string[] = []
  const context: BenchmarkContext = {
    flags,
    createDatabase: async () => {
      const name = `bench_${randomBytes(6).toString('hex')}`
      await asAdmin(server, `create database ${name}`)
      created.push(name)
      return `${server.url}/${name}`
    },
    progress: (line) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      process.stderr.write(`${benchmark.name} ${seconds.padStart(4)} s  ${line}\n`)
    },
  }
  print(`${benchmark.name}: ${benchmark.title}\n\n`)
  const result = await benchmark.run(context)
  print(`${tableOf(result.rows)}\n\n${tableOf(Object.entries(result.ratios).map(verdictOf))}\n\n`)
  // The next one is to have the machine and its disk for itself.
  for (const name of created) await asAdmin(server, `drop database ${name} with (force)`)
  return result
}

function verdictOf([ratio, { value, target, ok }]: [string, Ratio]) {
  return { ratio, value, target, verdict: ok ? 'met' : 'missed' }
}

function ratiosOf(results: ReadonlyMap<string, BenchmarkResult>) {
  return Object.fromEntries([...results].map(([name, { ratios }]) => [name, ratios]))
}

async function asAdmin(server: BenchServer, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server.url}/postgres` })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function print(text: string): void {
  process.stdout.write(text)
}

await main()
