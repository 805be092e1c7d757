import { Router, type RequestHandler, type Response } from 'express'
import type { Knex } from 'knex'
import type { EndedLinks } from '../../../platform/db/ended-links.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { refuseMethod } from '../../../platform/http/operation/serve.js'
import { inDatabaseTurn, type TakeTurn } from '../../../platform/http/operation/database-turns.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { sendStream } from '../../../platform/http/reply/send-reply.js'
import { contextOf } from '../../../platform/http/operation/request-context.js'
import { downloadAttachment, downloadHeaders, downloadRaw } from '../messages/download.js'
import { findInboundMessage } from '../messages/find.js'
import { presentInboundDetail } from '../messages/present.js'
import type { InboundLink, InboundLinkKind, InboundLinks } from './links.js'

export interface InboundRouterOptions {
  readonly db: Knex
  readonly links: InboundLinks
  /** Workspaces whose links have ended. */
  readonly ended: Pick<EndedLinks, 'has'>
}

/** A link leads to its message, whatever project that is of. */
const everyProject = { projectId: null, environment: null }

type Linked<Kind extends InboundLinkKind> = InboundLink<Kind> & typeof everyProject

/**
 * Returns the one reply to all invalid links, so that nobody learns whether a link was altered, has expired, or leads
 * to something deleted.
 */
function noSuchLink(): ApiError {
  return new ApiError('not_found', 'This link is not valid, or has expired.')
}

/**
 * Serves the links in events. Whoever holds a link may read its target, with no other credential. All paths are
 * relative, the caller mounts the router at `/inbound`, and nothing falls through to the caller.
 */
export function inboundRouter({ db, links, ended }: InboundRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use((_req, res, next) => {
    res.set({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    })
    next()
  })

  const serve = <Kind extends InboundLinkKind>(
    kind: Kind,
    answer: (link: Linked<Kind>, res: Response, inTurn: TakeTurn) => Promise<unknown>,
  ): RequestHandler<{ token: string }> => {
    return async (req, res) => {
      contextOf(res).headOnly = req.method === 'HEAD'
      const link = links.read(kind, req.params.token, new Date())
      if (link === undefined || ended.has(link.workspaceId)) throw noSuchLink()
      try {
        await answer({ ...link, ...everyProject }, res, (work) => inDatabaseTurn(db, link.workspaceId, work))
      } catch (error) {
        throw error instanceof ApiError && error.code === 'not_found' ? noSuchLink() : error
      }
    }
  }

  router.get(
    '/content/:token',
    serve('content', async (link, res, inTurn) => {
      const row = await inTurn(() => findInboundMessage(db, link))
      res.set(downloadHeaders(`${toTypeId('inm', row.id)}.json`)).json(presentInboundDetail(row))
    }),
  )
  router.get(
    '/raw/:token',
    serve('raw', async (link, res, inTurn) =>
      sendStream(res, await inTurn(() => downloadRaw(db, link)), inTurn),
    ),
  )
  router.get(
    '/attachments/:token',
    serve('attachment', async (link, res, inTurn) => {
      const download = await inTurn(() => downloadAttachment(db, link, link.attachmentId))
      await sendStream(res, download, inTurn)
    }),
  )

  router.all(['/content/:token', '/raw/:token', '/attachments/:token'], refuseMethod(['get']))
  router.use(() => {
    throw noSuchLink()
  })
  return router
}
