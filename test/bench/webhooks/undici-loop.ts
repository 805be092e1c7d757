import { Agent } from 'undici'
import { headers } from './headers.js'

/**
 * A process that sends the same requests with undici alone: no queue, no database, the same body and signature each
 * time. This is the least that sending can cost.
 */

export interface Post {
  readonly port: number
  readonly requests: number
  readonly connections: number
  readonly bodyBytes: number
}

export interface Posted {
  readonly requests: number
}

let agent: Agent | undefined

async function postAll({ port, requests, connections, bodyBytes }: Post): Promise<Posted> {
  agent ??= new Agent({ connections, pipelining: 1 })
  const dispatcher = agent
  const body = Buffer.alloc(bodyBytes, 'x')
  const origin = `http://127.0.0.1:${port}`
  let left = requests
  const senders = Array.from({ length: connections }, async () => {
    while (left > 0) {
      left -= 1
      const reply = await dispatcher.request({ origin, path: '/hooks', method: 'POST', headers, body })
      await reply.body.dump()
      if (reply.statusCode !== 200) throw new Error(`answered ${reply.statusCode}`)
    }
  })
  await Promise.all(senders)
  return { requests }
}

process.on('message', (work: Post) => void postAll(work).then((posted) => process.send?.(posted)))
process.once('disconnect', () => process.exit(0))
process.send?.({ requests: 0 } satisfies Posted)
