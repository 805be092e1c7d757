import type { Knex } from 'knex'
import { consoleRouter } from '../operate/console/router.js'
import { mcpRouter } from '../operate/mcp/router.js'
import { docsRouter } from '../operate/reference/router.js'
import type { Sink } from '../operate/sink/sink.js'
import { sealer } from '../platform/auth/sealed.js'
import { createApp } from '../platform/http/app.js'
import { healthChecks, healthRoutes, readyMetric, unhealthySeconds } from '../platform/http/health-routes.js'
import type { Handlers } from '../platform/http/operation/handler.js'
import { openWires } from '../product/wires/open.js'
import { handOverCredentials, keepBaseUrl } from '../product/workspace/bootstrap.js'
import type { Access } from './access.js'
import type { ProcessContext } from './context.js'
import type { Features } from './features.js'

/** Puts other handlers into the same app, as benchmarks do to have something to compare with. */
export type ReplaceHandlers = (handlers: Handlers, db: Knex) => Handlers

export interface HttpOptions {
  readonly access: Access
  readonly features: Features
  readonly sink: Sink | undefined
  readonly replaceHandlers: ReplaceHandlers
}

/**
 * Prepares HTTP. Every process serves health checks, metrics and the documentation; the role `api` adds the API, the
 * console and the pages that mail leads to, and the role `sink` its inbox.
 *
 * @returns a function that begins to serve, first the requests that have waited for it
 */
export function prepareHttp(context: ProcessContext, options: HttpOptions): () => void {
  const { config, database, db, http, keyRing, parts, publicUrl, registry, workspaceHosts } = context
  const { access, features, sink, replaceHandlers } = options
  const { audit, bodies, limits } = access
  const log = context.logOf('api')
  const servesApi = context.has('api')
  const checks = healthChecks(db, config.roles, {
    isStopping: parts.isStopping,
    progress: context.progress,
    storage: database.storage,
    silence: database.silence,
    ledger: database.ledger,
    unhealthySeconds: unhealthySeconds(config.statementSeconds),
  })
  readyMetric(registry, checks)
  const app = createApp({
    db,
    log,
    registry,
    metricsAllow: config.metricsAllowedCidrs,
    workspaceHosts,
    isTrackingHost: features.tracking.isTrackingHost,
    health: healthRoutes(checks, workspaceHosts),
    publicUrl,
    trustedProxies: config.trustedProxies,
    credentials: access,
    limits,
    audit,
    replySealer: sealer(keyRing.of('reply')),
    bodies,
    handlers: replaceHandlers(features.handlers, db),
    servesApi,
    docs: docsRouter(publicUrl, [
      ...(servesApi ? (['console'] as const) : []),
      ...(sink === undefined ? [] : (['sink'] as const)),
    ]),
    ...(sink && { sink: sink.router }),
    ...(servesApi && {
      subscriptions: features.audience.pages(),
      inbound: features.inbound.router(),
      console: consoleRouter(publicUrl),
      mcp: mcpRouter({ publicUrl, credentials: access, limits, bodies, audit }),
      tracking: features.tracking.router(),
      wires: openWires({
        names: config.wires,
        credentials: access,
        limits,
        bodies,
        signing: keyRing.of('aws'),
        publicUrl,
      }),
      webhookReceivers: features.webhooks.receivers({ bodies, received: limits.received }),
    }),
  })
  if (sink !== undefined) parts.add('sink requests', async () => sink.endWaits())
  if (context.isFirst) handOverCredentials(config.dataDir, publicUrl)
  else if (servesApi) keepBaseUrl(config.dataDir, publicUrl, log)
  return () => http.serve(app)
}
