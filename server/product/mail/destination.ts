import { domainOf } from '../../../base/addresses/address.js'
import type { Environment } from '../../platform/auth/principal.js'

/** Destination of mail that goes to the sink whatever the transport: that of test projects. */
export const sinkDestination = ''

/**
 * Returns the destination of a message to this recipient. The queue is fair over destinations, which share
 * connections.
 */
export function destinationOf(environment: Environment, recipient: string): string {
  return environment === 'test' ? sinkDestination : domainOf(recipient)
}
