import autocannon from 'autocannon'
import knex from 'knex'
import { performance } from 'node:perf_hooks'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { startServer } from '../accept/server-process.js'
import { atLeast, type Benchmark } from '../benchmark.js'
import { startChild, type Child } from '../child.js'
import { trust } from '../delivery/backlog.js'
import type { Came, Expect } from '../delivery/discarding-server.js'
import { receipt } from '../delivery/receipt.js'
import { median } from '../median.js'
import { startListmonk } from './listmonk.js'
import { fileOf, leftOut } from './programs.js'

const rounds = 3
const mails = 3000
const warmUp = 500
const requests = 32
/** The max number of SMTP connections: what a destination gets from the service. */
const connections = 20

interface Way {
  readonly name: string
  readonly url: string
  readonly authorization: string
  readonly bodyOf: (order: number) => object
  readonly accepted: number[]
  readonly received: number[]
}

/** Services that take transactional messages by HTTP and send them, to a server that discards them. */
export const peerSenders: Benchmark = {
  name: 'peer-senders',
  title:
    `${mails.toLocaleString('en')} messages of 4 KB by HTTP over ${requests} connections until the last one is received, in ` +
    `turns with listmonk, which holds them in memory only; ${rounds} rounds`,
  run: async (context) => {
    const file = fileOf('listmonk')
    if (file === undefined) return leftOut(['listmonk'])
    const receiver = await startChild<Expect, Came>(
      new URL('../delivery/discarding-server.ts', import.meta.url),
    )
    const { port } = receiver.hello
    const databaseUrl = await context.createDatabase()
    const service = await startServer('service', databaseUrl, {
      POSTSEAL_ROLES: 'api,delivery',
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${port}?starttls=never`,
      POSTSEAL_HOSTNAME: 'bench.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bench.example',
    })
    const listmonk = await startListmonk(file, await context.createDatabase(), port, connections)
    try {
      const { project_id, project_key, workspace_id } = service.credentials
      const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } })
      await trust(db, fromTypeId('ws', workspace_id))
      await db.destroy()
      const own = wayOf('the service', `${service.url}/v1/messages`, `Bearer ${project_key}`, (order) => {
        const { from, to, ...content } = receipt(order)
        return { ...content, project_id, from_email: from, to: [{ email: to }] }
      })
      const other = wayOf('listmonk', `${listmonk.url}/api/tx`, listmonk.authorization, (order) => {
        const { from, to, subject, html } = receipt(order)
        return {
          subscriber_mode: 'external',
          subscriber_emails: [to],
          template_id: listmonk.templateId,
          from_email: from,
          subject,
          data: { html },
          content_type: 'html',
        }
      })
      context.progress('warming up')
      for (const way of [own, other]) await send(way, receiver, warmUp)
      for (let round = 1; round <= rounds; round += 1) {
        context.progress(`round ${round}`)
        for (const way of [own, other]) {
          const { accepted, received } = await send(way, receiver, mails)
          way.accepted.push(accepted)
          way.received.push(received)
        }
      }
      const quotient = (figure: 'accepted' | 'received') =>
        median(own[figure].map((rate, round) => rate / (other[figure][round] ?? NaN)))
      return {
        rows: [own, other].map(({ name, accepted, received }) => ({
          service: name,
          'accepted/s': Math.round(median(accepted)),
          'received/s': Math.round(median(received)),
        })),
        ratios: {
          listmonk_accepted_ratio: atLeast(0.15, quotient('accepted')),
          listmonk_received_ratio: atLeast(0.15, quotient('received')),
        },
      }
    } finally {
      await listmonk.stop()
      await service.stop()
      await receiver.stop()
    }
  },
}

function wayOf(name: string, url: string, authorization: string, bodyOf: Way['bodyOf']): Way {
  return { name, url, authorization, bodyOf, accepted: [], received: [] }
}

/**
 * Posts so many messages and waits until the last one is received.
 *
 * @returns how many a second were accepted, and how many received
 * @throws Error where one is not accepted
 */
async function send(
  { name, url, authorization, bodyOf }: Way,
  receiver: Child<Expect, Came>,
  messages: number,
): Promise<{ accepted: number; received: number }> {
  let order = 0
  let answered = NaN
  const came = receiver.ask({ messages })
  const begun = performance.timeOrigin + performance.now()
  const result = await autocannon({
    url,
    connections: requests,
    amount: messages,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify(bodyOf((order += 1))),
          headers: { 'content-type': 'application/json', authorization },
        }),
        // autocannon itself measures whole seconds.
        onResponse: () => {
          answered = performance.timeOrigin + performance.now()
        },
      },
    ],
  })
  if (result['2xx'] !== messages) throw new Error(`${name} accepted ${result['2xx']} of ${messages} messages`)
  const { at } = await came
  const rate = (until: number) => (messages / (until - begun)) * 1000
  return { accepted: rate(answered), received: rate(at) }
}
