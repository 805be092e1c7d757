import type { Transport } from '../../transport.js'
import type { Connector } from '../connector.js'
import type { DestinationRules } from '../../../pacing/destinations.js'
import type { SmtpSessionOptions } from '../session/open.js'
import { eachDestination } from './pooled.js'

const minute = 60_000

const rules: DestinationRules = {
  start: 5,
  min: 1,
  max: 20,
  failuresToRest: 5,
  restMs: () => 5 * minute,
  slowMs: (times) => Math.min(10 * minute, (minute / 2) * 2 ** times),
  // Anybody can point any number of domains at a server that takes connections and says nothing.
  probation: { start: 1, patienceMs: 5_000 },
}

/** To the hosts of each recipient's domain. */
export function mxTransport(connector: Connector, options: SmtpSessionOptions): Transport {
  return eachDestination(connector, rules, options)
}
