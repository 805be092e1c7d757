import type { components } from '../../../../../generated/api-types.js'
import { mailboxText } from '../../../../../base/addresses/mailbox-text.js'

type NamedAddress = components['schemas']['NamedAddress']

/**
 * Reads an address as applications write one: `ada@example.com`, `Ada <ada@example.com>` or `"Ada" <ada@example.com>`.
 * The called operation checks whether it is an address.
 */
export function namedAddress(text: string): NamedAddress {
  const trimmed = text.trim()
  const open = trimmed.lastIndexOf('<')
  if (open < 0 || !trimmed.endsWith('>')) return { email: trimmed }
  const email = trimmed.slice(open + 1, -1).trim()
  const name = unquoted(trimmed.slice(0, open).trim())
  return name === '' ? { email } : { email, name }
}

/** Reads one address or several. */
export function namedAddresses(given: string | readonly string[]): NamedAddress[] {
  return [given].flat().map(namedAddress)
}

/**
 * Reads a list of addresses (RFC 5322, section 3.4), with commas between them. A comma in a quoted name, or in angle
 * brackets, is none of these.
 */
export function addressList(text: string): NamedAddress[] {
  const addresses: string[] = []
  let start = 0
  let isQuoted = false
  let isInAngles = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '<') isInAngles = true
    else if (character === '>') isInAngles = false
    else if (character === ',' && !isInAngles) {
      addresses.push(text.slice(start, at))
      start = at + 1
    }
  }
  addresses.push(text.slice(start))
  return addresses.filter((address) => address.trim() !== '').map(namedAddress)
}

/** Writes an address with its name, if it has one. */
export function shownAddress({
  email,
  name = null,
}: {
  readonly email: string
  readonly name?: string | null
}): string {
  return mailboxText({ email, name })
}

/** Returns the content of a quoted string (RFC 5322, section 3.2.4), or the text itself. */
function unquoted(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text
  return text.slice(1, -1).replace(/\\(.)/g, '$1')
}
