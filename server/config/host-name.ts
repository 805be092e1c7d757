import { isIP } from 'node:net'
import { normalizeDomain } from '../mail-address.js'

/** Whether it is a domain that another host could look up: it has a dot and is no address. */
export function isHostName(text: string): boolean {
  return isIP(text) === 0 && normalizeDomain(text) === text.toLowerCase()
}
