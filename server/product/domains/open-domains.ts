import type { Knex } from 'knex'
import type { Registry } from 'prom-client'
import type { Config } from '../../platform/config/config.js'
import { openResolver } from '../../mail/dns/open-resolver.js'
import type { Sealer } from '../../platform/auth/sealed.js'
import { recordChecker } from './check/check-records.js'
import { keyMaker } from './dkim/key-maker.js'
import { dkimKeyStore } from './dkim/key-store.js'
import { domainMetrics } from './metrics.js'
import { sendingAddresses, sendingSetupOf } from './sending-setup.js'

/** What the API and the scheduler need to look after domains. */
export type Domains = ReturnType<typeof openDomains>

/**
 * Opens what checks domains and keeps their DKIM keys.
 *
 * @param dkimSealer encrypts private keys
 */
export function openDomains(config: Config, db: Knex, dkimSealer: Sealer, registry: Registry) {
  const sendingSetup = sendingSetupOf(config)
  const freshResolver = () => openResolver(config.dnsServers)
  const ownAddresses = sendingAddresses(config, freshResolver())
  return {
    sendingSetup,
    sendingAddresses: ownAddresses,
    store: dkimKeyStore(db, dkimSealer),
    maker: keyMaker(dkimSealer),
    checkRecords: recordChecker(sendingSetup, ownAddresses),
    freshResolver,
    metrics: domainMetrics(registry),
  }
}
