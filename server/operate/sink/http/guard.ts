import type { Request, RequestHandler, Response } from 'express'
import { hostIn } from '../../../mail/network/host-header.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'
import { hostOfBrowser } from '../../../platform/http/connection/request-head.js'
import { plainPage, sendPlainPage } from '../../../platform/http/pages/plain-page.js'
import { sendSinkError, SinkError } from './errors.js'
import { readerGuard, type ReaderGuardOptions } from '../../../platform/http/access/reader-guard.js'

const readingMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses requests that change something and come from a page of another site. The sink recognizes its
 * readers by their network, so any page in a browser on that network could otherwise act as the reader.
 *
 * Browsers send the source of a request in Sec-Fetch-Site (W3C Fetch Metadata), but only to addresses that
 * count as secure, such as this machine's. Elsewhere, requests that change something have an Origin (Fetch,
 * section 3.2). A program that sends neither header is not a browser. Another port of this host counts as
 * another site: any program may listen there.
 *
 * Refusals are 403 `ip_not_allowed`, like the guard's.
 */
export const refuseOtherSites: RequestHandler = (req, res, next) => {
  if (readingMethods.includes(req.method) || isOwn(req)) return next()
  sendSinkError(res, new SinkError('ip_not_allowed', 'A page of another site cannot change the inbox.'))
}

function isOwn(req: Request): boolean {
  const site = req.headers['sec-fetch-site']
  // `none`: the reader started the request, for example from a bookmark.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = req.headers
  if (origin === undefined) return true
  const page = parseUrl(origin)
  const [own, its] = [hostOfBrowser(req), page && hostIn(page.host)]
  if (page === undefined || own === undefined || its === undefined) return false
  const usual = page.protocol === 'https:' ? 443 : 80
  return own.name === its.name && (own.port ?? usual) === (its.port ?? usual)
}

/** Options that decide who may read the inbox. */
export type GuardOptions = Pick<ReaderGuardOptions, 'allow' | 'publicUrl'>

/**
 * Refuses requests from outside the allowed networks, by the rules of {@link readerGuard}: an inbox holds
 * password resets and sign-in links. Refusals are 403 `ip_not_allowed`; browsers get a small page.
 *
 * @throws Error when a network or the public URL is malformed
 */
export function guardSink(options: GuardOptions): RequestHandler {
  const refusalOf = readerGuard({
    ...options,
    subject: 'The sink is',
    variable: 'POSTSEAL_SINK_ALLOWED_CIDRS',
    checkHostOf: 'everybody',
  })
  return (req, res, next) => {
    const refusal = refusalOf(req)
    if (refusal === undefined) next()
    else refuse(req, res, refusal)
  }
}

function refuse(req: Request, res: Response, message: string): void {
  res.vary('Accept')
  if (req.accepts(['json', 'html']) === 'html') sendPlainPage(res, 403, plainPage('Access denied', message))
  else sendSinkError(res, new SinkError('ip_not_allowed', message))
}
