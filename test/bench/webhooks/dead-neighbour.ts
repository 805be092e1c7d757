import { heldPort } from '../../support/network/ports.js'
import type { Uuid } from '../../../server/platform/db/ids.js'
import type { Backlog } from './backlog.js'
import { drain, type Measured, type Receiver, type Sending } from './throughput.js'

/** An endpoint that nobody listens at, and all that waits for it. */
export interface DeadNeighbour {
  readonly subscription: Uuid
}

const type = 'message.bounced'

export async function addDeadNeighbour(backlog: Backlog, events: number): Promise<DeadNeighbour> {
  const subscription = await backlog.subscribe(`http://127.0.0.1:${await heldPort()}/hooks`, type)
  await backlog.fill(subscription, type, events)
  return { subscription }
}

/** Does something while the neighbour is there. */
export async function beside<T>(
  backlog: Backlog,
  { subscription }: DeadNeighbour,
  work: () => Promise<T>,
): Promise<T> {
  await backlog.enable(subscription)
  try {
    const done = await work()
    // It rests for up to a minute between two attempts, so there need not be one each time.
    if ((await backlog.failures(subscription)) === 0) throw new Error('the dead endpoint was never tried')
    return done
  } finally {
    await backlog.enable(subscription, false)
  }
}

/** The healthy endpoint's backlog, without the neighbour and with it, in turns. */
export async function drainInTurns(
  backlog: Backlog,
  receiver: Receiver,
  {
    healthy,
    service,
    neighbour,
    events,
    rounds,
    progress,
  }: {
    readonly healthy: Uuid
    readonly service: Sending
    readonly neighbour: DeadNeighbour
    readonly events: number
    readonly rounds: number
    readonly progress: (line: string) => void
  },
): Promise<{ alone: Measured[]; together: Measured[] }> {
  const alone: Measured[] = []
  const together: Measured[] = []
  for (let round = 1; round <= rounds; round += 1) {
    progress(`beside a dead endpoint, round ${round}`)
    const once = () => drain(backlog, healthy, receiver, { events, service })
    const both = [
      async () => alone.push(await once()),
      async () => together.push(await beside(backlog, neighbour, once)),
    ]
    // What comes second finds the tables larger.
    for (const measure of round % 2 === 0 ? both.reverse() : both) await measure()
  }
  return { alone, together }
}
