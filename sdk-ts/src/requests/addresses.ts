import type { NamedAddress } from '../../../generated/client/models.js'
import { isRecord } from '../arguments/arguments.js'
import { PostsealError } from '../errors/errors.js'
import { readMailbox } from './mailbox.js'

/**
 * An address: `ada@example.com`, `Ada Lovelace <ada@example.com>` (RFC 5322, section 3.4), or an object with its
 * parts. Put a name in double quotes if it contains a comma or another special character.
 */
export type Address = string | NamedAddress

/** One address, or a list of them. */
export type Addresses = Address | readonly Address[]

/**
 * Converts addresses to the shape in the contract. A value that is not a string, an object or an array passes through
 * unchanged, so that the service reports the error.
 *
 * @param where the name of the addresses in an error, such as `messages.send(body): to`
 * @throws PostsealError if a string is not an address
 */
export function addressesOnTheWire(given: unknown, where: string): unknown {
  if (Array.isArray(given)) {
    return given.map((one: unknown, index) =>
      typeof one === 'string' ? parseAddress(one, `${where}[${index}]`) : one,
    )
  }
  if (typeof given === 'string') return [parseAddress(given, where)]
  return isRecord(given) ? [given] : given
}

/**
 * Converts the addresses of one message in a batch. A string that is not a mailbox is passed on as the address, so
 * that the service rejects only that message.
 */
export function addressesOfItem(given: unknown): unknown {
  if (Array.isArray(given))
    return given.map((one: unknown) => (typeof one === 'string' ? addressOfItem(one) : one))
  if (typeof given === 'string') return [addressOfItem(given)]
  return isRecord(given) ? [given] : given
}

/** Converts one address of a message in a batch, as {@link addressesOfItem} does. */
export function addressOfItem(text: string): NamedAddress {
  const read = readMailbox(text)
  return typeof read === 'string' ? { email: text } : read
}

/**
 * Parses a mailbox (RFC 5322, section 3.4) in any language (RFC 6532): an address, or a name and an address in angle
 * brackets. Rejects comments, groups and lists. The service, not this function, validates the address itself.
 *
 * @param where the name of the mailbox in an error
 * @throws PostsealError if the text is not a mailbox
 */
export function parseAddress(text: string, where: string): NamedAddress {
  const read = readMailbox(text)
  if (typeof read === 'string') throw new PostsealError(`${where} ${read}.`)
  return read
}
