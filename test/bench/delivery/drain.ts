import { randomBytes } from 'node:crypto'
import type { Child } from '../child.js'
import type { Backlog } from './backlog.js'
import type { Came, Expect } from './discarding-server.js'

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

/** Lets a backlog go, and waits until it is sent and recorded. */
export async function drain(backlog: Backlog, server: Child<Expect, Came>, count: number) {
  await backlog.fill(count)
  const came = server.ask({ messages: count })
  await backlog.release()
  const { connections, ...measured } = await came
  await backlog.settled()
  return { connections, rate: rateOf(measured, count) }
}

/** Messages a second. */
export function rateOf({ signed, elapsed }: Pick<Came, 'signed' | 'elapsed'>, count: number): number {
  if (signed !== count) throw new Error(`${count - signed} messages came without a signature`)
  return (count / elapsed) * 1000
}
