import { Destinations, type DestinationRules, type Sign } from '../../../pacing/destinations.js'
import type { Rooms } from '../../../pacing/rooms.js'
import { scopeOf, type FailureScope } from '../../policy.js'
import type { OutgoingMail, Transport } from '../../transport.js'
import { SmtpConnections } from '../connections/connections.js'
import type { Connector } from '../connector.js'
import type { SmtpResult } from '../result.js'
import type { SmtpSessionOptions } from '../session/open.js'

/** What a transport that goes to one server, whatever the recipient, calls it. */
const oneServer = 'server'
/** What a failure that is about this says of the server that it came from. */
const signOf: Readonly<Record<FailureScope, Sign>> = {
  recipient: 'alive',
  message: 'alive',
  connection: 'failure',
  destination: 'overload',
}
/** So many times its limit may be claimed for one server: the next messages are composed while others are sent. */
const ahead = 3

/** Delivers to each destination as much at once as it bears. What is too much waits for its turn. */
export function eachDestination(
  connector: Connector,
  rules: DestinationRules,
  options: SmtpSessionOptions,
): Transport {
  const { destinations, ...rest } = pooled(connector, rules, options)
  return {
    ...rest,
    rooms: () => destinations.rooms(),
    isOnProbation: (destination) => destinations.isOnProbation(destination),
  }
}

/**
 * Delivers all mail to one server, wherever it goes from there. There is no probation: the server is the
 * operator's own, no other could use what it does not get, and a part of all deliveries would be less than it
 * takes.
 */
export function oneDestination(
  connector: Connector,
  rules: DestinationRules,
  options: SmtpSessionOptions,
): Transport {
  const { destinations, waiting, send, ...rest } = pooled(connector, rules, options)
  const rooms = (): Rooms => {
    const room = Math.max(0, destinations.room(oneServer, ahead) - waiting(oneServer))
    return { otherwise: room, of: new Map(), altogether: room }
  }
  return { ...rest, rooms, send: (mail) => send({ ...mail, destination: oneServer }) }
}

function pooled(connector: Connector, rules: DestinationRules, options: SmtpSessionOptions) {
  const connections = new SmtpConnections(connector, options)
  const destinations = new Destinations(rules)
  /** Those that wait for their turn, the first first. */
  const queues = new Map<string, (() => void)[]>()

  /** Begins, now or when it is its turn. */
  function turn(destination: string): Promise<void> | undefined {
    if (!queues.has(destination) && destinations.mayBegin(destination)) {
      destinations.begin(destination)
      return undefined
    }
    return new Promise((resolve) => {
      const queue = queues.get(destination)
      if (queue === undefined) queues.set(destination, [resolve])
      else queue.push(resolve)
    })
  }

  /** Somebody has ended, so that others may begin. While anybody waits, somebody is under way who will call this. */
  function callNext(destination: string): void {
    const queue = queues.get(destination)
    while (queue !== undefined && queue.length > 0 && destinations.mayBegin(destination)) {
      destinations.begin(destination)
      queue.shift()?.()
    }
    if (queue?.length === 0) queues.delete(destination)
  }

  async function send(mail: OutgoingMail): Promise<SmtpResult> {
    const { destination } = mail
    const mine = turn(destination)
    if (mine !== undefined) await mine
    const begun = performance.now()
    let result: SmtpResult | undefined
    try {
      result = await connections.send(mail)
      return result
    } finally {
      const scope = result && scopeOf(result)
      const sign = scope === undefined ? 'success' : signOf[scope]
      destinations.end(destination, sign, performance.now() - begun)
      callNext(destination)
    }
  }

  return {
    destinations,
    waiting: (destination: string) => queues.get(destination)?.length ?? 0,
    send,
    connections: () => connections.count(),
    close: () => connections.close(),
  }
}
