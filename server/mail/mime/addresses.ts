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
    const email = writtenAs(wellFormed(address.address))
    if (email === '') return
    if (email.length > parseLimits.addressLength || addresses.length === parseLimits.addresses) cut = true
    else addresses.push({ email, name: nameOf(address.name) })
  }
  for (const value of values)
    for (const address of addressParser(withPlainWords(withPlainComments(value)))) add(address)
  return { addresses, cut }
}

function nameOf(name: string): string | null {
  // A name is one line, whatever was encoded in it.
  const line = wellFormed(name.replace(/[\r\n\v\f\u2028\u2029]+/g, ' ')).trim()
  return line === '' ? null : cutAt(line, parseLimits.addressLength)
}

/** With the quotes around a local part that needs them, and without a route (RFC 5322, section 4.4). */
function writtenAs(address: string): string {
  const mailbox = address.replace(/^@[^:]*:/, '')
  const at = mailbox.lastIndexOf('@')
  const local = mailbox.slice(0, at)
  if (at < 1 || !/[\s"(),:;<>@[\\\]]/.test(local)) return mailbox
  return `"${local.replace(/["\\]/g, '\\$&')}"${mailbox.slice(at)}`
}

/**
 * Without the parentheses of comments within comments, which the parser does not know. Where a comment has no end,
 * there is none: a face such as `:(` would hide the address behind it.
 */
function withPlainComments(value: string): string {
  if (!value.includes('(')) return value
  const kept: string[] = []
  let [depth, quoted, begin] = [0, false, 0]
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at]
    if (char === '\\') at += 1
    else if (char === '"' && depth === 0) quoted = !quoted
    else if (!quoted && (char === '(' || (char === ')' && depth > 0))) {
      depth += char === '(' ? 1 : -1
      if (depth === (char === '(' ? 1 : 0)) continue
      kept.push(value.slice(begin, at))
      begin = at + 1
    }
  }
  if (depth > 0) return value.replace(/[()]/g, ' ')
  kept.push(value.slice(begin))
  return kept.join('')
}
