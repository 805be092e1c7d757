import { openResolver } from '../../mail/dns/open-resolver.js'
import { sealer } from '../../platform/auth/sealed.js'
import { serviceHosts } from '../../platform/http/connection/public-url.js'
import type { ServiceContext } from '../../platform/service/context.js'
import { domainCheckJob } from './check/check-job.js'
import { recordChecker } from './check/check-records.js'
import { keyMaker } from './dkim/key-maker.js'
import { dkimKeyStore } from './dkim/key-store.js'
import { namingJob } from './dmarc/sources/naming-job.js'
import { domainHandlers } from './domain-handlers.js'
import { hostCheckJob } from './hosts/check-job.js'
import { domainMetrics } from './metrics.js'
import type { Outgoing } from './rules/retrieve.js'
import { configuredSenderRules } from './sender-rules.js'
import { sendingAddresses, sendingSetupOf } from './sending-setup.js'

/** The domains that mail is sent from: their checks, keys and reports. */
export type Domains = ReturnType<typeof openDomains>

/**
 * Opens what checks domains, keeps their DKIM keys and reads the reports about them.
 *
 * @param sourceProblems tells what is wrong with each address that mail leaves from
 */
export function openDomains(
  context: ServiceContext,
  { sourceProblems }: { readonly sourceProblems: Outgoing['sourceProblems'] },
) {
  const { config, db, keyRing, publicUrl, registry, retention, wakes } = context
  const { transport } = config
  const dkimSealer = sealer(keyRing.of('dkim'))
  const sendingSetup = sendingSetupOf(config)
  const freshResolver = () => openResolver(config.dnsServers)
  const ownAddresses = sendingAddresses(config, freshResolver())
  const checks = {
    sendingSetup,
    sendingAddresses: ownAddresses,
    store: dkimKeyStore(db, dkimSealer),
    maker: keyMaker(dkimSealer),
    checkRecords: recordChecker(sendingSetup, ownAddresses),
    freshResolver,
    metrics: domainMetrics(registry),
    wakes,
  }
  const relayTls = transport.kind === 'relay' ? transport.tls : undefined
  return {
    sendingSetup,
    store: checks.store,
    /** Makes a resolver whose cache is empty. */
    freshResolver,
    senderRules: configuredSenderRules(config, db),
    handlers: domainHandlers({ ...checks, retention, outgoing: { publicUrl, relayTls, sourceProblems } }),
    jobs: () => {
      const log = context.logOf('scheduler')
      const { domainChecks, hostChecks, dmarcNames } = config.scheduler
      const hosts = { everySeconds: hostChecks.everySeconds, targets: serviceHosts(config) }
      return [
        domainCheckJob({ ...checks, db, config: domainChecks, log }),
        hostCheckJob(db, { ...hosts, freshResolver, log }),
        namingJob(db, dmarcNames, freshResolver),
      ]
    },
  }
}
