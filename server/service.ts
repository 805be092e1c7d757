import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { addressTokens } from './audience/erasure/address-tokens.js'
import { subscriptionActions } from './audience/subscriptions/actions.js'
import { subscriptionLinks } from './audience/subscriptions/links/links.js'
import { subscriptionPages } from './audience/subscriptions/pages/router.js'
import { erasureSteps } from './audience/erasure/steps.js'
import { deletionLeases } from './audience/erasure/work.js'
import type { Config } from './config/config.js'
import { openDatabase } from './db/database.js'
import { migrate } from './db/migrate.js'
import { messageSigner } from './delivery/sign/message-signer.js'
import { returnPath } from './delivery/bounce/return-path.js'
import { deliveryMetrics } from './delivery/metrics.js'
import { openMxConnector } from './delivery/mx/open-connector.js'
import { configuredTransport } from './delivery/smtp/transports/configured.js'
import { deliveryLeases } from './delivery/queue/release.js'
import { startDeliveryWorker } from './delivery/worker.js'
import { docsRouter } from './docs/router.js'
import { signingKeys } from './domains/dkim/signing-keys.js'
import { openDomains } from './domains/open-domains.js'
import { senderRules } from './domains/sender-rules.js'
import { verifiedDomains } from './domains/verified-domains.js'
import { openResolver } from './dns/open-resolver.js'
import { createApp } from './http/app.js'
import { BodyMemory } from './http/body/body-memory.js'
import type { Handlers } from './http/handler.js'
import { listen } from './http/listen.js'
import { publicUrl } from './http/public-url.js'
import { openRateLimits } from './http/rate-limit/rate-limits.js'
import { handlersOf } from './handlers.js'
import { startHeldIfRestored } from './queue/holds/restored.js'
import { startInbound } from './inbound/inbound.js'
import { inboundMetrics } from './inbound/metrics.js'
import { inboundTarget } from './inbound/target.js'
import { inboundTls } from './inbound/tls.js'
import { unhealthySeconds } from './http/health-handlers.js'
import { ProgressMonitor } from './progress-monitor.js'
import { followKeyRing, openKeyRing } from './key-ring/key-ring.js'
import { openLeases } from './queue/leases/open-leases.js'
import { logsOfReturnPath } from './messages/logs-of-return-path.js'
import { addressGuard } from './network/address-guard.js'
import { presentError } from './log-error.js'
import { startAllJobs } from './scheduled-jobs.js'
import { startSink } from './sink/sink.js'
import { webhookMetrics } from './webhooks/metrics.js'
import { webhookLeases } from './webhooks/queue/release.js'
import { webhookSender } from './webhooks/send/sender.js'
import { startWebhookWorker } from './webhooks/worker.js'
import { StartedParts } from './started-parts.js'
import { bootstrapWorkspace, handOverCredentials, keepBaseUrl } from './workspace/bootstrap.js'
import { keyStore } from './auth/keys.js'
import { sealer } from './auth/sealed.js'
import { sessionVerifier } from './auth/sessions.js'

/** A running service. */
export interface Service {
  /** The port that HTTP listens on. */
  readonly port: number
  /** The SMTP ports of the sink and of the inbound receiver, where this process has these roles. */
  readonly sinkPort: number | undefined
  readonly inboundPort: number | undefined
  /** Calls back when the service cannot go on. */
  onFailure(listener: (error: Error) => void): void
  /**
   * Ends in-flight requests and deliveries, then closes the database. Workers claim no more at once, while HTTP goes on
   * serving for the shutdown grace, which `hurry` ends.
   */
  stop(hurry?: AbortSignal): Promise<StopReport>
  /** The names of the parts that have not closed yet. */
  openParts(): string[]
}

/** What a service has left behind when it stopped. */
export interface StopReport {
  /** Known outcomes of deliveries and webhooks that could not be recorded. These are made again. */
  readonly unrecorded: number
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
  const parts = new StartedParts()

  try {
    const database = await openDatabase(config)
    parts.add('database', () => database.close())
    const { db } = database
    database.onNotice((notice) => log.warn(notice))
    await migrate(db)
    await startHeldIfRestored(db, config, log)
    const keyRing = await openKeyRing(db, config)
    const followed = followKeyRing(keyRing, log)
    parts.add('key ring', () => followed.stop())
    const isFirst = await bootstrapWorkspace(db, config.dataDir)
    const owner = await openLeases(database, [deliveryLeases, webhookLeases, deletionLeases], config, log)
    parts.add('leases', () => owner.close())

    const progress = new ProgressMonitor()
    parts.add('progress monitor', async () => progress.close())

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
    if (inbound !== undefined) parts.add('inbound', () => inbound.close())

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
    if (sink !== undefined) parts.add('sink', () => sink.close())

    const webhookSealer = sealer(keyRing.of('webhook'))
    const webhookGuard = addressGuard(config.allowedWebhookCidrs)
    const webhooks = config.roles.includes('webhooks')
      ? startWebhookWorker({
          db,
          owner,
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
          progress,
        })
      : undefined
    if (webhooks !== undefined) parts.addWorker('webhooks', () => webhooks.stop())

    const domains = openDomains(config, db, sealer(keyRing.of('dkim')), registry)
    const deliveryLog = log.child({ role: 'delivery' })
    const transport = config.roles.includes('delivery')
      ? configuredTransport(config, sink?.port ?? config.sinkPort, () => openMxConnector(config, deliveryLog))
      : undefined
    const delivery =
      transport &&
      startDeliveryWorker({
        db,
        owner,
        transport,
        sign: messageSigner(signingKeys(domains.store, config.transport.kind === 'sink')),
        returnPath: ownReturnPath,
        wakeWebhooks: () => webhooks?.wake(),
        config: config.delivery,
        log: deliveryLog,
        metrics: deliveryMetrics(registry, db, () => transport.connections()),
        progress,
      })
    if (delivery !== undefined) parts.addWorker('delivery', () => delivery.stop())

    const erasure = {
      db,
      lease: owner.id,
      sealer: sealer(keyRing.of('deletion')),
      config: config.scheduler.erasures,
      steps: erasureSteps,
    }
    if (config.roles.includes('scheduler')) {
      const scheduler = startAllJobs({
        db,
        config: config.scheduler,
        domains,
        erasure,
        needsUpkeep: database.needsUpkeep,
        wakeWebhooks: () => webhooks?.wake(),
        log: log.child({ role: 'scheduler' }),
        registry,
      })
      parts.addWorker('scheduler', () => scheduler.stop())
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
    parts.add('rate limits', async () => limits.close())
    const http = await listen(config.port, config.host, apiLog)
    parts.add('http', () => http.close())
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
          health: {
            isStopping: () => stopping,
            progress,
            storage: database.storage,
            unhealthySeconds: unhealthySeconds(config.statementSeconds),
          },
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
          ...subscriptionActions(db, () => webhooks?.wake()),
        }),
      }),
    })
    if (sink !== undefined) parts.add('sink requests', async () => sink.endWaits())
    if (isFirst) handOverCredentials(config.dataDir, ownUrl)
    else if (servesApi) keepBaseUrl(config.dataDir, ownUrl, apiLog)
    http.serve(app)

    return {
      port: http.port,
      sinkPort: sink?.port,
      inboundPort: inbound?.port,
      onFailure: (listener) => database.onFailure(listener),
      stop: async (hurry) => {
        stopping = true
        // Requests that wait for mail would wait in vain.
        sink?.endWaits()
        parts.stopWorkers()
        await http.close({ seconds: config.shutdownGraceSeconds, ...(hurry && { hurry }) })
        await parts.closeAll()
        return { unrecorded: parts.unrecorded }
      },
      openParts: () => parts.open(),
    }
  } catch (error) {
    await parts.closeAll()
    throw error
  }
}
