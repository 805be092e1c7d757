import { ConfigError } from './config-error.js'
import { listOf } from './variables/environment.js'

/** The services whose APIs the service can speak. */
export const wireNames = ['resend', 'postmark', 'sendgrid', 'ses', 'mailgun'] as const
export type WireName = (typeof wireNames)[number]

/**
 * Reads which wires are on.
 *
 * @throws ConfigError for a wire that does not exist
 */
export function wiresOf(name: string, text: string | undefined): readonly WireName[] {
  if (text === undefined || text === 'all') return wireNames
  if (text === 'none') return []
  return listOf(text).map((item) => {
    const wire = wireNames.find((known) => known === item)
    if (wire === undefined) {
      throw new ConfigError(`${name} takes "all", "none" or some of ${wireNames.join(', ')}, not "${item}".`)
    }
    return wire
  })
}
