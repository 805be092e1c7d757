import type { Environment } from '../../../platform/auth/principal.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { parseTime } from '../../../platform/http/time.js'
import { normalizeDomain } from '../../../../base/addresses/address.js'
import { isRange } from '../../../mail/network/address-ranges.js'

/** Reads the values of a key's restrictions in a request. Each function throws ApiError 422 `validation_failed`. */

/**
 * @param index index in the list
 */
export function readRange(given: string, index: number): string {
  if (isRange(given)) return given
  const message = 'must be an address or a range such as 10.0.0.0/8'
  throw refusedValue(`/body/restrictions/ip_cidrs/${index}`, 'cidr', message)
}

/**
 * @param index index in the list
 * @returns the form to keep and compare
 */
export function readDomain(given: string, index: number): string {
  const domain = normalizeDomain(given)
  if (domain !== undefined) return domain
  const message = 'must be a domain such as shop.example'
  throw refusedValue(`/body/restrictions/sender_domains/${index}`, 'domain', message)
}

/**
 * @param present present end of the key, which may be repeated even if it has passed
 */
export function readEnd(given: string | null, present: Date | null): Date | null {
  if (given === null) return null
  const path = '/body/restrictions/expires_at'
  const end = parseTime(given, path)
  if (end.getTime() > Date.now() || end.getTime() === present?.getTime()) return end
  throw refusedValue(path, 'past', 'must lie in the future')
}

/**
 * Refuses an environment for a project key other than the project's: the key is held to its project, and so to the
 * project's environment.
 */
export function refuseOtherEnvironment(given: Environment | null, ofProject: Environment): void {
  if (given === null || given === ofProject) return
  throw refusedValue('/body/restrictions/environment', 'environment', `must be ${ofProject}, as the project`)
}
