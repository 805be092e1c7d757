import { randomBytes } from 'node:crypto'
import type { Response } from 'express'
import { html, type Markup } from '../../../platform/http/pages/html.js'

/** A page of the sink. */
export interface SinkPage {
  /** Path at which the router is mounted, without a slash at its end. */
  readonly base: string
  readonly title: string
  /** The class of the body, which selects a layout. */
  readonly layout: string
  readonly body: Markup
  /** True if the page loads the script of the inbox. */
  readonly hasScript?: boolean
}

/**
 * Returns the Content-Security-Policy of the pages (CSP3). Their own script is allowed by a nonce, not by its origin,
 * because attachments have the same origin. Nothing loads from elsewhere. Frames, requests and forms stay on the same
 * origin.
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

/** Answers with a page. */
export function sendPage(res: Response, status: number, page: SinkPage): void {
  const nonce = randomBytes(16).toString('base64')
  sendMarkup(res, status, documentOf(page, nonce), nonce)
}

/** Answers with markup, which may be a part of a page. */
export function sendMarkup(res: Response, status: number, markup: Markup, nonce = 'none'): void {
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
    .send(markup.source)
}

function documentOf({ base, title, layout, body, hasScript }: SinkPage, nonce: string): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${base}/assets/inbox.css" />
        ${hasScript && html`<script type="module" nonce="${nonce}" src="${base}/assets/inbox.js"></script>`}
      </head>
      <body class="${layout}" data-base="${base}">
        ${body}
      </body>
    </html>`
}
