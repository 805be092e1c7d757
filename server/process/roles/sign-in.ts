import { addressTokens } from '../../platform/auth/address-tokens.js'
import { domainOf } from '../../../base/addresses/address.js'
import { openResolver } from '../../mail/dns/open-resolver.js'
import { sealer } from '../../platform/auth/sealed.js'
import { signInReturnPath } from '../../product/delivery/bounce/return-path.js'
import { openMxConnector } from '../../product/delivery/mx/open-connector.js'
import { knownProviders } from '../../product/delivery/providers/known.js'
import { bySourcesOfService } from '../../product/delivery/sources/service-mail.js'
import { configuredTransport } from '../../product/delivery/smtp/transports/configured.js'
import { signingKeys } from '../../product/domains/dkim/signing-keys.js'
import { publicUrl } from '../../platform/http/connection/public-url.js'
import { mailMetrics } from '../../product/sign-in/metrics.js'
import { destinationTokens } from '../../product/sign-in/queue.js'
import { mailSender } from '../../product/sign-in/send.js'
import { serviceMailSigner } from '../../product/sign-in/sender-key.js'
import { startSignInWorker } from '../../product/sign-in/worker.js'
import type { RoleContext } from './context.js'
import { poolRelays } from './delivery.js'

/**
 * How long a host of a domain may take to answer, in milliseconds: an attempt is short, and other hosts of the domain
 * are to be tried in it.
 */
const connectMs = 5_000

/**
 * Starts the worker for sign-in mails, in the role `delivery`. They leave by the configured transport, over connections
 * of their own, with the transport `mx` by a source.
 *
 * @param httpPort the port that HTTP is bound to, which links need where no public URL is configured
 * @param sinkPort the port of the sink
 */
export function startSignInMails(context: RoleContext, httpPort: number, sinkPort: number): void {
  const { config, db, domains, keyRing, owner, parts, progress, registry } = context
  const log = context.logOf('delivery')
  const resolver = openResolver(config.dnsServers)
  const connector = () => openMxConnector(config, log, { connectMs, resolver })
  const configured = configuredTransport(config, sinkPort, connector)
  const transport =
    config.transport.kind === 'mx'
      ? bySourcesOfService(configured, {
          db,
          resolver,
          providers: knownProviders,
          relays: poolRelays(context, log),
          sourcesMs: config.delivery.sourcesMs,
          countsMs: config.delivery.sourceCountsMs,
          now: config.automations.now,
          fromDomain: domainOf(config.signInFrom),
          log,
        })
      : configured
  const keys = signingKeys(domains.store, config.transport.kind === 'sink')
  const worker = startSignInWorker({
    db,
    owner,
    attempt: mailSender({
      db,
      sealer: sealer(keyRing.of('sign-in')),
      transport,
      attemptSeconds: config.delivery.signInSeconds,
      sign: serviceMailSigner(db, keys, config.signInFrom),
      from: config.signInFrom,
      returnPath: signInReturnPath(config.returnPathDomain),
      publicUrl: publicUrl(config, httpPort),
      log,
      metrics: mailMetrics(registry),
    }),
    transport,
    tokenOf: destinationTokens(addressTokens(keyRing.of('erasure'))),
    config: config.delivery,
    log,
    progress,
  })
  parts.addWorker('sign-in mails', () => worker.stop())
}
