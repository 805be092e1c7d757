import { ConfigError } from './config-error.js'
import { listOf } from './variables/environment.js'

const allRoles = ['api', 'delivery', 'webhooks', 'inbound', 'scheduler', 'programs', 'sink'] as const
export type ServiceRole = (typeof allRoles)[number]

/**
 * Reads the roles of a process.
 *
 * @throws ConfigError for a role that does not exist
 */
export function rolesOf(name: string, text: string | undefined): readonly ServiceRole[] {
  if (text === undefined || text === 'all') return allRoles
  return listOf(text).map((item) => {
    const role = allRoles.find((known) => known === item)
    if (role === undefined) {
      throw new ConfigError(`${name} takes "all" or some of ${allRoles.join(', ')}, not "${item}".`)
    }
    return role
  })
}
