import { randomBytes } from 'node:crypto'
import type { Child } from '../child.js'
import { backendsOf, processorMs } from '../processor-time.js'
import type { ServerProcess } from '../accept/server-process.js'
import type { Backlog } from './backlog.js'
import type { Came, Expect } from './discarding-server.js'
import type { Send, Sent } from './nodemailer-loop.js'

/** A worker alone, which sends all to one server. */
export function workerEnv(port: number): Record<string, string> {
  return {
    POSTSEAL_ROLES: 'delivery',
    POSTSEAL_ALLOW_HTTP: 'true',
    POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${port}?starttls=never`,
    POSTSEAL_HOSTNAME: 'bench.example',
    POSTSEAL_RETURN_PATH_DOMAIN: 'bench.example',
    POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
    // For all processes on the database.
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
  }
}

/** The cost of sending some messages. */
export interface Measured {
  /** Messages a second, from the first MAIL command to the last end of data. */
  readonly rate: number
  /** Processor time of who sends, all its threads, in microseconds a message: the signature is among it. */
  readonly nodeUs: number
  /** Processor time of PostgreSQL's backends, in microseconds a message; NaN for a sender without a database. */
  readonly databaseUs: number
}

/**
 * Lets a backlog go, and waits until it is sent and recorded.
 *
 * @param services that have workers on it, for what they take
 */
export async function drain(
  backlog: Backlog,
  server: Child<Expect, Came>,
  count: number,
  services: readonly Pick<ServerProcess, 'pid' | 'databaseUrl'>[] = [],
): Promise<Measured & { connections: number }> {
  await backlog.fill(count)
  const pids = services.map(({ pid }) => pid)
  const [first] = services
  const backends = first === undefined ? [] : await backendsOf(first.databaseUrl)
  const [node, database] = [processorMs(pids), processorMs(backends)]
  const came = server.ask({ messages: count })
  await backlog.release()
  const { connections, ...measured } = await came
  await backlog.settled()
  return {
    connections,
    rate: rateOf(measured, count),
    nodeUs: ((processorMs(pids) - node) * 1000) / count,
    databaseUs: ((processorMs(backends) - database) * 1000) / count,
  }
}

/** Sends the same mail with nodemailer alone. */
export async function sendInLoop(
  nodemailer: Child<Send, Sent>,
  server: Child<Expect, Came>,
  work: Send,
): Promise<Measured> {
  const came = server.ask({ messages: work.messages })
  const node = processorMs([nodemailer.pid])
  await nodemailer.ask(work)
  const nodeUs = ((processorMs([nodemailer.pid]) - node) * 1000) / work.messages
  return { rate: rateOf(await came, work.messages), nodeUs, databaseUs: NaN }
}

/** Messages a second. */
function rateOf({ signed, elapsed }: Pick<Came, 'signed' | 'elapsed'>, count: number): number {
  if (signed !== count) throw new Error(`${count - signed} messages came without a signature`)
  return (count / elapsed) * 1000
}
