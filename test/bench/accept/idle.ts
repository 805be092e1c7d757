import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { median } from '../median.js'
import type { ServerProcess } from './server-process.js'

const rounds = 7
const timesEach = 100

/** Medians in milliseconds, and the median of the rounds' quotients. */
export interface Idle {
  readonly send: number
  readonly commit: number
  readonly commits: number
}

/**
 * Measures how long a send takes on an idle system, in commits: over one connection, one request at a time, against
 * the insert of a row that is committed, over one connection as well. The two take turns, round after round.
 */
export async function idleSends(server: ServerProcess, body: string): Promise<Idle> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    await client.query('create table bare_commits (id bigserial primary key, body text not null)')
    const insert = { name: 'bare', text: 'insert into bare_commits (body) values ($1)', values: [body] }
    const sends: number[] = []
    const commits: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      sends.push(await medianOf(() => send(server, agent, body)))
      commits.push(await medianOf(() => client.query(insert)))
    }
    // The first round warms both up.
    const quotients = sends.map((ms, round) => ms / (commits[round] ?? NaN)).slice(1)
    return { send: median(sends.slice(1)), commit: median(commits.slice(1)), commits: median(quotients) }
  } finally {
    agent.destroy()
    await client.end()
  }
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < timesEach; time += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

async function send({ url, credentials }: ServerProcess, agent: Agent, body: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${credentials.project_key}`,
  }
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${url}/v1/messages`, { method: 'POST', agent, headers }, resolve).once('error', reject).end(body)
  })
  const answer = await text(reply)
  if (reply.statusCode !== 202) throw new Error(`not accepted: ${reply.statusCode} ${answer}`)
}
