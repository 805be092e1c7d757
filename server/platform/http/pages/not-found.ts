import type { Request, RequestHandler } from 'express'
import { ApiError } from '../errors/api-error.js'
import { plainPage, sendPlainPage } from './plain-page.js'
import { contextOf } from '../operation/request-context.js'
import { closestPath } from '../validation/closest-path.js'

/** The page for people. It has nothing of the request in it. */
const page = plainPage(
  'Page not found',
  'There is no page at this address. Check the address, or go back to where you came from.',
)

/**
 * Answers requests that nothing else has answered: people with a page, programs and whatever asks below `/v1` with an
 * error in JSON.
 *
 * @throws ApiError 404 `not_found`
 */
export const notFound: RequestHandler = (req, res) => {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (isRead && !/^\/v1(\/|$)/.test(req.path)) {
    res.vary('Accept')
    if (req.accepts(['json', 'html']) === 'html') {
      contextOf(res).errorCode = 'not_found'
      sendPlainPage(res, 404, page)
      return
    }
  }
  const message = `There is nothing at ${shownPath(req)}.${pathHint(req)} The reference is at /docs/api.`
  throw new ApiError('not_found', message)
}

/**
 * Returns the path of a request for a message: cut, since a client may send one of any length, and without characters
 * other than ASCII.
 */
export function shownPath(req: Request): string {
  return pathOf(req)
    .slice(0, 200)
    .replace(/[^\x21-\x7e]/g, '?')
}

/** Returns a sentence that names the path which a request was probably meant for; empty if there is none. */
export function pathHint(req: Request): string {
  const meant = closestPath(pathOf(req))
  return meant === undefined || meant === pathOf(req) ? '' : ` Did you mean ${meant}?`
}

/** Returns the whole path, also within a router that has taken its own part away. */
function pathOf(req: Request): string {
  return `${req.baseUrl}${req.path}`
}
