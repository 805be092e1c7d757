import type { Knex } from 'knex'
import { addressTokens } from '../../platform/auth/address-tokens.js'
import { subscriptionActions } from '../../product/audience/subscriptions/actions.js'
import {
  inertUnsubscribeUrl,
  subscriptionLinks,
  type SubscriptionLinks,
} from '../../product/audience/subscriptions/links/links.js'
import { subscriptionPages } from '../../product/audience/subscriptions/pages/router.js'
import { loopbackRanges } from '../../mail/network/address-ranges.js'
import { LateEntries } from '../../platform/audit/late-entries.js'
import { recordAudit } from '../../platform/audit/record.js'
import { consoleRouter } from '../../operate/console/router.js'
import { KeyUses } from '../../platform/auth/key-uses.js'
import { keyStore, type KeyStore } from '../../platform/auth/keys.js'
import { sessionVerifier, type SessionVerifier } from '../../platform/auth/sessions.js'
import { sealer } from '../../platform/auth/sealed.js'
import { providerFetch } from '../../product/sign-in/provider/provider-fetch.js'
import { signInMetrics } from '../../product/sign-in/metrics.js'
import { mcpRouter } from '../../operate/mcp/router.js'
import { docsRouter } from '../../operate/reference/router.js'
import type { Config } from '../../platform/config/config.js'
import { readSources } from '../../product/delivery/sources/rows.js'
import type { Outgoing } from '../../product/domains/rules/retrieve.js'
import { configuredSenderRules } from '../../product/domains/sender-rules.js'
import { followMetrics } from '../../platform/events/follow/lag.js'
import { EventWaiters } from '../../platform/events/follow/waiters.js'
import { handlersOf } from '../handlers.js'
import { createApp } from '../../platform/http/app.js'
import { consoleRequests, type ConsoleRequests } from '../../platform/http/access/console-request.js'
import { BodyMemory } from '../../platform/http/body/body-memory.js'
import type { Handlers } from '../../platform/http/operation/handler.js'
import {
  healthChecks,
  healthRoutes,
  readyMetric,
  unhealthySeconds,
} from '../../platform/http/health-routes.js'
import { listen, type HttpServer } from '../../platform/http/connection/listen.js'
import { linkBase, publicUrl } from '../../platform/http/connection/public-url.js'
import type { Counter } from '../../platform/http/rate-limit/counter.js'
import { cachedLimits, limitRanges, type FindLimits } from '../../platform/db/workspace-limits.js'
import { openRateLimits } from '../../platform/http/rate-limit/rate-limits.js'
import { inboundLinks, type InboundLinks } from '../../product/inbound/links/links.js'
import { inboundRouter } from '../../product/inbound/links/router.js'
import { addressGuard } from '../../mail/network/address-guard.js'
import type { Sink } from '../../operate/sink/sink.js'
import { receiverAddresses, type ReceiverAddresses } from '../../product/webhooks/receivers/addresses.js'
import { receiverRouter } from '../../product/webhooks/receivers/router.js'
import { handOverCredentials, keepBaseUrl } from '../../product/workspace/bootstrap.js'
import { maxDomains } from '../../product/domains/create.js'
import { maxStoredBytes } from '../../product/inbound/messages/rows.js'
import { hitRecorder } from '../../product/tracking/recorder.js'
import { trackingRouter } from '../../product/tracking/router.js'
import type { RoleContext } from './context.js'
import { trackingHostTest, trackingLinksOf } from './tracking.js'
import { startSubmissions, type SubmissionPorts } from './submission.js'

/** Puts other handlers into the same app, as benchmarks do to have something to compare with. */
export type ReplaceHandlers = (handlers: Handlers, db: Knex) => Handlers

export interface ApiRoleOptions {
  readonly sink: Sink | undefined
  /** Whether the service is stopping, for the health checks. */
  readonly isStopping: () => boolean
  readonly replaceHandlers: ReplaceHandlers
}

/**
 * Starts HTTP. Every process serves health checks and metrics; the role `api` adds the API, the reference and
 * the pages of subscriptions, and the role `sink` its inbox.
 */
export async function startApiRole(
  context: RoleContext,
  options: ApiRoleOptions,
): Promise<{ readonly http: HttpServer; readonly submission: SubmissionPorts }> {
  const { config, db, keyRing, parts, registry, wakes } = context
  const { sink, replaceHandlers } = options
  const log = context.logOf('api')
  const servesApi = context.has('api')
  // Without the api role nothing is counted, so there is nothing to share.
  const findLimits = cachedLimits(db)
  const limits = await openRateLimits(
    servesApi ? config : { ...config, redisUrl: undefined },
    log,
    registry,
    findLimits,
  )
  parts.add('rate limits', async () => limits.close())
  const audit = new LateEntries(db, log, registry)
  parts.add('audit log', () => audit.close())
  const keyUses = new KeyUses(db, log, context.now)
  parts.add('uses of API keys', () => keyUses.close())
  const proxies = [...loopbackRanges, ...config.trustedProxies]
  const http = await listen(config.port, config.host, log, { proxies })
  parts.add('http', () => http.close())

  const ownUrl = publicUrl(config, http.port)
  const links = subscriptionLinks(keyRing.of('subscription'), linkBase(context.workspaceHosts, ownUrl))
  const receivers = receiverAddresses(ownUrl)
  const toInbound = inboundLinks(keyRing.of('subscription'), ownUrl)
  const waiters = new EventWaiters(db)
  if (servesApi) followMetrics(registry, db)
  const keys = keyStore(db, waiters.recheck)
  wakes.attach('events', waiters, () => waiters.isFollowed)
  // Requests that wait for events would wait in vain.
  parts.addWorker('event waiters', async () => waiters.end())
  const sessions = sessionVerifier(db, keyRing.of('session'), config.sessions, waiters.recheck)
  const console = consoleRequests(ownUrl)
  const bodies = new BodyMemory(config.bodyMemory)
  const hits = hitRecorder({ db, wakes, log, registry })
  parts.add('opens and clicks', () => hits.close())
  const served = handlers(context, options, {
    keys,
    sessions,
    console,
    links,
    inboundLinks: toInbound,
    publicUrl: ownUrl,
    receivers,
    findLimits,
    testMails: limits.testMails,
    invitations: limits.invitations,
    waiters,
  })
  const checks = healthChecks(db, config.roles, {
    isStopping: options.isStopping,
    progress: context.progress,
    storage: context.database.storage,
    silence: context.database.silence,
    ledger: context.database.ledger,
    unhealthySeconds: unhealthySeconds(config.statementSeconds),
  })
  readyMetric(registry, checks)
  const credentials = { keys, keyUses, console, sessions }
  const app = createApp({
    db,
    log,
    registry,
    metricsAllow: config.metricsAllowedCidrs,
    workspaceHosts: context.workspaceHosts,
    isTrackingHost: trackingHostTest(context, http.port),
    health: healthRoutes(checks, context.workspaceHosts),
    publicUrl: ownUrl,
    trustedProxies: config.trustedProxies,
    credentials,
    limits,
    audit,
    replySealer: sealer(keyRing.of('reply')),
    bodies,
    handlers: replaceHandlers(served.handlers, db),
    servesApi,
    docs: docsRouter(ownUrl),
    ...(sink && { sink: sink.router }),
    ...(servesApi && {
      subscriptions: subscriptionPages({
        links,
        log,
        ended: context.endedLinks,
        ...subscriptionActions(db, wakes),
      }),
      inbound: inboundRouter({ db, links: toInbound, ended: context.endedLinks }),
      console: consoleRouter(ownUrl),
      mcp: mcpRouter({ publicUrl: ownUrl, credentials, limits, bodies, audit }),
      tracking: trackingRouter({
        links: trackingLinksOf(context, http.port),
        recorder: hits,
        now: context.now,
        ended: context.endedLinks,
      }),
      webhookReceivers: receiverRouter({
        db,
        receivers,
        secrets: context.webhookSealer,
        bodies,
        received: limits.received,
      }),
    }),
  })
  if (sink !== undefined) parts.add('sink requests', async () => sink.endWaits())
  if (context.isFirst) handOverCredentials(config.dataDir, ownUrl)
  else if (servesApi) keepBaseUrl(config.dataDir, ownUrl, log)
  http.serve(app)
  const shared = { sending: served.sending, keys, keyUses, limits, audit, bodies }
  const submission = servesApi
    ? await startSubmissions(context, shared)
    : { port: undefined, tlsPort: undefined }
  return { http, submission }
}

function handlers(
  context: RoleContext,
  { isStopping }: ApiRoleOptions,
  opened: {
    readonly keys: KeyStore
    readonly sessions: SessionVerifier
    readonly console: ConsoleRequests
    readonly links: SubscriptionLinks
    readonly inboundLinks: InboundLinks
    readonly publicUrl: string
    readonly receivers: ReceiverAddresses
    readonly findLimits: FindLimits
    readonly testMails: Counter
    readonly invitations: Counter
    readonly waiters: EventWaiters
  },
): ReturnType<typeof handlersOf> {
  const { config, db, domains, erasure, keyRing, progress, renderer, templates, wakes } = context
  return handlersOf({
    ...opened,
    db,
    log: context.logOf('api'),
    senderRules: configuredSenderRules(config, db),
    progress,
    isStopping,
    standardLimits: {
      sends_per_minute: config.sendsPerMinute,
      requests_per_minute: config.requestsPerMinute,
      checks_per_minute: config.rateLimits.checksPerMinute,
      domains: maxDomains,
      inbound_bytes: maxStoredBytes,
      retention_days: limitRanges.retention_days.max,
    },
    wakes,
    renderer,
    templates,
    recentSends: context.recentSends,
    automations: config.automations,
    now: context.now,
    rendering: {
      render: context.renderStored,
      inertUnsubscribeUrl: inertUnsubscribeUrl(opened.publicUrl),
    },
    replyAddresses: context.replyAddresses,
    tokens: addressTokens(keyRing.of('erasure')),
    signIn: {
      keys: keyRing.of('session'),
      sealer: sealer(keyRing.of('sign-in')),
      metrics: signInMetrics(context.registry),
      audit: (sql, entry) => recordAudit(sql, [entry]),
      provider: {
        sealer: sealer(keyRing.of('identity-provider')),
        fetch: providerFetch({ resolver: domains.freshResolver(), allowed: config.allowedProviderCidrs }),
        freshResolver: domains.freshResolver,
        redirectUri: `${opened.publicUrl}/console/sign-in/callback`,
        log: context.logOf('api'),
      },
    },
    erasure,
    domains: { ...domains, outgoing: outgoingOf(config, db, opened.publicUrl) },
    inboundPort: config.inboundPort,
    webhooks: {
      sealer: context.webhookSealer,
      guard: addressGuard(config.allowedWebhookCidrs),
      receivers: opened.receivers,
      receiverSealer: sealer(keyRing.of('webhook-receiver')),
    },
  })
}

/** How mail leaves, for those who ask what mailbox providers think of it. */
function outgoingOf({ transport }: Config, db: Knex, publicUrl: string): Outgoing {
  return {
    publicUrl,
    relayTls: transport.kind === 'relay' ? transport.tls : undefined,
    sourceProblems: async () => {
      if (transport.kind !== 'mx') return []
      const { sources } = await readSources(db, new Date())
      return sources.map(({ checkedAt, problem }) =>
        checkedAt === null ? 'It was not checked yet.' : problem,
      )
    },
  }
}
