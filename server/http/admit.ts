import type { RequestHandler } from 'express'
import { authenticateRequest, refusalOf, type Credentials } from './authenticate.js'
import type { Operation } from './contract.js'
import { chargeOf, take } from './rate-limit/charge.js'
import type { RateLimits } from './rate-limit/rate-limits.js'
import { contextOf } from './request-context.js'

/**
 * Tells who sent a request, counts it, and refuses what the credential may not do. All of it needs the head
 * of the request only, so nobody makes the service read a body that it will not use.
 */
export function admitRequest(
  operation: Operation,
  credentials: Credentials,
  limits: RateLimits,
): RequestHandler {
  return async (req, res, next) => {
    if (operation.security.length > 0) {
      const principal = await authenticateRequest(credentials, req.headers.authorization)
      contextOf(res).principal = principal
      const refusal = refusalOf(principal, operation.security, req.ip ?? '')
      await take(res, limits, chargeOf(operation, principal, refusal), 1)
      if (refusal !== undefined) throw refusal
    }
    next()
  }
}
