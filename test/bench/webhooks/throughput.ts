import type { Child } from '../child.js'
import { backendsOf, processorMs } from '../processor-time.js'
import type { Uuid } from '../../../server/platform/db/ids.js'
import type { Backlog } from './backlog.js'
import type { Came, Expect } from './receiver.js'
import type { Drain } from './statements-loop.js'
import type { Post, Posted } from './undici-loop.js'

export type Receiver = Child<Expect, Came>

/** The type of event that the healthy endpoint is sent. */
export const type = 'message.delivered'

/** A process that sends, and the database that it sends from, if any. */
export interface Sending {
  readonly pid: number
  readonly databaseUrl?: string
}

/** The cost of sending a number of deliveries. */
export interface Sent {
  /** Deliveries a second. */
  readonly rate: number
  /** The processor time of the process in microseconds a delivery. */
  readonly nodeUs: number
  /** Processor time of PostgreSQL's processes that serve connections, in microseconds a delivery. */
  readonly databaseUs: number
}

export interface Measured extends Sent {
  /** Milliseconds from the release to the last delivery's arrival. */
  readonly untilEnd: number
  readonly connections: number
  readonly bodyBytes: number
}

/** A backlog of so many is let go. */
export async function drain(
  backlog: Backlog,
  subscription: Uuid,
  receiver: Receiver,
  { events, service }: { readonly events: number; readonly service: Sending },
): Promise<Measured> {
  await backlog.fill(subscription, type, events)
  let released = 0
  const { came, ...sent } = await costOf(service, receiver, events, async () => {
    released = Date.now()
    await backlog.enable(subscription)
    return () => backlog.settled(subscription)
  })
  await backlog.enable(subscription, false)
  const { at, connections, bodyBytes } = came
  return { ...sent, untilEnd: at - released, connections, bodyBytes }
}

/** Sends the requests by undici alone. */
export async function post(loop: Child<Post, Posted>, receiver: Receiver, work: Post): Promise<Sent> {
  return costOf(loop, receiver, work.requests, async () => {
    await loop.ask(work)
  })
}

/** Delivers the backlog by a bare loop of the service's statements and undici. */
export async function drainByStatements(
  loop: Child<Drain, Posted>,
  backlog: Backlog,
  receiver: Receiver,
  work: Drain,
): Promise<Sent> {
  await backlog.fill(work.subscriptionId, type, work.requests)
  await backlog.enable(work.subscriptionId)
  const sending = { pid: loop.pid, databaseUrl: work.databaseUrl }
  const sent = await costOf(sending, receiver, work.requests, async () => {
    await loop.ask(work)
  })
  await backlog.enable(work.subscriptionId, false)
  return sent
}

/** @param send lets them be sent. It may return what else there is to wait for once they have come */
async function costOf(
  { pid, databaseUrl }: Sending,
  receiver: Receiver,
  requests: number,
  send: () => Promise<(() => Promise<void>) | void>,
): Promise<Sent & { readonly came: Came }> {
  const backends = databaseUrl === undefined ? [] : await backendsOf(databaseUrl)
  const [node, database] = [processorMs([pid]), processorMs(backends)]
  const coming = receiver.ask({ requests })
  const ended = await send()
  const came = await coming
  await ended?.()
  return {
    came,
    rate: rateOf(came, requests),
    nodeUs: ((processorMs([pid]) - node) * 1000) / requests,
    databaseUs: ((processorMs(backends) - database) * 1000) / requests,
  }
}

function rateOf({ signed, elapsed }: Came, count: number): number {
  if (signed !== count) throw new Error(`${count - signed} requests came without a signature`)
  return (count / elapsed) * 1000
}
