import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { html, trusted, type Markup } from './html.js'

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

/** Makes a page that tells people one thing. */
export function plainPage(title: string, text: string): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`
}

export function sendPlainPage(res: Response, status: number, page: Markup): void {
  res
    .status(status)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
    })
    .type('html')
    .send(page.source)
}

/**
 * The page for a link that has ended. It does not say where the link led: some people would go there all the same.
 */
const endedLink = plainPage(
  'This link no longer works',
  'The operator of this service has disabled the links in this sender’s mail.',
)

/** Answers 410 to people who follow a link of a workspace whose links have ended. */
export function sendEndedLink(res: Response): void {
  sendPlainPage(res, 410, endedLink)
}
