import type { WebhookConfig } from '../config/defaults.js'
import { Destinations } from '../pacing/destinations.js'
import type { Uuid } from '../db/ids.js'

/** Failed connections in a row after which an endpoint rests. */
const failuresToRest = 5

/** How much each endpoint bears, learned from what came of the attempts before. */
export function endpointPaces(config: WebhookConfig): Destinations {
  const rest = (times: number) => Math.min(config.maxRestMs, config.restMs * 2 ** times)
  return new Destinations({
    start: config.endpointStart,
    min: 1,
    max: config.endpointMost,
    failuresToRest,
    restMs: rest,
    slowMs: rest,
  })
}

/** What an endpoint is known by: a subscription that gets another address begins anew. */
export function endpointOf(subscriptionId: Uuid, url: string): string {
  return `${subscriptionId} ${url}`
}
