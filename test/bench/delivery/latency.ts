import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../accept/server-process.js'
import type { Child } from '../child.js'
import type { Came, Expect } from './discarding-server.js'
import type { Send, Sent } from './nodemailer-loop.js'
import { receipt, senderDomain } from './receipt.js'

type Server = Child<Expect, Came>
type Accepting = Pick<ServerProcess, 'url' | 'credentials'>

/** Milliseconds from one to the next, in which what came of it is recorded and the system is idle again. */
const pause = 20

/** Adds the senders' domain, so that mail is signed. @param ed25519 whether it is with Ed25519 beside RSA */
export async function addSenderDomain({ url, credentials }: Accepting, ed25519 = false): Promise<void> {
  const domain = { name: senderDomain, ed25519 }
  const reply = await post(`${url}/v1/domains`, credentials.workspace_key, domain)
  if (reply.status !== 201) throw new Error(`no domain: ${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
}

/** Milliseconds from a POST to the end of its mail's data at the server, one at a time. */
export async function latencyOfService(
  { url, credentials }: Accepting,
  server: Server,
  times: number,
): Promise<number[]> {
  return timesOf(server, times, async (order) => {
    const { from, to, ...content } = receipt(order)
    const { project_id, project_key } = credentials
    const message = { ...content, project_id, from_email: from, to: [{ email: to }] }
    const begun = performance.timeOrigin + performance.now()
    const reply = await post(`${url}/v1/messages`, project_key, message)
    if (reply.status !== 202) throw new Error(`not accepted: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    return begun
  })
}

function post(url: string, key: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/**
 * Measures the milliseconds from a bare `sendMail`, on a connection that is open already, to the end of its data at
 * the server.
 */
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
    const { at, signed } = await came
    if (signed !== 1) throw new Error('a message came without a signature')
    measured.push(at - begun)
    await sleep(pause)
  }
  return measured
}
