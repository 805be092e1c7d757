import { spawn, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { installedCommand } from './command.js'
import { TestServerError } from './errors.js'
import { Sink } from './sink.js'

/** The options for starting a test server. */
export interface TestServerOptions {
  /**
   * The command that starts the server, such as `['node', '../postseal/dist/bin.js']`. `startTestServer` adds
   * `--ephemeral`. Default: the command of the installed package `postseal-server`.
   */
  command?: string | readonly string[] | undefined
  /** The folder in which to run the command and to look for the package. Default: this process's working folder. */
  cwd?: string | undefined
  /** Changes to this process's environment for the server. An undefined value removes a variable. */
  env?: Record<string, string | undefined> | undefined
  /** The HTTP port. Default: any free port. */
  port?: number | undefined
  /** The maximum time for the start, in milliseconds. Default: 120 000. */
  timeout_ms?: number | undefined
}

/** The part of a server that a test needs, even if another process started the server. */
export interface TestServerAccess {
  /** The server's URL. */
  baseURL: string
  /** The test project's key. It can send messages, read reports, and manage contacts and lists. */
  apiKey: string
  /** The `project_id` for messages that `apiKey` sends. */
  test_project_id: string
  /** A key for all projects. It also works for webhooks, domains and suppressions. */
  workspace_key: string
  /** The mails that the server has sent. */
  sink: Sink
}

/** A running test server. */
export interface TestServer extends TestServerAccess {
  /** A session of the workspace's owner, for operations that no API key can call. */
  session: string
  /**
   * Environment variables for other processes. `connectTestServer` reads all of them. The client reads
   * POSTSEAL_BASE_URL and POSTSEAL_API_KEY.
   */
  env: Record<string, string>
  /** Stops the server. The server also stops when this process ends. */
  stop(): Promise<void>
}

/** The JSON line that the server prints when it is ready. Only the fields used here. */
interface Handover {
  base_url: string
  test_project_id: string
  test_project_key: string
  workspace_key: string
  session: string
  sink_url: string
}

/** The environment variables of a test server, each with its field of the JSON line. */
const VARIABLES = {
  POSTSEAL_BASE_URL: 'base_url',
  POSTSEAL_API_KEY: 'test_project_key',
  POSTSEAL_TEST_PROJECT_ID: 'test_project_id',
  POSTSEAL_WORKSPACE_KEY: 'workspace_key',
  POSTSEAL_SINK_URL: 'sink_url',
} as const satisfies Record<string, keyof Handover>

const STOP_MS = 10_000
const TAIL = 4000

/**
 * Starts a complete Postseal service for tests. It runs in memory, on a free port of this machine, and its sink
 * receives every mail. The server is ready when the promise resolves, and stops when this process ends. You can run
 * several servers at once.
 *
 * Rejects with TestServerError if the server is not installed, does not start, or is not ready in time.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { cwd = process.cwd(), timeout_ms = 120_000, port } = options
  const given = typeof options.command === 'string' ? [options.command] : options.command
  const [file = '', ...args] = given ?? installedCommand(cwd)
  const child = spawn(
    file,
    [...args, '--ephemeral', ...(port === undefined ? [] : ['--port', String(port)])],
    {
      cwd,
      env: environmentOf(options.env),
      // The server stops when its standard input closes, which happens when this process ends.
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    },
  )
  const handover = await ready(child, timeout_ms)
  const env = Object.fromEntries(Object.entries(VARIABLES).map(([name, field]) => [name, handover[field]]))
  return { ...accessOf(env), session: handover.session, env, stop: () => end(child) }
}

/**
 * Returns access to a server that a global setup started in another process. Reads the variables of that server's
 * `env`.
 *
 * @throws TestServerError if one of the variables is not set
 */
export function connectTestServer(env: Record<string, string | undefined> = process.env): TestServerAccess {
  const missing = Object.keys(VARIABLES).find((name) => !env[name])
  if (missing === undefined) return accessOf(env as Record<string, string>)
  throw new TestServerError(
    `${missing} is not set. Does the global setup of the tests start a server, ` +
      'and pass it on by Object.assign(process.env, server.env)?',
  )
}

function accessOf(env: Record<string, string>): TestServerAccess {
  const of = (name: keyof typeof VARIABLES) => env[name] ?? ''
  return {
    baseURL: of('POSTSEAL_BASE_URL'),
    apiKey: of('POSTSEAL_API_KEY'),
    test_project_id: of('POSTSEAL_TEST_PROJECT_ID'),
    workspace_key: of('POSTSEAL_WORKSPACE_KEY'),
    sink: new Sink(of('POSTSEAL_SINK_URL')),
  }
}

/** Returns the server's environment, without the variables that an earlier test server set for its clients. */
function environmentOf(changes: Record<string, string | undefined> = {}): Record<string, string> {
  const clients = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, undefined]))
  const all = Object.entries({ ...process.env, ...clients, ...changes })
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Waits for the server's JSON line. After that, the server's output goes to standard error. */
function ready(child: ChildProcess, timeoutMs: number): Promise<Handover> {
  return new Promise((resolve, reject) => {
    let line = ''
    let said = ''
    const fail = (why: string, cause?: unknown) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new TestServerError(`The server did not start: ${why}. ${said.trim()}`.trim(), { cause }))
    }
    const timer = setTimeout(() => fail(`it was not ready within ${timeoutMs} ms`), timeoutMs)
    child.once('error', (error) => fail(error.message, error))
    child.once('close', (code, signal) => fail(`it ended with ${signal ?? code}`))
    // Ignores errors from writing to a server that has already ended.
    child.stdin?.on('error', () => undefined)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-TAIL)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (line.includes('\n')) return
      line += text
      if (!line.includes('\n')) return
      const handover = handoverIn(line)
      if (handover === undefined) return fail('it printed something other than its ready line')
      clearTimeout(timer)
      child.removeAllListeners('close')
      if (said !== '') process.stderr.write(said)
      child.stderr?.removeAllListeners('data').on('data', (text: string) => process.stderr.write(text))
      letGo(child)
      resolve(handover)
    })
  })
}

function handoverIn(line: string): Handover | undefined {
  try {
    const handover = JSON.parse(line) as Partial<Handover> | null
    return handover?.base_url && handover.sink_url ? (handover as Handover) : undefined
  } catch {
    return undefined
  }
}

/** Lets this process end while the server is still running. */
function letGo(child: ChildProcess): void {
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref()
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.stdin?.end()
    child.kill('SIGTERM')
  })
}
