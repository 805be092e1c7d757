import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyEnvironment, install } from '../../../scripts/test-python/environment.js'
import { findInterpreter, type Interpreter } from '../../../scripts/test-python/interpreter.js'
import { buildWheel } from '../../../scripts/test-python/wheel.js'
import { operationsOf, ownContract } from '../../../server/platform/http/operation/contract.js'
import { atMost, type Benchmark, type BenchmarkResult } from '../benchmark.js'
import { cpuTimes, type Program } from './cpu.js'
import { installAlone, type Installed } from './packages.js'

const rounds = 21
const peers = ['httpx2', 'resend', 'svix', 'stripe']

/**
 * Measures what the Python client costs its users, against clients of other services and against the HTTP library
 * that it stands on. Each is installed into an environment of its own. Without Python or the network the benchmark
 * says so and measures nothing.
 */
export const python: Benchmark = {
  name: 'python',
  title: `the Python client's sizes and CPU time, medians of ${rounds} processes beyond an interpreter alone`,
  run: async (context) => {
    const progress = (line: string) => context.progress(line)
    const interpreter = await findInterpreter()
    if (interpreter === undefined) return nothing('There is no Python.', progress)
    const folder = mkdtempSync(path.join(tmpdir(), 'postseal-bench-'))
    try {
      progress('builds and installs')
      const own = await installOwn(interpreter, folder)
      const others: Installed[] = []
      for (const name of peers) {
        progress(`installs ${name}`)
        others.push(await installAlone(interpreter, folder, name))
      }
      progress('measures CPU time')
      return await measure(interpreter, own, others)
    } catch (error) {
      if (!/network/.test(String(error))) throw error
      return nothing('The packages cannot be downloaded.', progress)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function installOwn(interpreter: Interpreter, folder: string): Promise<Installed> {
  const tools = await emptyEnvironment(interpreter, path.join(folder, 'tools'))
  await install(interpreter, tools, ['hatchling'])
  const wheel = await buildWheel(tools, path.resolve('sdk-python'), folder)
  return installAlone(interpreter, folder, 'postseal', wheel)
}

async function measure(
  interpreter: Interpreter,
  own: Installed,
  others: readonly Installed[],
): Promise<BenchmarkResult> {
  const all = [own, ...others]
  const here = (source: string): Program => ({ python: own.environment.python, source })
  // A client makes its connections when it first needs them, so its first request counts as well. Nothing listens
  // there.
  const address = 'http://127.0.0.1:9'
  const client = `from postseal import Postseal; client = Postseal("wk_0", base_url="${address}", max_retries=0)`
  const bare = 'import httpx2; client = httpx2.Client()'
  const failing = (call: string) => `\ntry: ${call}\nexcept Exception: pass\nelse: raise SystemExit(1)`
  const programs = [
    ...all.map(({ name, environment }) => ({ python: environment.python, source: `import ${name}` })),
    here('import postseal.webhooks'),
    here('import postseal.webhooks; postseal.webhooks.verify_webhook'),
    here(client),
    here(bare),
    here(client + failing('client.messages.retrieve("msg_1")')),
    here(bare + failing(`client.get("${address}")`)),
  ]
  const times = await cpuTimes(interpreter, programs, rounds)
  const [webhooks = NaN, verifier = NaN, made = NaN, bareMade = NaN, first = NaN, bareFirst = NaN] =
    times.slice(all.length)
  const row = (what: string, milliseconds: number, of?: Installed) => ({
    what,
    version: of?.version ?? '',
    'wheel kB': of === undefined ? '' : kilobytes(of.wheel),
    'with dependencies kB': of === undefined ? '' : kilobytes(of.all),
    'CPU ms': Math.round(milliseconds * 10) / 10,
  })
  return {
    rows: [
      ...all.map((installed, index) => row(`import ${installed.name}`, times[index] ?? NaN, installed)),
      row('import postseal.webhooks', webhooks),
      row('and its verify_webhook', verifier),
      row('Postseal()', made),
      row('httpx2.Client()', bareMade),
      row('Postseal() and its first request', first),
      row('httpx2.Client() and its first request', bareFirst),
    ],
    ratios: {
      wheel_kilobytes_an_operation: atMost(1.3, own.wheel / 1000 / operationsOf(ownContract()).length),
      installed_megabytes: atMost(3.2, own.all / 1e6),
      import_milliseconds: atMost(10, times[0] ?? NaN),
      webhooks_milliseconds: atMost(15, webhooks),
      client_ratio: atMost(1.2, made / bareMade),
      first_request_ratio: atMost(1.2, first / bareFirst),
    },
  }
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000)
}

function nothing(why: string, progress: (line: string) => void): BenchmarkResult {
  progress(`${why} Nothing is measured.`)
  return { rows: [], ratios: {} }
}
