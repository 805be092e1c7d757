import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../server/platform/config/config.js'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'
import { copyMigratedFolder } from '../database/embedded-template.js'
import { heldPort } from '../network/ports.js'
import { deleteDataDirs, newDataDir } from '../run/scratch-folder.js'
import { until } from '../time/until.js'
import { v8Options } from './v8-options.js'

/**
 * The built service as processes of their own, for what a test in this process cannot do to it: signals, exit
 * codes, two services on one data folder. Whatever a test file leaves behind is ended and deleted after it.
 */

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))
/** A path of another build stays as it is. */
const built = (file: string) => path.resolve(dist, file)
const running = new Set<ChildProcess>()

/** Ends and deletes what a test file has left: see run/end-processes.ts. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')))
  deleteDataDirs()
}
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type Env = Record<string, string>

/** A process's end: its code or signal, and the text that it printed. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A started process, ready or not. */
export interface Started {
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<Ended>
  kill(signal?: NodeJS.Signals): Promise<Ended>
}

/** A service that answers. */
export interface ServiceProcess extends Started {
  readonly url: string
  readonly dataDir: string
  /** Its variables; give them to another start on the same data and ports. */
  readonly env: Env
  readonly credentials: FirstCredentials
  /** SIGTERM, and the end. */
  stop(): Promise<Ended>
}

/** Makes a data folder. If the embedded database will be used, the folder already has it, migrated. */
async function preparedDataDir(env: Env): Promise<string> {
  const folder = newDataDir()
  if (env['DATABASE_URL'] === undefined) await copyMigratedFolder(path.join(folder, 'db'))
  return folder
}

/** Variables for a service on ports and a data folder of its own. */
export async function serviceEnv(env: Env = {}): Promise<Env> {
  const [port, sink, inbound] = await Promise.all([heldPort(), heldPort(), heldPort()])
  return {
    PORT: String(port),
    POSTSEAL_SINK_PORT: String(sink),
    POSTSEAL_INBOUND_PORT: String(inbound),
    POSTSEAL_SHUTDOWN_GRACE: '0',
    POSTSEAL_DATA_DIR: env['POSTSEAL_DATA_DIR'] ?? (await preparedDataDir(env)),
    ...env,
  }
}

/**
 * Runs a built file with these variables and no others of this process.
 *
 * @param file its path in `dist/`, or the whole path of one of another build
 */
export function run(file: string, args: readonly string[], env: Env): Started {
  return spawnNode([built(file), ...args], env)
}

function spawnNode(args: readonly string[], env: Env): Started {
  const child = spawn(process.execPath, [...v8Options, ...args], {
    // Without flushes, for speed: the tests of power cuts turn them on.
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), POSTSEAL_EMBEDDED_FLUSH: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return follow(child)
}

/** Numbers that are not in the environment, by their group in the configuration. */
export type Numbers = {
  readonly [Group in 'leases' | 'delivery' | 'programs' | 'automations' | 'webhooks']?: Partial<Config[Group]>
}

/** Runs the built service with numbers of a test's own. SIGTERM ends it as it ends the service. */
function runWithNumbers(numbers: Numbers, env: Env): Started {
  const program = fileURLToPath(new URL('service-with-numbers.mjs', import.meta.url))
  const options = [
    JSON.stringify(numbers),
    built('parts/platform/config/config.js'),
    built('process/service.js'),
  ]
  return spawnNode([program, ...options], env)
}

/** Keeps an eye on a child process: its output, its end, and that it does not outlive the test file. */
export function follow(child: ChildProcess): Started {
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, stdout, stderr }
  })
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * Starts the service and waits until it answers.
 *
 * @param env as of {@link serviceEnv}; those of an earlier start for a restart
 * @param numbers those that differ from the service's own
 * @param main the program, as of {@link run}; it has the numbers of its own
 * @throws Error with its output where it ends instead
 */
export async function startProcess(env: Env, numbers?: Numbers, main = 'main.js'): Promise<ServiceProcess> {
  const started = numbers === undefined ? run(main, [], env) : runWithNumbers(numbers, env)
  let end: Ended | undefined
  void started.ended.then((ended) => (end = ended))
  const url = `http://127.0.0.1:${env['PORT']}`
  await until(async () => {
    if (end !== undefined)
      throw new Error(`the service ended with ${end.code ?? end.signal}: ${end.stdout}${end.stderr}`)
    return fetch(`${url}/healthz`).then(
      (reply) => reply.ok,
      () => false,
    )
  }, 'the service to answer').catch((error: unknown) => {
    throw new Error(`${String(error)}; it said: ${started.stdout()}${started.stderr()}`)
  })
  const dataDir = env['POSTSEAL_DATA_DIR'] ?? ''
  return {
    ...started,
    url,
    dataDir,
    env,
    get credentials() {
      return readCredentials(dataDir)
    },
    stop: () => started.kill('SIGTERM'),
  }
}

/** Reads the credentials that the first start has left in a data folder. */
export function readCredentials(dataDir: string): FirstCredentials {
  const file = path.join(dataDir, 'credentials.json')
  if (!existsSync(file)) throw new Error(`${file} is not there`)
  return JSON.parse(readFileSync(file, 'utf8')) as FirstCredentials
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}
