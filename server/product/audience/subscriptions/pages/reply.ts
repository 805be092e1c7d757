import type { Request, RequestHandler, Response } from 'express'
import type { Whose } from './document.js'
import { subscriptionPage } from './page.js'
import { pagePolicy } from './policy.js'
import { preferencePage, type ShownPreferences } from './preferences.js'
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
  // A deleted contact no longer gets mail, which is what an opt-out asks for.
  optOutGone: 200,
  preview: 200,
  unavailable: 503,
  error: 500,
}

/** A page to send. */
export type PageReply = NamedReply | PreferencesReply

interface NamedReply {
  readonly page: PageName
  readonly shown?: Whose
  /** HTTP status, if another one fits better than the page's own. */
  readonly status?: number
}

interface PreferencesReply {
  readonly preferences: ShownPreferences
  /** 'ask' for the question, 'saved' to report that the choice was saved. */
  readonly state: 'ask' | 'saved'
}

/** Sets the headers of every reply: a page is for one person alone, and its address must not get about. */
export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
  })
  next()
}

/** Replies with a page, in the language that the project has chosen, or else in that of the browser. */
export function sendConsentPage(req: Request, res: Response, reply: PageReply): void {
  const isNamed = 'page' in reply
  const design = (isNamed ? reply.shown : reply.preferences)?.design ?? undefined
  const language = design?.language ?? languageOf(req)
  const page = isNamed
    ? subscriptionPage(reply.page, language, reply.shown)
    : preferencePage(language, reply.preferences, reply.state)
  res
    .status(isNamed ? (reply.status ?? statuses[reply.page]) : 200)
    .set({ 'Content-Security-Policy': pagePolicy(design), 'Content-Language': language })
    .vary('Accept-Language')
    .type('html')
    .send(page.source)
}
