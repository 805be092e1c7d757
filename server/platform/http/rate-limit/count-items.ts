import type { Operation } from '../contract.js'
import { contextOf } from '../request-context.js'
import type { Step } from '../step.js'
import { chargeOf, take } from './charge.js'
import type { RateLimits } from './rate-limits.js'

/**
 * Counts the items of a batch but for the first, which was counted when the request came in. It needs the
 * body to be read and valid, and comes before anything is done.
 */
export function countItems(operation: Operation, limits: RateLimits): Step[] {
  const { perItemOf } = operation.rateLimit
  if (perItemOf === undefined) return []
  return [
    async (req, res) => {
      const { principal } = contextOf(res)
      const items = (req.body as Record<string, unknown[]>)[perItemOf] ?? []
      if (principal !== undefined && items.length > 1) {
        await take(res, limits, chargeOf(operation, principal, undefined), items.length - 1)
      }
    },
  ]
}
