import { deliveryMetrics } from '../../product/delivery/metrics.js'
import { openEnvelopeSenders } from '../../product/delivery/bounce/envelope-senders.js'
import { openResolver } from '../../mail/dns/open-resolver.js'
import { knownProviders } from '../../product/delivery/providers/known.js'
import { sourceMetrics } from '../../product/delivery/sources/metrics.js'
import { SourceRouter } from '../../product/delivery/sources/router.js'
import { openMxConnector } from '../../product/delivery/mx/open-connector.js'
import { messageSigner } from '../../product/delivery/compose/message-signer.js'
import { PoolRelays } from '../../product/delivery/sources/pool-relays.js'
import { configuredTransport, poolRelayTransport } from '../../product/delivery/smtp/transports/configured.js'
import { startDeliveryWorker } from '../../product/delivery/worker.js'
import type { TrackingLinks } from '../../product/tracking/links.js'
import { ProviderCounts } from '../../product/domains/volume/count.js'
import { signingKeys } from '../../product/domains/dkim/signing-keys.js'
import type { Logger } from 'pino'
import { sealer } from '../../platform/auth/sealed.js'
import type { RoleContext } from './context.js'

/** The relays of pools, with connections for one worker. */
export function poolRelays({ config, keyRing }: RoleContext, log: Logger): PoolRelays {
  return new PoolRelays({
    sealer: sealer(keyRing.of('pool-relay')),
    transportTo: (relay) => poolRelayTransport(config, relay),
    log,
  })
}

/**
 * Starts the role `delivery`: the worker that delivers messages over SMTP.
 *
 * @param sinkPort the port of the sink, to which mail of test projects goes
 * @param links the addresses by which opens and clicks come in
 */
export function startDeliveryRole(context: RoleContext, sinkPort: number, links: () => TrackingLinks): void {
  const { config, db, domains, owner, parts, progress, wakes } = context
  const log = context.logOf('delivery')
  const resolver = openResolver(config.dnsServers)
  const transport = configuredTransport(config, sinkPort, () => openMxConnector(config, log, { resolver }))
  const router =
    config.transport.kind === 'mx'
      ? new SourceRouter({
          db,
          resolver,
          providers: knownProviders,
          relays: poolRelays(context, log),
          sourcesMs: config.delivery.sourcesMs,
          countsMs: config.delivery.sourceCountsMs,
          now: config.automations.now,
          processes: () => owner.processes,
          log,
        })
      : undefined
  sourceMetrics(context.registry, db, config.automations.now)
  const worker = startDeliveryWorker({
    db,
    owner,
    transport,
    router,
    counts: config.transport.kind === 'sink' ? undefined : new ProviderCounts(db, log),
    sign: messageSigner(signingKeys(domains.store, config.transport.kind === 'sink')),
    senders: openEnvelopeSenders({ ...context, log }),
    wakes,
    recentSends: context.recentSends,
    config: config.delivery,
    log,
    metrics: deliveryMetrics(context.registry, db, transport),
    progress,
    render: context.renderStored,
    brake: context.brake,
    links,
  })
  wakes.attach('delivery', worker)
  parts.addWorker('delivery', () => worker.stop())
}
