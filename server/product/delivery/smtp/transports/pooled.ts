import {
  AdaptiveLimiter,
  type LimiterRules,
  type Signal,
} from '../../../../platform/queue/limiter/adaptive-limiter.js'
import type { Capacity } from '../../../../platform/queue/limiter/capacity.js'
import { LimiterGate } from '../../../../platform/queue/limiter/limiter-gate.js'
import { scopeOf, type FailureScope } from '../../policy.js'
import type { OutgoingMail, Transport } from '../../transport.js'
import { SmtpConnections } from '../connections/connections.js'
import type { Connector } from '../connector.js'
import type { SmtpResult } from '../result.js'
import type { SmtpSessionOptions } from '../session/open.js'
import { notBegun } from '../session/step-failed.js'

/** Destination of all mail in a transport that goes to one server, whatever the recipient. */
const oneServer = 'server'
/** Signal that a failure of each scope gives the limiter about the server. */
const signalOf: Readonly<Record<FailureScope, Signal>> = {
  recipient: 'alive',
  message: 'alive',
  connection: 'failure',
  destination: 'overload',
}
/**
 * Deliveries that may be claimed for one server, as a multiple of its limit: the next messages are composed while
 * others are sent.
 */
const ahead = 3

const givenUp: SmtpResult = {
  step: 'connect',
  reply: undefined,
  failure: 'timeout',
  error: 'The attempt was cancelled before its turn.',
}

/** Delivers to each destination within its limit. Further sends wait at the gate. */
export function eachDestination(
  connector: Connector,
  rules: LimiterRules,
  options: SmtpSessionOptions,
): Transport {
  const { gate, ...rest } = pooled(connector, rules, options)
  return {
    ...rest,
    capacity: () => gate.limiter.capacity(),
    isOnProbation: (destination) => gate.limiter.isOnProbation(destination),
  }
}

/**
 * Delivers all mail to one server, wherever the mail goes from there. There is no probation: the server is the
 * operator's own, no other server could use the room that it does not get, and a part of all deliveries would be less
 * than it takes.
 */
export function oneDestination(
  connector: Connector,
  rules: LimiterRules,
  options: SmtpSessionOptions,
): Transport {
  const { gate, send, ...rest } = pooled(connector, rules, options)
  const capacity = (): Capacity => {
    const free = Math.max(0, gate.limiter.free(oneServer, ahead) - gate.waitingFor(oneServer))
    return { byDefault: free, proven: new Map(), total: free }
  }
  return { ...rest, capacity, send: (mail) => send({ ...mail, destination: oneServer }) }
}

function pooled(connector: Connector, rules: LimiterRules, options: SmtpSessionOptions) {
  const connections = new SmtpConnections(connector, options)
  const gate = new LimiterGate(new AdaptiveLimiter(rules))

  async function send(mail: OutgoingMail): Promise<SmtpResult> {
    if (!(await gate.enter(mail.destination, mail.signal))) return givenUp
    if (mail.mayBegin !== undefined && !(await mail.mayBegin())) {
      gate.giveUp(mail.destination)
      return notBegun('connect').result
    }
    const begun = performance.now()
    let result: SmtpResult | undefined
    try {
      result = await connections.send(mail)
      return result
    } finally {
      const scope = result && scopeOf(result)
      const signal = scope === undefined ? 'success' : signalOf[scope]
      const ms = performance.now() - begun
      if (mail.trace) mail.trace.durationMs = Math.round(ms)
      gate.end(mail.destination, signal, ms)
    }
  }

  return {
    gate,
    send,
    connections: () => connections.count(),
    stopped: () => gate.limiter.stopped,
    close: () => connections.close(),
  }
}
