import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { components } from '../../../generated/api-types.js'
import { call, type ApiReply, type ApiRequest } from '../../support/api/api.js'
import { messageTo } from '../../support/messages/mail.js'
import type { ServiceProcess } from '../../support/service/process.js'
import type { Ledger, Promised } from './ledger.js'

type Schemas = components['schemas']

/** The environment of a campaign's clients. */
export interface Client {
  /** The service that runs now. Another one takes its place after each kill. */
  readonly service: () => ServiceProcess
  readonly ledger: Ledger
  readonly random: () => number
  readonly isOver: () => boolean
}

/** Milliseconds that a client waits after a request that failed. */
const pauseMs = 200

/** Sends a request once. A reply that did not arrive is undefined. */
async function ask(
  client: Client,
  method: string,
  path: string,
  request: ApiRequest,
): Promise<ApiReply | undefined> {
  const { url } = client.service()
  try {
    const reply = await call(url, method, path, request)
    client.ledger.count(String(reply.status))
    if (reply.status >= 500 && reply.status !== 503) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply
  } catch (error) {
    if (!isConnectionFailure(error)) throw error
    client.ledger.count('lost')
    return undefined
  }
}

/** Sends a request with an idempotency key until it is answered. Undefined if the campaign ends first. */
async function insist(
  client: Client,
  method: string,
  path: string,
  { request, key }: { readonly request: ApiRequest; readonly key: string },
): Promise<ApiReply | undefined> {
  const keyed = { ...request, headers: { ...request.headers, 'Idempotency-Key': key } }
  while (!client.isOver()) {
    const reply = await ask(client, method, path, keyed)
    // 409: the request before still runs, or its process has died and its claim has not ended yet.
    if (reply !== undefined && reply.status < 300) return reply
    if (reply !== undefined && ![409, 429, 503].includes(reply.status))
      throw new Error(`${method} ${path}: ${reply.text}`)
    await sleep(pauseMs)
  }
  return undefined
}

/** Supertest puts the code of a system error into the message. */
function isConnectionFailure(error: unknown): boolean {
  return /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up|aborted/.test(String(error))
}

const promised = (kind: Promised['kind'], id: string, recipient: string, dueAt = 0): Promised => ({
  id,
  kind,
  recipient,
  acceptedAt: Date.now(),
  dueAt,
})

/** A recipient that nothing else is sent to. */
const someone = () => `${randomUUID()}@customer.example`

async function sendKeyed(client: Client): Promise<void> {
  const { credentials } = client.service()
  const key = randomUUID()
  const recipient = someone()
  const body = messageTo(client.service(), recipient)
  const reply = await insist(client, 'POST', '/v1/messages', {
    request: { key: credentials.project_key, body },
    key,
  })
  if (reply !== undefined) client.ledger.promise(promised('keyed', reply.body.id, recipient), key)
}

async function sendKeyless(client: Client): Promise<void> {
  const { credentials } = client.service()
  const recipient = someone()
  const body = messageTo(client.service(), recipient)
  const reply = await ask(client, 'POST', '/v1/messages', { key: credentials.project_key, body })
  if (reply?.status === 202) client.ledger.promise(promised('keyless', reply.body.id, recipient))
  else await sleep(pauseMs)
}

async function sendScheduled(client: Client): Promise<void> {
  const { credentials } = client.service()
  const key = randomUUID()
  const recipient = someone()
  const dueAt = Date.now() + 500 + client.random() * 3000
  const body = messageTo(client.service(), recipient, { scheduled_at: new Date(dueAt).toISOString() })
  const reply = await insist(client, 'POST', '/v1/messages', {
    request: { key: credentials.project_key, body },
    key,
  })
  if (reply !== undefined) client.ledger.promise(promised('scheduled', reply.body.id, recipient, dueAt), key)
}

async function sendBatch(client: Client): Promise<void> {
  const { credentials } = client.service()
  const items = Array.from({ length: 20 }, () => ({
    idempotency_key: randomUUID(),
    message: messageTo(client.service(), someone()),
  }))
  const request = { key: credentials.project_key, body: { items } }
  while (!client.isOver()) {
    const reply = await ask(client, 'POST', '/v1/messages/batch', request)
    const results = (reply?.status === 200 ? reply.body.data : []) as Schemas['BatchItemResult'][]
    for (const { index, idempotency_key, message } of results) {
      const recipient = items[index]?.message.to?.[0]?.email ?? ''
      if (message !== undefined)
        client.ledger.promise(promised('batch', message.id, recipient), idempotency_key)
    }
    if (results.length > 0 && results.every(({ message }) => message !== undefined)) return
    await sleep(pauseMs)
  }
}

async function erase(client: Client): Promise<void> {
  const { credentials } = client.service()
  const email = someone()
  const contact = { project_id: credentials.project_id, email, name: 'Ada', properties: { plan: 'pro' } }
  const key = credentials.workspace_key
  const saved = await insist(client, 'PUT', '/v1/contacts', {
    request: { key, body: contact },
    key: randomUUID(),
  })
  if (saved === undefined) return
  const path = '/v1/compliance/deletions'
  const reply = await insist(client, 'POST', path, { request: { key, body: { email } }, key: randomUUID() })
  if (reply !== undefined) client.ledger.deletions.set(email, reply.body.id)
}

async function importSuppressions(client: Client): Promise<void> {
  const { credentials } = client.service()
  const emails = Array.from({ length: 200 }, someone)
  const reply = await insist(client, 'POST', '/v1/suppressions/import', {
    request: {
      key: credentials.workspace_key,
      raw: ['email', ...emails].join('\r\n'),
      headers: { 'Content-Type': 'text/csv' },
    },
    key: randomUUID(),
  })
  if (reply !== undefined) for (const email of emails) client.ledger.imported.add(email)
}

/** Kinds of work, with how often each is done beside the others. */
type Kinds = readonly (readonly [(client: Client) => Promise<void>, weight: number])[]

const sends: Kinds = [
  [sendKeyed, 8],
  [sendKeyless, 6],
  [sendScheduled, 3],
  [sendBatch, 1],
]
const changes: Kinds = [
  [erase, 3],
  [importSuppressions, 1],
]

/** Does one piece of work after another until the campaign is over. */
async function work(client: Client, kinds: Kinds): Promise<void> {
  const allWeights = kinds.reduce((sum, [, weight]) => sum + weight, 0)
  while (!client.isOver()) {
    let place = client.random() * allWeights
    const [kind] = kinds.find(([, weight]) => (place -= weight) < 0) ?? kinds[0]!
    await kind(client)
  }
}

/**
 * Works with several clients until the campaign is over. Those that erase do nothing else: a deletion that a killed
 * process had begun goes on after its lease, and its client waits for that.
 */
export async function workWithClients(client: Client): Promise<void> {
  const all = [sends, sends, sends, sends, changes, changes]
  await Promise.all(all.map((kinds) => work(client, kinds)))
}
