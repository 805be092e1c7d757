import type { Request } from 'express'
import { authenticateRequest, missing, refusalOf, type Credentials } from './authenticate.js'
import { limitedToEnvironment, type Principal } from '../../auth/principal.js'
import type { ConsoleVerdict } from './console-request.js'
import type { Operation } from '../operation/contract.js'
import { chargeOf, chargeOfAddress, take, takeUnlessSignedIn } from '../rate-limit/charge.js'
import { environmentLimitOf } from '../connection/in-process.js'
import type { RateLimits } from '../rate-limit/rate-limits.js'
import { contextOf } from '../operation/request-context.js'
import type { Step } from '../operation/step.js'

/**
 * Authenticates a request, counts it, and refuses it if its credential has no right to make it. All of it needs the
 * head of the request only, so nobody makes the service read a body that it will not use.
 */
export function admitRequest(operation: Operation, credentials: Credentials, limits: RateLimits): Step {
  const admit = operation.security.length > 0 ? admitPrincipal : admitAnybody
  return admit(operation, credentials, limits)
}

function admitPrincipal(operation: Operation, credentials: Credentials, limits: RateLimits): Step {
  return async (req, res) => {
    const verdict = credentials.console.judge(req.headers)
    const context = contextOf(res)
    context.fromConsole = verdict.fromConsole
    const principal = await authenticate(credentials, req, verdict)
    context.principal = principal
    const refusal = refusalOf(principal, operation, req.ip ?? '')
    if (refusal === undefined && principal.kind !== 'workspaceSession')
      credentials.keyUses.note(principal.keyId)
    await take(res, limits, chargeOf(operation, principal, refusal), 1)
    if (refusal !== undefined) throw refusal
  }
}

/**
 * Authenticates a request again that was admitted before.
 *
 * @throws ApiError 401 or 403 if the credential was revoked meanwhile, or has lost the right
 */
export async function authenticatePermitted(
  operation: Operation,
  credentials: Credentials,
  req: Request,
): Promise<Principal> {
  const verdict = credentials.console.judge(req.headers)
  const principal = await authenticate(credentials, req, verdict)
  const refusal = refusalOf(principal, operation, req.ip ?? '')
  if (refusal !== undefined) throw refusal
  return principal
}

async function authenticate(
  credentials: Credentials,
  req: Request,
  verdict: ConsoleVerdict,
): Promise<Principal> {
  const principal = await authenticateRequest(credentials, req.headers.authorization, verdict)
  return limitedToEnvironment(principal, environmentLimitOf(req))
}

/**
 * Counts a request to an operation that anybody may call, if the contract limits it: by the client's address. A
 * sign-in counts once, when it begins; the request that ends it counts only if it fails. A request that pretends to
 * come from a page of the service is refused, so that it does not get a session that no page can keep.
 */
function admitAnybody({ rateLimit }: Operation, credentials: Credentials, limits: RateLimits): Step {
  const { policy } = rateLimit
  return async (req, res) => {
    if (policy !== 'sign_ins' && policy !== 'failed_sign_ins') return
    const verdict = credentials.console.judge(req.headers)
    contextOf(res).fromConsole = verdict.fromConsole
    const ip = req.ip ?? ''
    if (policy === 'sign_ins') await take(res, limits, chargeOfAddress(policy, ip), 1)
    else await takeUnlessSignedIn(res, limits, ip)
    if (!verdict.fromConsole && req.headers['postseal-console'] !== undefined) throw missing(verdict.refusal)
  }
}
