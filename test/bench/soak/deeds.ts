import { Agent, request } from 'node:http'
import type { ServerProcess } from '../accept/server-process.js'
import { receipt } from '../delivery/receipt.js'
import type { Deed } from './rate.js'

type Service = Pick<ServerProcess, 'url' | 'credentials'>

/** A request by HTTP. */
export interface Asked {
  readonly method?: string
  readonly path: string
  readonly key: string
  readonly body?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Answered {
  readonly status: number
  /** Its begin, to say why it is no success. */
  readonly answer: string
}

const longestAnswer = 500

/** @returns what asks a service over connections that are kept, and `close`, which ends them */
export function asker({ url }: Service) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const ask = async ({ method = 'GET', path, key, body, type = 'application/json', headers }: Asked) => {
    const { status, answer } = await new Promise<Answered>((resolve, reject) => {
      const asking = request(
        `${url}${path}`,
        {
          method,
          agent,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (reply) => {
          let answer = ''
          reply.setEncoding('utf8')
          reply.on('data', (chunk: string) => (answer = (answer + chunk).slice(0, longestAnswer)))
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, answer })).on('error', reject)
        },
      )
      asking.once('error', reject).end(body)
    })
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${answer}`)
  }
  return { ask, close: () => agent.destroy() }
}

export type Ask = ReturnType<typeof asker>['ask']

const pages = ['/console/', '/docs/', '/healthz', '/v1/workspace']
const wordsOfCustomers = ['receipt', 'order', 'password', 'notebook']

/** Sends, each fourth of them with an idempotency key and again. */
export function sends(ask: Ask, { credentials }: Service): Deed {
  const { project_id, project_key: key } = credentials
  return async (order) => {
    const { from, to, ...content } = receipt(order)
    const metadata = { order: String(order) }
    const body = JSON.stringify({ ...content, project_id, from_email: from, to: [{ email: to }], metadata })
    const sent = { method: 'POST', path: '/v1/messages', key, body }
    if (order % 4 > 0) return ask(sent)
    const keyed = { ...sent, headers: { 'idempotency-key': `soak-${order}` } }
    await ask(keyed)
    return ask(keyed)
  }
}

/** Makes a deed that reads as programs and people do: lists, searches for words and addresses, statistics, pages. */
export function reads(ask: Ask, { credentials }: Service): Deed {
  const { workspace_key: key } = credentials
  const paths: readonly ((order: number) => string)[] = [
    () => '/v1/message-logs?limit=50',
    (order) => `/v1/message-logs?q=${wordsOfCustomers[order % wordsOfCustomers.length]}+${order}`,
    (order) => `/v1/message-logs?recipient=customer${order}@mail${order % 20}.example`,
    () => '/v1/events?limit=50',
    () => '/v1/statistics',
    () => '/v1/contacts?limit=50',
    () => '/v1/suppressions?limit=20',
    () => '/v1/webhooks/status',
    (order) => pages[order % pages.length] ?? '/',
    // Keys and paths that nobody has, from strangers.
    (order) => `/strangers/${order}`,
  ]
  return async (order) => {
    const path = paths[order % paths.length]?.(Math.floor(order / paths.length)) ?? '/'
    if (!path.startsWith('/strangers/')) return ask({ path, key })
    await ask({ path, key: `pk_live_${order}` }).catch(() => undefined)
  }
}

const importedLines = 500

/** Imports of contacts: half of each file is new, and a line in ten is no contact. */
export function imports(ask: Ask, { credentials }: Service): Deed {
  const { project_id, project_key: key } = credentials
  return (order) => {
    const lines = Array.from({ length: importedLines }, (_, line) => {
      const number = line % 2 === 0 ? line : order * importedLines + line
      return line % 10 === 9
        ? `nobody ${number},`
        : `person${number}@list${number % 50}.example,Person ${number}`
    })
    const body = `email,name\r\n${lines.join('\r\n')}\r\n`
    return ask({
      method: 'POST',
      path: `/v1/contacts/import?project_id=${project_id}`,
      key,
      body,
      type: 'text/csv',
    })
  }
}

/** Exports of contacts, logs and events, in turns. */
export function exports(ask: Ask, { credentials }: Service): Deed {
  const { project_key: key } = credentials
  const paths = ['contacts', 'message-logs', 'events']
  return (order) => ask({ path: `/v1/${paths[order % paths.length]}/export`, key })
}
