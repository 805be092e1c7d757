import { startServer } from '../accept/server-process.js'
import type { BenchmarkContext } from '../benchmark.js'
import type { Child } from '../child.js'
import { bareCommits } from './bare-commits.js'
import type { Came, Expect } from './discarding-server.js'
import { addSenderDomain, latencyOfNodemailer, latencyOfService } from './latency.js'
import type { Send, Sent } from './nodemailer-loop.js'

const blocks = 5
const inBlock = 40

/** Milliseconds of each message. */
export interface Idle {
  readonly postgres: readonly number[]
  readonly embedded: readonly number[]
  readonly sendMail: readonly number[]
  /** Durations of a bare commit. */
  readonly commits: readonly number[]
}

interface Others {
  readonly server: Child<Expect, Came>
  readonly nodemailer: Child<Send, Sent>
  readonly connections: number
}

/**
 * One message after the other, each once the one before has arrived: through a process with all that it takes, on
 * either database, and by what it is at least, a bare `sendMail` and bare commits. The ways take turns.
 *
 * @param env of the service's processes
 */
export async function measureIdle(
  context: BenchmarkContext,
  env: Readonly<Record<string, string>>,
  { server, nodemailer, connections }: Others,
): Promise<Idle> {
  const roles = { ...env, POSTSEAL_ROLES: 'api,delivery' }
  const databaseUrl = await context.createDatabase()
  const postgres = await startServer('service', databaseUrl, roles)
  const embedded = await startServer('service', '', roles)
  const measured = {
    postgres: [] as number[],
    embedded: [] as number[],
    sendMail: [] as number[],
    commits: [] as number[],
  }
  try {
    for (const service of [postgres, embedded]) await addSenderDomain(service)
    // Block 0 is the warm-up.
    for (let block = 0; block <= blocks; block += 1) {
      context.progress(`one message at a time, block ${block}`)
      const times = {
        postgres: await latencyOfService(postgres, server, inBlock),
        embedded: await latencyOfService(embedded, server, inBlock),
        sendMail: await latencyOfNodemailer(nodemailer, server, connections, inBlock),
        commits: await bareCommits(databaseUrl, inBlock),
      }
      if (block === 0) continue
      for (const way of Object.keys(measured) as (keyof Idle)[]) measured[way].push(...times[way])
    }
    return measured
  } finally {
    await postgres.stop()
    await embedded.stop()
  }
}
