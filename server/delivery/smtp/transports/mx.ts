import type { Transport } from '../../transport.js'
import type { Connector } from '../connector.js'
import type { LimiterRules } from '../../../queue/adaptive-limiter.js'
import type { SmtpSessionOptions } from '../session/open.js'
import { eachDestination } from './pooled.js'

const minute = 60_000

const rules: LimiterRules = {
  start: 5,
  min: 1,
  max: 20,
  failuresToOpen: 5,
  openMs: () => 5 * minute,
  throttleMs: (times) => Math.min(10 * minute, (minute / 2) * 2 ** times),
  // Anybody can point any number of domains at a server that takes connections and says nothing.
  probation: { start: 1, patienceMs: 5_000 },
}

/** To the hosts of each recipient's domain. */
export function mxTransport(connector: Connector, options: SmtpSessionOptions): Transport {
  return eachDestination(connector, rules, options)
}
