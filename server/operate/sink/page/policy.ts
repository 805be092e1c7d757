import type { Response } from 'express'
import type { Markup } from '../../../platform/http/pages/html.js'

/**
 * The Content-Security-Policy of the page (CSP3). The page's own script is allowed by a nonce, not by its
 * origin, because attachments have the same origin. Nothing loads from elsewhere. Frames, requests and forms
 * stay on the same origin.
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Answers with a page.
 *
 * @param nonce of its script, where it has one
 */
export function sendPage(res: Response, status: number, page: Markup, nonce = 'none'): void {
  res
    .status(status)
    .set({
      'Content-Security-Policy': pagePolicy(nonce),
      'X-Content-Type-Options': 'nosniff',
      // Not `no-referrer`: browsers would then send forms without an origin.
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    })
    .type('html')
    .send(page.source)
}
