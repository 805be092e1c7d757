import type { Logger } from 'pino'
import { openResolver } from '../../mail/dns/open-resolver.js'
import { sealer } from '../../platform/auth/sealed.js'
import type { ServiceContext } from '../../platform/service/context.js'
import type { Content } from '../content/open.js'
import { signingKeys } from '../domains/dkim/signing-keys.js'
import type { Domains } from '../domains/open.js'
import { ProviderCounts } from '../domains/volume/count.js'
import type { Tracking } from '../tracking/open.js'
import { openEnvelopeSenders } from './bounce/envelope-senders.js'
import { replyAddresses } from './bounce/reply-address.js'
import { returnPath as openReturnPath } from './bounce/return-path.js'
import { messageSigner } from './compose/message-signer.js'
import { deliveryMetrics } from './metrics.js'
import { openMxConnector } from './mx/open-connector.js'
import { knownProviders } from './providers/known.js'
import { configuredTransport, poolRelayTransport } from './smtp/transports/configured.js'
import { sourceMetrics } from './sources/metrics.js'
import { PoolRelays } from './sources/pool-relays.js'
import { sourceCheckJob } from './sources/reputation/check.js'
import { SourceRouter } from './sources/router.js'
import { startDeliveryWorker, type DeliveryWorkerOptions } from './worker.js'

/** The way of a claimed mail to a server, and the addresses by which bounces and answers come back. */
export type Delivery = ReturnType<typeof openDelivery>

interface DeliveryNeeds {
  readonly content: Pick<Content, 'renderStored'>
  readonly domains: Pick<Domains, 'freshResolver' | 'sendingSetup' | 'store'>
  readonly tracking: Pick<Tracking, 'links'>
  /** Pauses campaigns whose mail bounces too often. */
  readonly brake: DeliveryWorkerOptions['brake']
}

/** Opens what delivers messages over SMTP. */
export function openDelivery(context: ServiceContext, needs: DeliveryNeeds) {
  const { config, db, keyRing, owner, parts, progress, registry, wakes } = context
  const { content, domains, tracking, brake } = needs
  const returnPath = openReturnPath(config.returnPathDomain, keyRing.of('return-path'))
  const sourcesOf = (log: Logger) => ({
    db,
    resolver: openResolver(config.dnsServers),
    providers: knownProviders,
    relays: new PoolRelays({
      sealer: sealer(keyRing.of('pool-relay')),
      transportTo: (relay) => poolRelayTransport(config, relay),
      log,
    }),
    sourcesMs: config.delivery.sourcesMs,
    countsMs: config.delivery.sourceCountsMs,
    now: context.clock,
    log,
  })
  return {
    returnPath,
    /** Makes and reads the addresses by which answers to messages come in. */
    replyAddresses: replyAddresses(keyRing.of('subscription')),
    /** Opens the addresses that mail leaves from, with connections of its own for the caller. */
    sourcesOf,
    jobs: () => {
      const log = context.logOf('scheduler')
      const { freshResolver } = domains
      return [sourceCheckJob(db, { freshResolver, blockLists: config.dnsBlockLists, log })]
    },
    /**
     * Starts the worker that delivers messages.
     *
     * @param sinkPort the port of the sink, to which mail of test projects goes
     */
    start: (sinkPort: number) => {
      const log = context.logOf('delivery')
      const { kind } = config.transport
      const sources = sourcesOf(log)
      const { resolver } = sources
      const transport = configuredTransport(config, sinkPort, () =>
        openMxConnector(config, log, { resolver }),
      )
      sourceMetrics(registry, db, context.clock)
      const worker = startDeliveryWorker({
        db,
        owner,
        transport,
        router:
          kind === 'mx' ? new SourceRouter({ ...sources, processes: () => owner.processes }) : undefined,
        counts: kind === 'sink' ? undefined : new ProviderCounts(db, log),
        sign: messageSigner(signingKeys(domains.store, kind === 'sink')),
        senders: openEnvelopeSenders({ config, db, setup: domains.sendingSetup, returnPath, log }),
        wakes,
        recentSends: context.recentSends,
        config: config.delivery,
        log,
        metrics: deliveryMetrics(registry, db, transport),
        progress,
        render: content.renderStored,
        brake,
        links: tracking.links,
      })
      wakes.attach('delivery', worker)
      parts.addWorker('delivery', () => worker.stop())
    },
  }
}
