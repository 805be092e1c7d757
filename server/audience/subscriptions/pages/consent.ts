import type { Request } from 'express'
import { mostUserAgent, type Consent } from './acts.js'

/** The proof of a yes or no that this request is. */
export function consentOf<Source extends string>(req: Request, source: Source): Consent<Source> {
  return {
    at: new Date(),
    ip: req.ip ?? null,
    userAgent: req.get('user-agent')?.slice(0, mostUserAgent) || null,
    source,
  }
}
