import type { Transport } from '../../transport.js'
import type { Connector } from '../connector.js'
import type { LimiterRules } from '../../../queue/adaptive-limiter.js'
import type { SmtpSessionOptions } from '../session/open.js'
import { oneDestination } from './pooled.js'
import { connectTcp, hostAndPort } from './tcp.js'

/**
 * It is next door and bears what comes. It refuses on purpose and may be started anew at any time, and a connection that
 * fails costs nothing, so it is never left alone.
 */
const rules: LimiterRules = {
  start: 20,
  min: 20,
  max: 20,
  failuresToOpen: Infinity,
  openMs: () => 0,
  throttleMs: () => 0,
}

/** To the bundled sink, in clear: it is on this machine or this network. */
export function sinkTransport(host: string, port: number, options: SmtpSessionOptions): Transport {
  const connector: Connector = {
    connect: async () => ({
      socket: await connectTcp(host, port, options.timeOuts.connect),
      host: hostAndPort(host, port),
      address: hostAndPort(host, port),
      tls: { mode: 'none' },
    }),
  }
  return oneDestination(connector, rules, options)
}
