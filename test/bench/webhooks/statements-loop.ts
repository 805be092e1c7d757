import { setTimeout as sleep } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import { Agent } from 'undici'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { claimWebhooks, type ClaimedWebhook } from '../../../server/product/webhooks/queue/claim.js'
import { recordWebhooks, type WebhookOutcome } from '../../../server/product/webhooks/queue/record.js'
import { headers } from './headers.js'
import type { Posted } from './undici-loop.js'

/**
 * A process that drains a subscription's queue by the service's own statements and sends with undici alone: the same
 * body and signature each time, no capacity to learn, no leases to watch. This is the least that a queue in the
 * database can cost.
 */

export interface Drain {
  readonly port: number
  readonly databaseUrl: string
  readonly workspaceId: WorkspaceId
  readonly subscriptionId: Uuid
  readonly url: string
  readonly requests: number
  readonly connections: number
  readonly bodyBytes: number
}

/** As the service has them: deliveries on their way for each connection, and milliseconds between two records. */
const ahead = 8
const apartMs = 20

const lease = newUuid()
let agent: Agent | undefined
let db: Knex | undefined

async function drainAll(work: Drain): Promise<Posted> {
  agent ??= new Agent({ connections: work.connections, pipelining: 1 })
  db ??= knex({ client: 'pg', connection: work.databaseUrl, pool: { min: 0, max: 4 } })
  const [dispatcher, database] = [agent, db]
  const request = {
    origin: `http://127.0.0.1:${work.port}`,
    path: '/hooks',
    method: 'POST',
    headers,
  } as const
  const body = Buffer.alloc(work.bodyBytes, 'x')
  // As large as a real one.
  const header = {
    host: `127.0.0.1:${work.port}`,
    user_agent: 'Postseal/0.0.0',
    signature: `t=0000000000,v1=${'0'.repeat(64)}`,
    length: work.bodyBytes,
  }
  const { workspaceId, subscriptionId, url } = work
  let claimed: ClaimedWebhook[] = []
  let claiming: Promise<void> | undefined
  let begun = 0
  let recorded = 0
  let ended: WebhookOutcome[] = []

  async function claim(): Promise<void> {
    const max = ahead * work.connections - claimed.length
    const wanted = { workspaceId, subscriptionId, url, max, manualOnly: false, lease, leaseSeconds: 60 }
    const some = await claimWebhooks(database, wanted)
    claimed = [...claimed, ...some]
    claiming = undefined
  }

  async function next(): Promise<ClaimedWebhook | undefined> {
    while (claimed.length === 0 && begun < work.requests) await (claiming ??= claim())
    if (claimed.length < work.connections && begun + claimed.length < work.requests) claiming ??= claim()
    const one = claimed.shift()
    if (one !== undefined) begun += 1
    return one
  }

  async function send(): Promise<void> {
    for (let delivery = await next(); delivery !== undefined; delivery = await next()) {
      const at = new Date()
      const reply = await dispatcher.request({ ...request, body })
      await reply.body.dump()
      if (reply.statusCode !== 200) throw new Error(`answered ${reply.statusCode}`)
      const durationMs = Date.now() - at.getTime()
      ended.push({
        delivery,
        verdict: { outcome: 'delivered' },
        attempt: {
          at: at.toISOString(),
          status: 200,
          duration_ms: durationMs,
          error: null,
          response_body: null,
          request: header,
        },
        result: {
          at,
          header,
          status: 200,
          durationMs,
          error: null,
          responseBody: null,
          retryAfterSeconds: null,
        },
      })
    }
  }

  async function record(): Promise<void> {
    while (recorded < work.requests) {
      const pause = sleep(apartMs)
      const outcomes = ended
      ended = []
      if (outcomes.length > 0)
        await recordWebhooks(database, workspaceId, outcomes, { lease, disableAfterSeconds: 432_000 })
      recorded += outcomes.length
      await pause
    }
  }

  await Promise.all([...Array.from({ length: work.connections }, send), record()])
  return { requests: recorded }
}

process.on('message', (work: Drain) => void drainAll(work).then((posted) => process.send?.(posted)))
process.once('disconnect', () => process.exit(0))
process.send?.({ requests: 0 } satisfies Posted)
