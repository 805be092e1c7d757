import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromTypeId } from '../../../server/db/ids.js'
import knex from 'knex'
import type { ServerProcess } from '../accept/server-process.js'
import type { Child } from '../child.js'
import type { Came, Expect } from './discarding-server.js'
import type { Send, Sent } from './nodemailer-loop.js'
import { trust } from './backlog.js'
import { receipt } from './receipt.js'

type Server = Child<Expect, Came>

/** Milliseconds from one to the next, in which what came of it is recorded and the system is idle again. */
const pause = 20

/** Milliseconds from a POST to the end of its mail's data at the server, one at a time. */
export async function latencyOfService(
  { url, credentials, databaseUrl }: ServerProcess,
  server: Server,
  times: number,
): Promise<number[]> {
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } })
  await trust(db, fromTypeId('ws', credentials.workspace_id))
  await db.destroy()
  return timesOf(server, times, async (order) => {
    const { from, to, ...content } = receipt(order)
    const body = JSON.stringify({
      ...content,
      project_id: credentials.project_id,
      from_email: from,
      to: [{ email: to }],
    })
    const begun = performance.timeOrigin + performance.now()
    const reply = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.project_key}`, 'content-type': 'application/json' },
      body,
    })
    if (reply.status !== 202) throw new Error(`not accepted: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    return begun
  })
}

/** The same for a bare `sendMail` on a connection that is open already. */
export function latencyOfNodemailer(
  nodemailer: Child<Send, Sent>,
  server: Server,
  connections: number,
  times: number,
): Promise<number[]> {
  const { port } = server.hello
  return timesOf(server, times, async () => {
    const { begunAt } = await nodemailer.ask({ port, connections, messages: 1 })
    return begunAt[0] ?? NaN
  })
}

/** @param send sends one message and answers when that began */
async function timesOf(
  server: Server,
  times: number,
  send: (order: number) => Promise<number>,
): Promise<number[]> {
  const measured: number[] = []
  for (let order = 1; order <= times; order += 1) {
    const came = server.ask({ messages: 1 })
    const begun = await send(order)
    measured.push((await came).at - begun)
    await sleep(pause)
  }
  return measured
}
