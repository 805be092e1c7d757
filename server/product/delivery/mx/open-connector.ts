import type { Logger } from 'pino'
import { addressGuard } from '../../../mail/network/address-guard.js'
import type { Config } from '../../../platform/config/config.js'
import { openResolver } from '../../../mail/dns/open-resolver.js'
import { guardedLookup } from '../../../mail/network/guarded-lookup.js'
import type { Connector } from '../smtp/connector.js'
import { mxConnector } from './connector.js'
import { fetchPolicyFile } from './mta-sts/fetch.js'
import { stsPolicies } from './mta-sts/policies.js'

const https = 443

/**
 * The connector of a service that delivers to the hosts of each domain itself.
 *
 * @param connectMs how long an address may take to answer, in milliseconds, where that is not the usual time
 */
export function openMxConnector(config: Config, log: Logger, connectMs?: number): Connector {
  const resolver = openResolver(config.dnsServers)
  const guard = addressGuard(config.allowedMxCidrs)
  const lookup = guardedLookup(resolver, guard)
  const policies = stsPolicies({
    resolver,
    fetchFile: (domain) => fetchPolicyFile(domain, { lookup, port: https }),
    log,
  })
  return mxConnector({ resolver, policies, guard, port: config.delivery.mxPort, connectMs, log })
}
