import { setTimeout as sleep } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import type { ServerProcess } from '../accept/server-process.js'
import type { Receiver } from './throughput.js'

/** Milliseconds from one to the next, in which what came of it is recorded and the system is idle again. */
const pause = 20

/**
 * Milliseconds from a POST that accepts a message to the arrival of its `message.accepted` at the endpoint, one at a
 * time.
 */
export async function latencies(
  { url, credentials }: Pick<ServerProcess, 'url' | 'credentials'>,
  receiver: Receiver,
  times: number,
): Promise<number[]> {
  const body = JSON.stringify({
    project_id: credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Reset your password',
    text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
  })
  const measured: number[] = []
  for (let order = 1; order <= times; order += 1) {
    const came = receiver.ask({ requests: 1 })
    const begun = performance.timeOrigin + performance.now()
    const reply = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.project_key}`, 'content-type': 'application/json' },
      body,
    })
    if (reply.status !== 202) throw new Error(`not accepted: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    measured.push((await came).at - begun)
    await sleep(pause)
  }
  return measured
}
