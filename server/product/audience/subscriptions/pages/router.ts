import express, { type Request, type ErrorRequestHandler, Router, type RequestHandler } from 'express'
import { isIP } from 'node:net'
import { plainAddress } from '../../../../mail/network/address-ranges.js'
import { maxUserAgent, type Consent, type ConfirmOutcome } from './actions.js'
import { askToLeave, leave, type LeaveOptions } from './leave.js'
import type { Logger } from 'pino'
import type { EndedLinks } from '../../../../platform/db/ended-links.js'
import { isUnavailable } from '../../../../platform/db/connection/unavailable.js'
import { asApiError } from '../../../../platform/http/errors/error-replies.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { sendEndedLink } from '../../../../platform/http/pages/plain-page.js'
import { contextOf } from '../../../../platform/http/operation/request-context.js'
import { sendConsentPage, pageHeaders, type PageReply } from './reply.js'
import { refuseMethod } from '../../../../platform/http/operation/serve.js'
import { unavailableLog } from '../../../../platform/http/errors/unavailable-log.js'
import { inviteBody } from '../../../../platform/http/body/stream-body.js'
import type { PageName } from './texts/texts.js'

/**
 * Returns true if a POST comes from a mail program, `List-Unsubscribe=One-Click` (RFC 8058, section 3.2), in either
 * of the forms that a program may send it in, and not from the button of the page, which sends nothing.
 *
 * @param contentType the value of the header field
 */
function isOneClick(body: Uint8Array, contentType: string | undefined): boolean {
  const text = Buffer.from(body).toString('latin1')
  if (contentType?.toLowerCase().startsWith('multipart/')) return multipart.test(text)
  return new URLSearchParams(text.trim()).get('List-Unsubscribe')?.toLowerCase() === 'one-click'
}

/**
 * Matches the part's header fields in any order (RFC 7578, section 4.2), an empty line, the value, the end of its
 * line.
 */
const multipart = /\bname="?List-Unsubscribe"?(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i

/** Returns the proof that this request gives of a yes or no. */
export function consentOf<Source extends string>(
  req: Pick<Request, 'ip' | 'get'>,
  source: Source,
): Consent<Source> {
  return {
    at: new Date(),
    ip: addressOf(req.ip),
    userAgent: req.get('user-agent')?.slice(0, maxUserAgent) || null,
    source,
  }
}

/**
 * Returns the client's IP address, or null. A proxy may name something else than an address, and a link-local address
 * has a zone, which PostgreSQL's `inet` does not take.
 */
function addressOf(ip: string | undefined): string | null {
  const [address = ''] = ip?.split('%') ?? []
  return isIP(address) > 0 ? plainAddress(address) : null
}

/** Reports a failure to people by a page, and to the log by the id of the request: never by an address or a token. */
function errorPages(log: Logger): ErrorRequestHandler {
  const logUnavailable = unavailableLog(log)
  return (error: unknown, req, res, next) => {
    const isBusy = error instanceof ApiError && error.code === 'unavailable'
    // A wrong method is not a person's doing, and is answered as everywhere else.
    if ((error instanceof ApiError && !isBusy) || res.headersSent) return next(error)
    const context = contextOf(res)
    const { status = 500 } = error as { status?: number }
    if (status >= 400 && status < 500) {
      context.errorCode = status === 413 ? 'payload_too_large' : 'malformed_request'
      return sendConsentPage(req, res, { page: 'error', status })
    }
    const away = isBusy || isUnavailable(error)
    context.errorCode = away ? 'unavailable' : 'internal_error'
    if (away) {
      logUnavailable(context.requestId, asApiError(error))
      res.set('Retry-After', '1')
    } else log.error({ request_id: context.requestId, err: error }, 'a page of a subscription failed')
    sendConsentPage(req, res, { page: away ? 'unavailable' : 'error' })
  }
}

export interface SubscriptionPagesOptions extends LeaveOptions {
  readonly log: Logger
  /** The workspaces whose links have ended. */
  readonly ended: Pick<EndedLinks, 'has'>
}

/** The most bytes of a form. A form of all topics has some thousand characters. */
const maxBodyBytes = 8192

const afterConfirming: Readonly<Record<ConfirmOutcome, PageName>> = {
  confirmed: 'confirmed',
  already_confirmed: 'alreadyConfirmed',
  ended: 'ended',
  gone: 'gone',
}

/**
 * Makes the router of the pages on which people confirm and end subscriptions, and opt out of campaigns. Anybody who
 * holds a link may act, with no other credential. Only a POST does anything, because programs that scan mail open its
 * links. All paths are relative, the caller mounts the router at `/subscriptions`, and nothing falls through to the
 * caller.
 *
 * Once the links of a workspace have ended, nobody can confirm anything, but people can still leave, on pages without
 * the logo and the colour that the workspace has given them.
 */
export function subscriptionPages(given: SubscriptionPagesOptions): Router {
  const { log, ended } = given
  const options = { ...given, ...withoutDesigns(given) }
  const router = Router({ caseSensitive: true, strict: true })
  router.use(pageHeaders)
  /** Handles a page with the links of the host that the request came to. */
  const at = (answer: Answer): RequestHandler<{ token: string }> => {
    return async (req, res) => {
      const { hostWorkspace } = contextOf(res)
      const links = hostWorkspace === undefined ? options.links : options.links.only(hostWorkspace)
      const reply = await answer({ ...options, links }, req)
      if (reply === 'linksEnded') sendEndedLink(res)
      else sendConsentPage(req as Request, res, reply)
    }
  }
  const readBody: RequestHandler[] = [
    (req, res, next) => {
      inviteBody(req, res)
      next()
    },
    express.raw({ type: () => true, limit: maxBodyBytes }),
  ]

  router.get(
    '/confirm/:token',
    at(async ({ links }, req) => {
      const link = links.readConfirm(req.params.token, new Date())
      if (typeof link === 'string') return { page: link }
      if (ended.has(link.workspaceId)) return 'linksEnded'
      const shown = await options.find(link.workspaceId, link.subscriptionId)
      if (shown === undefined) return { page: 'gone' }
      if (shown.status === 'confirmed') return { page: 'alreadyConfirmed', shown }
      const over = shown.status === 'unsubscribed' || link.issuedAt < shown.roundStartedAt
      return { page: over ? 'ended' : 'confirm', shown }
    }),
  )

  router.post(
    '/confirm/:token',
    readBody,
    at(async ({ links }, req) => {
      const link = links.readConfirm(req.params.token, new Date())
      if (typeof link === 'string') return { page: link }
      if (ended.has(link.workspaceId)) return 'linksEnded'
      const shown = await options.find(link.workspaceId, link.subscriptionId)
      if (shown === undefined) return { page: 'gone' }
      const outcome = await options.confirm({ ...link, consent: consentOf(req, 'page') })
      return { page: afterConfirming[outcome], ...(outcome !== 'gone' && { shown }) }
    }),
  )

  router.get(
    '/unsubscribe/:token',
    at((own, req) => askToLeave(own, req.params.token)),
  )

  router.post(
    '/unsubscribe/:token',
    readBody,
    at((own, req) => {
      const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
      const oneClick = isOneClick(body, req.get('content-type'))
      const form = new URLSearchParams(body.toString())
      return leave(own, req.params.token, consentOf(req, oneClick ? 'one_click' : 'page'), form)
    }),
  )

  router.all(['/confirm/:token', '/unsubscribe/:token'], refuseMethod(['get', 'post']))
  router.use((req, res) => sendConsentPage(req, res, { page: 'invalid' }))
  router.use(errorPages(log))
  return router
}

type Answer = (options: LeaveOptions, req: Request<{ token: string }>) => Promise<PageReply | 'linksEnded'>

/**
 * Hides the design of workspaces whose links have ended: a logo is a picture that can hold any words that the
 * workspace wants.
 */
function withoutDesigns(given: SubscriptionPagesOptions): Pick<LeaveOptions, 'find' | 'findPreferences'> {
  const { ended } = given
  return {
    find: async (workspaceId, subscriptionId) => {
      const shown = await given.find(workspaceId, subscriptionId)
      return shown && ended.has(workspaceId) ? { ...shown, design: null } : shown
    },
    findPreferences: async (link) => {
      const shown = await given.findPreferences(link)
      return shown && ended.has(link.workspaceId) ? { ...shown, design: null } : shown
    },
  }
}
