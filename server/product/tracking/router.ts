import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { EndedLinks } from '../../platform/db/ended-links.js'
import { refuseMethod } from '../../platform/http/operation/serve.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import { sendEndedLink } from '../../platform/http/pages/plain-page.js'
import { contextOf } from '../../platform/http/operation/request-context.js'
import type { TrackedDelivery, TrackingLinks } from './links.js'
import type { HitRecorder } from './recorder.js'
import type { Hit } from './store-hits.js'

/** A transparent image of one pixel: the smallest GIF (43 bytes) that every reader shows. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export interface TrackingRouterOptions {
  readonly links: TrackingLinks
  readonly recorder: Pick<HitRecorder, 'record'>
  readonly now: () => Date
  /** Workspaces whose links have ended. */
  readonly ended: Pick<EndedLinks, 'has'>
}

/**
 * Serves the image and the links of tracked mail. The image is served whatever its token; a link leads nowhere unless
 * its token was made for this target. If the links of its workspace have ended, the image is still served, but
 * nothing is recorded, and a link says that it has ended. The replies wait for nothing, so mail works while the
 * database is away. Other paths fall through to the next handler.
 */
export function trackingRouter({ links, recorder, now, ended }: TrackingRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const head = (req: Request, res: Response) => {
    contextOf(res).headOnly = req.method === 'HEAD'
    res.set({
      'Cache-Control': 'no-store, private',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    })
  }
  const seen = (req: Request): Pick<Hit, 'method' | 'userAgent' | 'headers' | 'at'> => ({
    method: req.method,
    userAgent: req.headers['user-agent'] ?? '',
    headers: req.headers,
    at: now(),
  })

  const open: RequestHandler<{ token: string }> = (req, res) => {
    head(req as Request, res)
    const delivery = ownOf(res, links.readOpen(req.params.token.replace(/\.gif$/, '')))
    if (delivery !== undefined && !ended.has(delivery.workspaceId))
      recorder.record({ ...delivery, ...seen(req as Request), kind: 'open', position: -1, url: null })
    res.type('image/gif').send(pixel)
  }

  const click: RequestHandler<{ token: string }> = (req, res) => {
    head(req as Request, res)
    const { u: target } = req.query
    const link =
      typeof target === 'string' ? ownOf(res, links.readClick(req.params.token, target)) : undefined
    if (link === undefined || typeof target !== 'string')
      throw new ApiError('not_found', 'This link is not complete. Open it from the mail again.')
    if (ended.has(link.workspaceId)) return sendEndedLink(res)
    recorder.record({ ...link, ...seen(req as Request), kind: 'click', url: target })
    // The URL's `href` is the one form that a header can contain.
    res.status(302).setHeader('Location', new URL(target).href)
    res.end()
  }

  router.get('/o/:token', open)
  router.get('/c/:token', click)
  router.all(['/o/:token', '/c/:token'], refuseMethod(['get']))
  return router
}

/** Returns a link; undefined if the host is a workspace's own and the link is another workspace's, so not made here. */
function ownOf<Link extends TrackedDelivery>(res: Response, link: Link | undefined): Link | undefined {
  const { hostWorkspace } = contextOf(res)
  return hostWorkspace === undefined || link?.workspaceId === hostWorkspace ? link : undefined
}
