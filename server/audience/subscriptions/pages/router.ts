import express, { Router, type Request, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { refuseMethod } from '../../../http/bind.js'
import { inviteBody } from '../../../http/body/stream-body.js'
import type { SubscriptionLinks } from '../links/links.js'
import type { ConfirmOutcome, SubscriptionActions } from './actions.js'
import { consentOf } from './consent.js'
import { errorPages } from './errors.js'
import { isOneClick } from './one-click.js'
import { pageHeaders, sendConsentPage, type PageReply } from './reply.js'
import type { PageName } from './texts/texts.js'

export interface SubscriptionPagesOptions extends SubscriptionActions {
  readonly links: SubscriptionLinks
  readonly log: Logger
}

/** A form's body is 27 characters, or some hundred in several parts. */
const maxBodyBytes = 8192

const afterConfirming: Readonly<Record<ConfirmOutcome, PageName>> = {
  confirmed: 'confirmed',
  already_confirmed: 'alreadyConfirmed',
  ended: 'ended',
  gone: 'gone',
}

/**
 * The pages on which people confirm and end subscriptions. Whoever holds a link may act, with no other credential,
 * and only a POST does anything: programs that look through mail open its links. All paths are relative, the caller
 * mounts it at `/subscriptions`, and nothing falls through to the caller.
 */
export function subscriptionPages(options: SubscriptionPagesOptions): Router {
  const { links, log } = options
  const router = Router()
  router.use(pageHeaders)
  const readBody: RequestHandler[] = [
    (req, res, next) => {
      inviteBody(req, res)
      next()
    },
    express.raw({ type: () => true, limit: maxBodyBytes }),
  ]

  router.get(
    '/confirm/:token',
    page(async (req) => {
      const link = links.readConfirm(req.params.token, new Date())
      if (typeof link === 'string') return { page: link }
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
    page(async (req) => {
      const link = links.readConfirm(req.params.token, new Date())
      if (typeof link === 'string') return { page: link }
      const shown = await options.find(link.workspaceId, link.subscriptionId)
      if (shown === undefined) return { page: 'gone' }
      const outcome = await options.confirm({ ...link, consent: consentOf(req, 'page') })
      return { page: afterConfirming[outcome], ...(outcome !== 'gone' && { shown }) }
    }),
  )

  router.get(
    '/unsubscribe/:token',
    page(async (req) => {
      const link = links.readUnsubscribe(req.params.token)
      if (link === 'invalid') return { page: link }
      const shown = await options.find(link.workspaceId, link.subscriptionId)
      if (shown === undefined) return goneAsWanted
      return { page: shown.status === 'unsubscribed' ? 'unsubscribed' : 'unsubscribe', shown }
    }),
  )

  router.post(
    '/unsubscribe/:token',
    readBody,
    page(async (req) => {
      const link = links.readUnsubscribe(req.params.token)
      if (link === 'invalid') return { page: link }
      const body: unknown = req.body
      const oneClick = Buffer.isBuffer(body) && isOneClick(body, req.get('content-type'))
      // A program reads no page.
      const shown = oneClick ? undefined : await options.find(link.workspaceId, link.subscriptionId)
      const consent = consentOf(req, oneClick ? 'one_click' : 'page')
      const outcome = await options.unsubscribe({ ...link, consent })
      return outcome === 'gone' ? goneAsWanted : { page: 'unsubscribed', ...(shown && { shown }) }
    }),
  )

  router.all(['/confirm/:token', '/unsubscribe/:token'], refuseMethod(['get', 'post']))
  router.use((req, res) => sendConsentPage(req, res, { page: 'invalid' }))
  router.use(errorPages(log))
  return router
}

/** Who wants to leave and is not there any more has what they want, and RFC 8058's program hears of no failure. */
const goneAsWanted: PageReply = { page: 'gone', status: 200 }

function page(
  answer: (req: Request<{ token: string }>) => Promise<PageReply>,
): RequestHandler<{ token: string }> {
  return async (req, res) => sendConsentPage(req as Request, res, await answer(req))
}
