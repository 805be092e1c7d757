import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { components } from '../../../generated/api-types.js'
import { messageTo, type Sending } from '../../support/messages/mail.js'
import type { Ledger, Promised } from '../campaign/ledger.js'

type Schemas = components['schemas']

/** The parts of the package used here. Its own types need the browser's. */
interface Client {
  messages: {
    send(body: object, options: { idempotencyKey: string }): Promise<Schemas['AcceptedMessage']>
    sendBatch(body: object): Promise<Schemas['BatchResult']>
  }
  events: { follow(query: object, options: { signal: AbortSignal }): AsyncIterable<{ id: string }> }
}
interface Sdk {
  Postseal: new (options: { baseURL: string; apiKey: string; fetch: typeof fetch }) => Client
}

/** Clients of a service that is upgraded. They keep the SDK's own rules of when to try again, and no others. */
export interface Traffic {
  /** Errors of the calls that the SDK gave up. */
  readonly errors: readonly string[]
  /** The ids of the events that a client has followed, as often as each came. */
  readonly followed: readonly string[]
  /** Ends what sends. */
  stopSending(): Promise<void>
  /** Ends what follows the events. */
  close(): Promise<void>
}

/** The pause of a client between two messages, in milliseconds: so many that the processes start quickly. */
const pauseMs = 150

/** Starts clients of each kind. What they are promised, and the status of each single reply, is in the ledger. */
export async function startTraffic(service: Sending, ledger: Ledger): Promise<Traffic> {
  // As its users get it: built.
  const { Postseal } = (await import(new URL('../../../sdk-ts/dist/index.js', import.meta.url).href)) as Sdk
  const closing = new AbortController()
  const errors: string[] = []
  const followed: string[] = []
  const clientOf = (apiKey: string) =>
    new Postseal({
      apiKey,
      baseURL: service.url,
      fetch: async (url, init) => {
        const reply = await fetch(url, init).catch((error: unknown) => {
          if (!closing.signal.aborted) ledger.count('lost')
          throw error
        })
        ledger.count(String(reply.status))
        return reply
      },
    })
  const client = clientOf(service.credentials.project_key)
  const promise = (
    kind: Promised['kind'],
    id: string,
    {
      recipient,
      key,
      dueAt = 0,
    }: { readonly recipient: string; readonly key: string; readonly dueAt?: number },
  ) => ledger.promise({ id, kind, recipient, acceptedAt: Date.now(), dueAt }, key)

  const sendOne = async () => {
    const [key, recipient] = [randomUUID(), someone()]
    const { id } = await client.messages.send(messageTo(service, recipient), { idempotencyKey: key })
    promise('keyed', id, { recipient, key })
  }
  const sendTwice = async () => {
    const [key, recipient] = [randomUUID(), someone()]
    for (let time = 0; time < 2; time += 1) {
      const { id } = await client.messages.send(messageTo(service, recipient), { idempotencyKey: key })
      promise('keyed', id, { recipient, key })
    }
  }
  const schedule = async () => {
    const [key, recipient, dueAt] = [randomUUID(), someone(), Date.now() + 500 + Math.random() * 2000]
    const message = messageTo(service, recipient, { scheduled_at: new Date(dueAt).toISOString() })
    const { id } = await client.messages.send(message, { idempotencyKey: key })
    promise('scheduled', id, { recipient, key, dueAt })
  }
  const sendBatch = async () => {
    const recipients = Array.from({ length: 10 }, someone)
    const items = recipients.map((to) => ({ idempotency_key: randomUUID(), message: messageTo(service, to) }))
    const { data } = await client.messages.sendBatch({ items })
    for (const { index, idempotency_key, message } of data) {
      if (message === undefined) errors.push(`item ${index} of a batch was refused`)
      else promise('batch', message.id, { recipient: recipients[index] ?? '', key: idempotency_key })
    }
  }

  let isOver = false
  const repeat = async (work: () => Promise<void>) => {
    while (!isOver) {
      await work().catch((error: unknown) => errors.push(String(error)))
      await sleep(pauseMs)
    }
  }
  const sending = [sendOne, sendOne, sendTwice, schedule, sendBatch].map(repeat)
  const following = follow(clientOf(service.credentials.workspace_key), followed, closing.signal).catch(
    (error: unknown) => {
      if (!closing.signal.aborted) errors.push(String(error))
    },
  )
  return {
    errors,
    followed,
    stopSending: async () => {
      isOver = true
      await Promise.all(sending)
    },
    close: async () => {
      closing.abort()
      await following
    },
  }
}

/** A recipient that nothing else is sent to. */
const someone = () => `${randomUUID()}@customer.example`

async function follow(client: Client, followed: string[], signal: AbortSignal): Promise<void> {
  const since = new Date(Date.now() - 60_000)
  for await (const { id } of client.events.follow({ since, wait: 2 }, { signal })) followed.push(id)
}
