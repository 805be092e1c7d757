import express, { type Express, type Router, type RequestHandler } from 'express'
import { parse } from 'node:querystring'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { contractRoutes, type Binding } from './operation/bind.js'
import { performer, type Performer, type Performing } from './operation/perform.js'
import { refuseMethod } from './operation/serve.js'
import { contractFiles } from './operation/contract.js'
import { errorReplies } from './errors/error-replies.js'
import { ApiError } from './errors/api-error.js'
import type { RequestedHost } from '../../mail/network/host-header.js'
import { checkHead, checkTarget, hostOf } from './connection/request-head.js'
import type { WorkspaceHosts } from '../db/workspace-hosts.js'
import { httpMetrics } from './metrics.js'
import { notFound } from './pages/not-found.js'
import { readerGuard } from './access/reader-guard.js'
import { contextOf, requestContext } from './operation/request-context.js'
import { keepOffsets } from './time.js'
import { servePublicFile } from './reply/public-file.js'

export interface AppOptions extends Omit<Binding, 'performer'>, Performing {
  readonly log: Logger
  readonly registry: Registry
  /** Address ranges that may read the metrics. */
  readonly metricsAllow: readonly string[]
  /** The workspaces' own hosts. */
  readonly workspaceHosts?: Pick<WorkspaceHosts, 'workspaceAt'>
  /** The health checks. */
  readonly health: Router
  /** The service's own URL. */
  readonly publicUrl: string
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** The reference of the API. */
  readonly docs: Router
  /** The sink's inbox, if the sink runs in this process. */
  readonly sink?: Router
  /** The pages on which people confirm and end subscriptions. */
  readonly subscriptions?: Router
  /** The operations as tools for agents. */
  readonly mcp?: Router
  /** The console. */
  readonly console?: Router
  /** The content that links in events about inbound messages lead to. */
  readonly inbound?: Router
  /** The webhook receivers, which take requests. */
  readonly webhookReceivers?: Router
  /** Tells whether a host is that of the tracked links, if they have one of their own. */
  readonly isTrackingHost?: (host: RequestedHost | undefined) => boolean
  /** Takes opens and clicks of mail. */
  readonly tracking?: Router
  /** Makes the handler of the wires, which speak other services' APIs by performing operations of this one. */
  readonly wires?: (performs: Performer) => RequestHandler
}

/** Paths on a workspace's own host: no other pages, so no cookie either. */
const linkPaths = /^\/(o|c|subscriptions)\//
/** Paths on the host of tracked links. */
const trackedPaths = /^\/(o|c)\//

/**
 * Creates the HTTP side of the service: the contract's operations, pages that only its operator sees, and the pages
 * that mail leads to.
 *
 * @throws Error if the contract cannot be used
 */
export function createApp(options: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Replies have no ETag to compare with, or compare it themselves, but Express would treat `If-None-Match: *` as a
  // match.
  Object.defineProperty(app.request, 'fresh', { value: false })
  // Paths match exactly as the contract spells them. If a trailing slash were accepted, a request with an
  // empty id by mistake would become a request for the list.
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('trust proxy', options.trustedProxies.length > 0 ? [...options.trustedProxies] : false)
  // Flat parameters only; the contract has no nested ones.
  app.set('query parser', (query: string | undefined) => parse(keepOffsets(query ?? '')))

  const begin = requestContext(options.log, httpMetrics(options.registry))
  const performs = performer(options)
  const serveContract = contractRoutes({ ...options, performer: performs })
  const { isTrackingHost = () => false } = options
  // All in one, since each layer of Express takes its time.
  app.use((req, res, next) => {
    void begin(req, res)
    void checkHead(req, res)
    void checkTarget(req, res)
    const host = hostOf(req)
    const workspaceId = options.workspaceHosts?.workspaceAt(host?.name)
    if (workspaceId !== undefined) contextOf(res).hostWorkspace = workspaceId
    const only = workspaceId !== undefined ? linkPaths : isTrackingHost(host) ? trackedPaths : undefined
    if (only?.test(req.path) === false)
      throw new ApiError('not_found', 'This host only serves links from mail.')
    serveContract(req, res, next)
  })
  app.use(options.health)
  app.get('/openapi.yaml', servePublicFile(contractFiles.yaml, 'application/yaml; charset=utf-8'))
  app.get('/openapi.json', servePublicFile(contractFiles.json, 'application/json; charset=utf-8'))
  const metricsRefusal = readerGuard({
    allow: options.metricsAllow,
    publicUrl: options.publicUrl,
    subject: 'Metrics are',
    variable: 'POSTSEAL_METRICS_ALLOWED_CIDRS',
    checkHostOf: 'this machine',
  })
  app.get('/metrics', async (req, res) => {
    const refusal = metricsRefusal(req)
    if (refusal !== undefined) throw new ApiError('ip_not_allowed', refusal)
    res.set('Cache-Control', 'no-store')
    res.type(options.registry.contentType).send(await options.registry.metrics())
  })
  app.all(['/openapi.yaml', '/openapi.json', '/metrics'], refuseMethod(['get']))
  if (options.tracking !== undefined) app.use(options.tracking)
  app.use(options.docs)
  if (options.sink !== undefined) app.use('/sink', options.sink)
  if (options.subscriptions !== undefined) app.use('/subscriptions', options.subscriptions)
  if (options.console !== undefined) app.use('/console', options.console)
  if (options.mcp !== undefined) app.use('/mcp', options.mcp)
  if (options.inbound !== undefined) app.use('/inbound', options.inbound)
  if (options.wires !== undefined) app.use('/compat', options.wires(performs))
  if (options.webhookReceivers !== undefined) app.use('/webhook-receivers', options.webhookReceivers)

  app.use(notFound)
  app.use(errorReplies(options.log))
  return app
}
