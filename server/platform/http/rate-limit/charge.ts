import type { Response } from 'express'
import type { Principal } from '../../auth/principal.js'
import type { Uuid } from '../../db/ids.js'
import { subscriberNetwork } from '../../../mail/network/address-ranges.js'
import type { Operation, PolicyName } from '../operation/contract.js'
import { ApiError } from '../errors/api-error.js'
import type { Count } from './counter.js'
import type { RateLimits } from './rate-limits.js'
import { contextOf } from '../operation/request-context.js'
import type { Step } from '../operation/step.js'

/** The count that a request adds to. */
export interface Charge {
  readonly policy: PolicyName
  /** The owner of the count. */
  readonly subject: string
  /** The subject in words, at the beginning of a sentence. */
  readonly who: string
}

/**
 * Returns the count of a request. Sends and checks of domains count for the workspace, other requests for the
 * credential. A request that its credential may not make counts for the credential whatever it is, so that a key
 * which may only read, or one that was stolen and is limited to some addresses, cannot use up the quota that the
 * workspace's sends need.
 *
 * @param refusal the reason why the credential may not make this request, if so
 */
export function chargeOf(
  operation: Pick<Operation, 'rateLimit'>,
  principal: Principal,
  refusal: ApiError | undefined,
): Charge {
  const { policy } = operation.rateLimit
  if (policy !== 'requests' && refusal === undefined) {
    return { policy, subject: principal.workspaceId, who: 'This workspace' }
  }
  const [id, who] = requesterOf(principal)
  // So a thief who uses a key from an address that it is not for does not use up its holder's requests.
  const subject = refusal?.code === 'ip_not_allowed' ? `${id} elsewhere` : id
  return { policy: 'requests', subject, who }
}

/**
 * Returns the owner of a principal's count. A person has one limit, however often they sign in; programs do not use
 * it up.
 */
function requesterOf(principal: Principal): [id: Uuid, who: string] {
  if (principal.kind !== 'workspaceSession') return [principal.keyId, 'This key']
  return principal.program === null ? [principal.userId, 'This user'] : [principal.sessionId, 'This session']
}

/** Returns the count of a request that anybody may make: that of the client's address, or its network. */
export function chargeOfAddress(policy: PolicyName, ip: string): Charge {
  return { policy, subject: subscriberNetwork(ip), who: 'This address' }
}

/** The counted requests of each policy, in words, with its window. */
const counted: Readonly<Record<PolicyName, string>> = {
  sends: 'sends of this minute',
  requests: 'requests of this minute',
  checks: 'checks of this minute',
  sign_ins: 'sign-ins of 15 minutes',
  failed_sign_ins: 'failed sign-ins of 15 minutes',
}

/**
 * Counts a request, or the items of its batch, and writes the rest of the quota into the reply's headers.
 *
 * @throws ApiError 429 if it does not fit; nothing was counted then
 */
export async function take(res: Response, limits: RateLimits, charge: Charge, units: number): Promise<void> {
  const { policy, subject } = charge
  const { windowSeconds } = limits.quotas[policy]
  const count = await limits.take(policy, subject, units)
  tellLeft(res, policy, count)
  res.setHeader('RateLimit-Policy', `"${policy}";q=${count.max};w=${windowSeconds}`)
  refuseSpent(charge, count)
}

/**
 * Counts a sign-in as failed before anybody looks at it, so that no number of tokens can be tried at once. A person
 * who does sign in gets the unit back: their sign-in was counted when they began it.
 *
 * @throws ApiError 429 if it does not fit
 */
export async function takeUnlessSignedIn(res: Response, limits: RateLimits, ip: string): Promise<void> {
  const policy = 'failed_sign_ins'
  const charge = chargeOfAddress(policy, ip)
  await take(res, limits, charge, 1)
  contextOf(res).onSuccess = async () => tellLeft(res, policy, await limits.giveBack(policy, charge.subject))
}

/**
 * Writes the rest of the quota as draft-ietf-httpapi-ratelimit-headers has it: a list of structured fields (RFC
 * 9651).
 */
function tellLeft(res: Response, policy: PolicyName, { left, resetMs }: Count): void {
  res.setHeader('RateLimit', `"${policy}";r=${left};t=${Math.ceil(resetMs / 1000)}`)
}

/**
 * Counts a message or request that did not come by HTTP.
 *
 * @throws ApiError 429 if it does not fit; nothing was counted then
 */
export async function takeOne(limits: RateLimits, charge: Charge): Promise<void> {
  refuseSpent(charge, await limits.take(charge.policy, charge.subject, 1))
}

function refuseSpent(
  charge: Charge,
  { fits, left, max, resetMs }: Awaited<ReturnType<RateLimits['take']>>,
): void {
  if (fits) return
  const seconds = Math.ceil(resetMs / 1000)
  const wait = Math.max(1, seconds)
  const spent =
    left === 0
      ? `${charge.who} has made its ${max} ${counted[charge.policy]}.`
      : `${charge.who} has ${left} of its ${max} ${counted[charge.policy]} left, which is too few.`
  throw new ApiError('rate_limited', `${spent} Try again in ${wait} second${wait === 1 ? '' : 's'}.`, {
    retryAfter: wait,
  })
}

/**
 * Counts the items of a batch except the first, which was counted when the request came in. It needs the body to be
 * read and valid, and comes before anything is done.
 */
export function countItems(operation: Operation, limits: RateLimits): Step[] {
  if (operation.rateLimit.perItemOf === undefined) return []
  return [
    async (req, res) => {
      const { principal } = contextOf(res)
      const items = itemsOf(operation, req.body)
      if (principal !== undefined && items > 1) {
        await take(res, limits, chargeOf(operation, principal, undefined), items - 1)
      }
    },
  ]
}

/** Returns the number of units that a valid request to an operation counts as: one, or one for each item of its batch. */
export function itemsOf({ rateLimit: { perItemOf } }: Pick<Operation, 'rateLimit'>, body: unknown): number {
  if (perItemOf === undefined) return 1
  return (body as Readonly<Record<string, unknown[]>>)[perItemOf]?.length ?? 0
}
