import type { Request } from 'express'
import { isIP } from 'node:net'
import { plainAddress } from '../../../network/address-ranges.js'
import { maxUserAgent, type Consent } from './actions.js'

/** The proof of a yes or no that this request is. */
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

/** What a proxy names is not always an address, and a link-local one has a zone, which PostgreSQL's `inet` has not. */
function addressOf(ip: string | undefined): string | null {
  const [address = ''] = ip?.split('%') ?? []
  return isIP(address) > 0 ? plainAddress(address) : null
}
