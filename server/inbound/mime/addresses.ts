import { addressParser, type Address } from 'postal-mime'
import type { components } from '../../../generated/api-types.js'
import { wellFormed } from './charsets.js'
import { withPlainWords } from './encoded-words.js'
import { cutAt } from './filename.js'
import { parseLimits } from './parsed-mail.js'

type InboundAddress = components['schemas']['InboundAddress']

export interface AddressList {
  readonly addresses: readonly InboundAddress[]
  /** Whether some are left out. */
  readonly cut: boolean
}

/**
 * The addresses of fields such as To (RFC 5322, section 3.4), with those within groups. What has no address, as an
 * empty group, is left out.
 *
 * @param values of all fields of one name, unfolded
 */
export function readAddresses(values: readonly string[]): AddressList {
  const addresses: InboundAddress[] = []
  let cut = false
  const add = (address: Address) => {
    if (address.group !== undefined) {
      address.group.forEach(add)
      return
    }
    const email = wellFormed(address.address)
    if (email === '') return
    if (email.length > parseLimits.addressLength || addresses.length === parseLimits.addresses) cut = true
    else addresses.push({ email, name: nameOf(address.name) })
  }
  for (const value of values) for (const address of addressParser(withPlainWords(value))) add(address)
  return { addresses, cut }
}

function nameOf(name: string): string | null {
  // A name is one line, whatever was encoded in it.
  const line = wellFormed(name.replace(/[\t\n\r\v\f]+/g, ' ')).trim()
  return line === '' ? null : cutAt(line, parseLimits.addressLength)
}
