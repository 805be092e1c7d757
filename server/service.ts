import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { addressTokens } from './audience/erasure/address-tokens.js'
import { subscriptionActs } from './audience/subscriptions/acts.js'
import { subscriptionLinks } from './audience/subscriptions/links/links.js'
import { subscriptionPages } from './audience/subscriptions/pages/router.js'
import { erasureJob } from './audience/erasure/job.js'
import { erasureSteps } from './audience/erasure/steps.js'
import type { Config } from './config.js'
import { openDatabase } from './db/database.js'
import { migrate } from './db/migrate.js'
import { messageSigner } from './delivery/sign/message-signer.js'
import { returnPath } from './delivery/bounce/return-path.js'
import { deliveryMetrics } from './delivery/metrics.js'
import { openMxConnector } from './delivery/mx/open-connector.js'
import { configuredTransport } from './delivery/smtp/transports/configured.js'
import { startDeliveryWorker } from './delivery/worker.js'
import { docsRouter } from './docs/router.js'
import { domainCheckJob } from './domains/check-job.js'
import { lookAt } from './domains/check/look-at-all.js'
import { keyMaker } from './domains/dkim/key-maker.js'
import { dkimKeyStore } from './domains/dkim/key-store.js'
import { signingKeys } from './domains/dkim/signing-keys.js'
import { domainMetrics } from './domains/metrics.js'
import { senderRules } from './domains/sender-rules.js'
import { namingJob } from './domains/dmarc/sources/naming-job.js'
import { sendingAddresses, surroundingsOf } from './domains/surroundings.js'
import { verifiedDomains } from './domains/verified-domains.js'
import { openResolver } from './dns/open-resolver.js'
import { createApp } from './http/app.js'
import { BodyMemory } from './http/body/body-memory.js'
import type { Handlers } from './http/handler.js'
import { listen } from './http/listen.js'
import { publicUrl } from './http/public-url.js'
import { openRateLimits } from './http/rate-limit/rate-limits.js'
import { handlersOf } from './handlers.js'
import { startInbound } from './inbound/inbound.js'
import { inboundMetrics } from './inbound/metrics.js'
import { inboundTarget } from './inbound/target.js'
import { inboundTls } from './inbound/tls.js'
import { followKeyRing, openKeyRing } from './key-ring/key-ring.js'
import { logsOfReturnPath } from './messages/logs-of-return-path.js'
import { addressGuard } from './network/address-guard.js'
import { presentError } from './log-error.js'
import { schedulerMetrics } from './scheduler/metrics.js'
import { purgeJob } from './scheduler/purge/purge.js'
import { startScheduler } from './scheduler/scheduler.js'
import { vacuumJob } from './scheduler/vacuum.js'
import { startSink } from './sink/sink.js'
import { webhookMetrics } from './webhooks/metrics.js'
import { webhookSender } from './webhooks/send/sender.js'
import { startWebhookWorker } from './webhooks/worker.js'
import { bootstrapWorkspace, handOverCredentials, keepBaseUrl } from './workspace/bootstrap.js'
import { keyStore } from './workspace/keys.js'
import { sealer } from './workspace/sealed.js'
import { sessionVerifier } from './workspace/sessions.js'

/** A running service. */
export interface Service {
  /** The port that HTTP listens on. */
  readonly port: number
  /** The SMTP ports of the sink and of the inbound receiver, where this process has these roles. */
  readonly sinkPort: number | undefined
  readonly inboundPort: number | undefined
  /** Calls back when the service cannot go on. */
  onFailure(listener: (error: Error) => void): void
  /** Ends requests and deliveries in hand, then closes the database. */
  stop(): Promise<void>
}

/** Puts other handlers into the same app, as benchmarks do to have something to compare with. */
export type ReplaceHandlers = (handlers: Handlers, db: Knex) => Handlers

/**
 * Starts a process of the service: the database, then its roles in the order of a message's way backwards, so
 * that each finds the next one there.
 *
 * @throws DataDirInUseError, or the failure of whatever could not be started; what had started is closed then
 */
export async function startService(
  config: Config,
  parentLog: Logger,
  replaceHandlers: ReplaceHandlers = (handlers) => handlers,
): Promise<Service> {
  const log = parentLog.child({}, { serializers: { err: presentError } })
  // What has been started, to be closed in the opposite order.
  const closers: (() => Promise<void>)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }

  try {
    const database = await openDatabase(config)
    closers.push(() => database.close())
    const { db } = database
    database.onNotice((notice) => log.warn(notice))
    await migrate(db)
    const keyRing = await openKeyRing(db, config)
    const followed = followKeyRing(keyRing, log)
    closers.push(() => followed.stop())
    const isFirst = await bootstrapWorkspace(db, config.dataDir)

    const registry = new Registry()
    collectDefaultMetrics({ register: registry })

    const ownReturnPath = returnPath(config.returnPathDomain, keyRing.of('return-path'))
    const inbound = config.roles.includes('inbound')
      ? await startInbound({
          db,
          host: config.inboundHost,
          port: config.inboundPort,
          hostname: config.hostname,
          tls: inboundTls(config.inboundTls),
          returnPath: ownReturnPath,
          resolver: openResolver(config.dnsServers),
          staysHere: config.transport.kind === 'sink',
          feedbackProviders: config.feedbackProviders,
          drainSeconds: config.delivery.drainSeconds,
          log: log.child({ role: 'inbound' }),
          metrics: inboundMetrics(registry),
        })
      : undefined
    if (inbound !== undefined) closers.push(() => inbound.close())

    const sink = config.roles.includes('sink')
      ? await startSink({
          folder: `${config.dataDir}/sink`,
          host: config.sinkHost,
          port: config.sinkPort,
          inbound: inboundTarget(config.inboundHost, inbound?.port ?? config.inboundPort),
          allow: [...config.sinkAllowedCidrs],
          publicUrl: publicUrl(config, config.port),
          logs: logsOfReturnPath(db, ownReturnPath),
          log: log.child({ role: 'sink' }),
        })
      : undefined
    if (sink !== undefined) closers.push(() => sink.close())

    const webhookSealer = sealer(keyRing.of('webhook'))
    const webhookGuard = addressGuard(config.allowedWebhookCidrs)
    const webhooks = config.roles.includes('webhooks')
      ? startWebhookWorker({
          db,
          sealer: webhookSealer,
          sender: webhookSender({
            resolver: openResolver(config.dnsServers),
            guard: webhookGuard,
            timeoutSeconds: config.webhooks.timeoutSeconds,
            connections: config.webhooks.concurrency,
          }),
          config: config.webhooks,
          log: log.child({ role: 'webhooks' }),
          metrics: webhookMetrics(registry, db),
        })
      : undefined
    if (webhooks !== undefined) closers.push(() => webhooks.stop())

    const surroundings = surroundingsOf(config)
    const dkimSealer = sealer(keyRing.of('dkim'))
    const dkimKeys = dkimKeyStore(db, dkimSealer)
    const freshResolver = () => openResolver(config.dnsServers)
    const ownAddresses = sendingAddresses(config, freshResolver())
    const domains = {
      surroundings,
      sendingAddresses: ownAddresses,
      store: dkimKeys,
      maker: keyMaker(dkimSealer),
      lookAt: lookAt(surroundings, ownAddresses),
      freshResolver,
      metrics: domainMetrics(registry),
    }

    const deliveryLog = log.child({ role: 'delivery' })
    const transport = config.roles.includes('delivery')
      ? configuredTransport(config, sink?.port ?? config.sinkPort, () => openMxConnector(config, deliveryLog))
      : undefined
    const delivery =
      transport &&
      startDeliveryWorker({
        db,
        transport,
        sign: messageSigner(signingKeys(dkimKeys, config.transport.kind === 'sink')),
        returnPath: ownReturnPath,
        wakeWebhooks: () => webhooks?.wake(),
        config: config.delivery,
        log: deliveryLog,
        metrics: deliveryMetrics(registry, db, () => transport.connections()),
      })
    if (delivery !== undefined) closers.push(() => delivery.stop())

    const erasure = {
      db,
      sealer: sealer(keyRing.of('deletion')),
      config: config.scheduler.erasures,
      steps: erasureSteps,
    }
    if (config.roles.includes('scheduler')) {
      const schedulerLog = log.child({ role: 'scheduler' })
      const metrics = schedulerMetrics(registry)
      const jobs = [
        purgeJob(db, config.scheduler.purge, schedulerLog, metrics),
        domainCheckJob({
          ...domains,
          db,
          config: config.scheduler.domainChecks,
          wakeWebhooks: () => webhooks?.wake(),
          log: schedulerLog,
        }),
        erasureJob(erasure, schedulerLog),
        namingJob(db, config.scheduler.dmarcNames, freshResolver),
        ...(database.needsVacuum ? [vacuumJob(db, config.scheduler.vacuum.everySeconds)] : []),
      ]
      const scheduler = startScheduler(jobs, schedulerLog, metrics)
      closers.push(() => scheduler.stop())
    }

    let stopping = false
    const keys = keyStore(db)
    const apiLog = log.child({ role: 'api' })
    const servesApi = config.roles.includes('api')
    // Without the api role nothing is counted, so there is nothing to share.
    const limits = await openRateLimits(
      servesApi ? config : { ...config, redisUrl: undefined },
      apiLog,
      registry,
    )
    closers.push(async () => limits.close())
    const http = await listen(config.port, config.host, apiLog)
    closers.push(() => http.close())
    const ownUrl = publicUrl(config, http.port)
    const links = subscriptionLinks(keyRing.of('subscription'), ownUrl)
    const app = await createApp({
      db,
      log: apiLog,
      registry,
      metricsAllow: config.metricsAllowedCidrs,
      publicUrl: ownUrl,
      trustedProxies: config.trustedProxies,
      credentials: { keys, sessions: sessionVerifier(db, keyRing.of('session')) },
      limits,
      bodies: new BodyMemory(config.bodyMemory),
      handlers: replaceHandlers(
        handlersOf({
          db,
          log: apiLog,
          keys,
          senderRules: senderRules(config.requireVerifiedDomains ? verifiedDomains(db) : undefined),
          roles: config.roles,
          isStopping: () => stopping,
          wakeDelivery: () => delivery?.wake(),
          tokens: addressTokens(keyRing.of('erasure')),
          links,
          erasure,
          domains,
          webhooks: {
            sealer: webhookSealer,
            guard: webhookGuard,
            wake: () => webhooks?.wake(),
          },
        }),
        db,
      ),
      servesApi,
      docs: docsRouter(ownUrl),
      ...(sink && { sink: sink.router }),
      ...(servesApi && {
        subscriptions: subscriptionPages({
          links,
          log: apiLog,
          ...subscriptionActs(db, () => webhooks?.wake()),
        }),
      }),
    })
    if (sink !== undefined) closers.push(async () => sink.endWaits())
    if (isFirst) handOverCredentials(config.dataDir, ownUrl)
    else if (servesApi) keepBaseUrl(config.dataDir, ownUrl, apiLog)
    http.serve(app)

    return {
      port: http.port,
      sinkPort: sink?.port,
      inboundPort: inbound?.port,
      onFailure: (listener) => database.onFailure(listener),
      stop: async () => {
        stopping = true
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
