import type { Request, RequestHandler } from 'express'
import { sendSinkError } from './errors.js'

const READING = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses requests that change something and come from a page of another site. The sink recognizes its readers by their
 * network, so any page in a browser on that network could otherwise act as the reader.
 *
 * Browsers send the source of a request in Sec-Fetch-Site (W3C Fetch Metadata), but only to addresses that count as
 * secure, such as this machine's. Elsewhere, requests that change something have an Origin (Fetch, section 3.2). A
 * program that sends neither header is not a browser. Another port of this host counts as another site: any program may
 * listen there.
 *
 * Refusals are 403 `ip_not_allowed`, like the guard's.
 */
export const refuseOtherSites: RequestHandler = (req, res, next) => {
  if (READING.includes(req.method) || isOwn(req)) return next()
  sendSinkError(res, 403, 'ip_not_allowed', 'A page of another site may not change the inbox.')
}

function isOwn(req: Request): boolean {
  const site = req.headers['sec-fetch-site']
  // `none`: the reader started the request, for example from a bookmark.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = req.headers
  if (origin === undefined) return true
  try {
    const { protocol, host } = new URL(origin)
    return host === new URL(`${protocol}//${req.host}`).host
  } catch {
    return false
  }
}
