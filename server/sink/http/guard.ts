import type { Request, RequestHandler, Response } from 'express'
import { readerGuard, type ReaderGuardOptions } from '../../http/reader-guard.js'
import { sendSinkError } from './errors.js'

/** Who may read the inbox. */
export type GuardOptions = Pick<ReaderGuardOptions, 'allow' | 'publicUrl'>

/**
 * Refuses requests from outside the allowed networks, by the rules of {@link readerGuard}: an inbox holds password
 * resets and sign-in links. Refusals are 403 `ip_not_allowed`; browsers get a small page.
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
  if (req.accepts(['json', 'html']) !== 'html') return sendSinkError(res, 403, 'ip_not_allowed', message)
  // A refusal contains nothing from the request, so there is nothing to escape.
  res
    .status(403)
    .set({ 'Content-Security-Policy': "default-src 'none'", 'X-Content-Type-Options': 'nosniff' })
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not shown here</title></head>` +
        `<body><h1>Not shown here</h1><p>${message}</p></body></html>`,
    )
}
