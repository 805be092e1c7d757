import type { Knex } from 'knex'
import type { Registry } from 'prom-client'
import type { Config } from '../config.js'
import { openResolver } from '../dns/open-resolver.js'
import type { Sealer } from '../workspace/sealed.js'
import { lookAt } from './check/look-at-all.js'
import { keyMaker } from './dkim/key-maker.js'
import { dkimKeyStore } from './dkim/key-store.js'
import { domainMetrics } from './metrics.js'
import { sendingAddresses, surroundingsOf } from './surroundings.js'

/** What the API and the scheduler need to look after domains. */
export type Domains = ReturnType<typeof openDomains>

/**
 * Opens what checks domains and keeps their DKIM keys.
 *
 * @param dkimSealer encrypts private keys
 */
export function openDomains(config: Config, db: Knex, dkimSealer: Sealer, registry: Registry) {
  const surroundings = surroundingsOf(config)
  const freshResolver = () => openResolver(config.dnsServers)
  const ownAddresses = sendingAddresses(config, freshResolver())
  return {
    surroundings,
    sendingAddresses: ownAddresses,
    store: dkimKeyStore(db, dkimSealer),
    maker: keyMaker(dkimSealer),
    lookAt: lookAt(surroundings, ownAddresses),
    freshResolver,
    metrics: domainMetrics(registry),
  }
}
