import { createHash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { ApiError } from './errors.js'
import { html, trusted } from './html.js'
import { contextOf } from './request-context.js'
import { closestPath } from './validation/closest-path.js'

// The look of the other pages: system fonts, a panel, light or dark as the reader's system is.
const style = `
:root { color-scheme: light dark; }
body {
  margin: 0; padding: 24px 16px; min-height: 100vh; box-sizing: border-box;
  display: grid; align-items: center; justify-items: center; font: 16px/1.55 system-ui, sans-serif;
}
main { max-width: 480px; padding: 40px; border: 1px solid #8884; border-radius: 16px; }
h1, p { margin: 0; }
h1 { font-size: 26px; line-height: 1.25; font-weight: 650; }
h1 + p { margin-top: 12px; }
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Nothing of the request is in it. */
const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Page not found</title>
      ${trusted(`<style>${style}</style>`)}
    </head>
    <body>
      <main>
        <h1>Page not found</h1>
        <p>There is no page at this address. Check the address, or go back to where you came from.</p>
      </main>
    </body>
  </html>`.source

/**
 * Answers what nothing else has answered: people with a page, programs and whatever asks below `/v1` with an error in
 * JSON.
 *
 * @throws ApiError 404 `not_found`
 */
export const notFound: RequestHandler = (req, res) => {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (isRead && !/^\/v1(\/|$)/.test(req.path)) {
    res.vary('Accept')
    if (req.accepts(['json', 'html']) === 'html') {
      contextOf(res).errorCode = 'not_found'
      res
        .status(404)
        .set({
          'Cache-Control': 'no-store',
          'Content-Security-Policy': policy,
          'Referrer-Policy': 'no-referrer',
        })
        .type('html')
        .send(page)
      return
    }
  }
  const message = `There is nothing at ${shownPath(req)}.${pathHint(req)} The reference is at /docs/api.`
  throw new ApiError('not_found', message)
}

/** The path of a request in a message: cut, since a client may send one of any length, and without what is not ASCII. */
export function shownPath(req: Request): string {
  return pathOf(req)
    .slice(0, 200)
    .replace(/[^\x21-\x7e]/g, '?')
}

/** A sentence that names the path which a request was probably meant for; empty where there is none. */
export function pathHint(req: Request): string {
  const meant = closestPath(pathOf(req))
  return meant === undefined || meant === pathOf(req) ? '' : ` Did you mean ${meant}?`
}

/** The whole path, also within a router that has taken its own part away. */
function pathOf(req: Request): string {
  return `${req.baseUrl}${req.path}`
}
