import type { Child } from '../child.js'
import type { Uuid } from '../../../server/platform/db/ids.js'
import type { Backlog } from './backlog.js'
import type { Came, Expect } from './receiver.js'
import type { Drain } from './statements-loop.js'
import type { Post, Posted } from './undici-loop.js'

export type Receiver = Child<Expect, Came>

/** The type of event that the healthy endpoint is sent. */
export const type = 'message.delivered'

export interface Measured {
  /** Deliveries a second. */
  readonly rate: number
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
  events: number,
): Promise<Measured> {
  await backlog.fill(subscription, type, events)
  const came = receiver.ask({ requests: events })
  const released = Date.now()
  await backlog.enable(subscription)
  const measured = await came
  await backlog.settled(subscription)
  await backlog.enable(subscription, false)
  const { at, connections, bodyBytes } = measured
  return { rate: rateOf(measured, events), untilEnd: at - released, connections, bodyBytes }
}

/** The same requests by undici alone; how many it sends a second. */
export async function post(loop: Child<Post, Posted>, receiver: Receiver, work: Post): Promise<number> {
  const came = receiver.ask({ requests: work.requests })
  await loop.ask(work)
  return rateOf(await came, work.requests)
}

/** The same backlog by a bare loop of the service's statements and undici; how many it sends a second. */
export async function drainByStatements(
  loop: Child<Drain, Posted>,
  backlog: Backlog,
  receiver: Receiver,
  work: Drain,
): Promise<number> {
  await backlog.fill(work.subscriptionId, type, work.requests)
  const came = receiver.ask({ requests: work.requests })
  await backlog.enable(work.subscriptionId)
  await loop.ask(work)
  const rate = rateOf(await came, work.requests)
  await backlog.enable(work.subscriptionId, false)
  return rate
}

function rateOf({ signed, elapsed }: Came, count: number): number {
  if (signed !== count) throw new Error(`${count - signed} requests came without a signature`)
  return (count / elapsed) * 1000
}
