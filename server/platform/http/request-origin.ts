import type { Request, Response } from 'express'
import { plainAddress } from '../../mail/network/address-ranges.js'
import type { RequestOrigin } from './handler.js'
import { contextOf } from './request-context.js'

/** Returns where a request comes from, for the audit log and for sessions. */
export function originOf(req: Request, res: Response): RequestOrigin {
  const { requestId, fromConsole } = contextOf(res)
  return {
    requestId,
    ip: plainAddress(req.ip ?? ''),
    userAgent: req.headers['user-agent']?.slice(0, 200) ?? null,
    fromConsole: fromConsole === true,
  }
}
