import type { Request, RequestHandler, Response } from 'express'
import type { Whose } from './document.js'
import { subscriptionPage } from './page.js'
import { pagePolicy } from './policy.js'
import { languageOf } from './texts/languages.js'
import type { PageName } from './texts/texts.js'

const statuses: Readonly<Record<PageName, number>> = {
  confirm: 200,
  confirmed: 200,
  alreadyConfirmed: 200,
  expired: 410,
  ended: 410,
  invalid: 404,
  unsubscribe: 200,
  unsubscribed: 200,
  gone: 410,
  optOut: 200,
  optedOut: 200,
  // A contact that is gone gets no mail any more, which is what an opt-out asks for.
  optOutGone: 200,
  preview: 200,
  unavailable: 503,
  error: 500,
}

/** A page that is to be sent. */
export interface PageReply {
  readonly page: PageName
  readonly shown?: Whose
  /** Where another status fits better than the page's own. */
  readonly status?: number
}

/** What every reply has: it is of one person alone, and its address is not to get about. */
export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
  })
  next()
}

/** Answers with a page, in the language that the project has chosen, or else in that of whoever asks. */
export function sendConsentPage(req: Request, res: Response, { page, shown, status }: PageReply): void {
  const design = shown?.design ?? undefined
  const language = design?.language ?? languageOf(req)
  res
    .status(status ?? statuses[page])
    .set({ 'Content-Security-Policy': pagePolicy(design), 'Content-Language': language })
    .vary('Accept-Language')
    .type('html')
    .send(subscriptionPage(page, language, shown).source)
}
