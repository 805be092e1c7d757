import type { Logger } from 'pino'
import { addressGuard } from '../../../mail/network/address-guard.js'
import type { Config } from '../../../platform/config/config.js'
import { openResolver } from '../../../mail/dns/open-resolver.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { guardedLookup } from '../../../mail/network/guarded-lookup.js'
import type { Connector } from '../smtp/connector.js'
import { mxConnector } from './connector.js'
import { fetchPolicyFile } from './mta-sts/fetch.js'
import { stsPolicies } from './mta-sts/policies.js'

const https = 443

export interface MxConnectorSettings {
  /** Longest time that an address may take to answer, in milliseconds, if not the usual time. */
  readonly connectMs?: number
  /** Resolver that other callers share, so that each question is asked once. */
  readonly resolver?: Resolver
}

/** Opens the connector of a service that delivers to the hosts of each domain itself. */
export function openMxConnector(
  config: Config,
  log: Logger,
  { connectMs, resolver = openResolver(config.dnsServers) }: MxConnectorSettings = {},
): Connector {
  const guard = addressGuard(config.allowedMxCidrs)
  const lookup = guardedLookup(resolver, guard)
  const policies = stsPolicies({
    resolver,
    fetchFile: (domain) => fetchPolicyFile(domain, { lookup, port: https }),
    log,
  })
  return mxConnector({ resolver, policies, guard, port: config.delivery.mxPort, connectMs, log })
}
