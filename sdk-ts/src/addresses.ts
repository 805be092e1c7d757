import type { NamedAddress } from '../../generated/client/index.js'
import { isRecord } from './arguments.js'
import { PostsealError } from './errors.js'

/**
 * An address: `ada@example.com`, `Ada Lovelace <ada@example.com>` (RFC 5322, section 3.4), or an object with its parts.
 * Put a name in double quotes when it contains a comma or another special character.
 */
export type Address = string | NamedAddress

/** One address, or a list of them. */
export type Addresses = Address | Address[]

// The specials of RFC 5322, section 3.2.3, except the dot, which section 4.1 allows in names ("Ada L.").
const SPECIAL = /[()<>[\]:;@\\,"]/
const ADDRESS = /^(?:[^\s()<>[\]:;@\\,"]+|"(?:[^"\\]|\\.)*")@(?:[^\s()<>[\]:;@\\,"]+|\[[^\s[\]\\]+\])$/
// Control characters. A line break would start another header field.
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/

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
 * Converts the addresses of one message of a batch. A string that is no mailbox passes on as the address, so that the
 * service rejects that message alone.
 */
export function addressesOfItem(given: unknown): unknown {
  if (Array.isArray(given))
    return given.map((one: unknown) => (typeof one === 'string' ? addressOfItem(one) : one))
  if (typeof given === 'string') return [addressOfItem(given)]
  return isRecord(given) ? [given] : given
}

/** Converts one address of a message of a batch, as {@link addressesOfItem} does. */
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

/** Returns the mailbox, or why the text is none. */
function readMailbox(text: string): NamedAddress | string {
  if (CONTROL.test(text)) return 'has a line break or another control character'
  const trimmed = text.trim()
  if (trimmed === '') return 'is an empty string, not an address'
  if (ADDRESS.test(trimmed)) return { email: trimmed }
  const { name, rest, problem } = readName(trimmed)
  if (problem) return problem
  const email = rest.endsWith('>') ? rest.slice(1, -1).trim() : ''
  if (!ADDRESS.test(email)) return whyNot(rest)
  return name === '' ? { email } : { email, name }
}

/** Reads the words before an angle bracket; `rest` starts with the bracket, or is empty. */
function readName(text: string): { name: string; rest: string; problem?: string } {
  const words: string[] = []
  let rest = text
  while (rest !== '' && !rest.startsWith('<')) {
    const quoted = rest.startsWith('"')
    const [taken = ''] = (quoted ? /^"(?:[^"\\]|\\.)*"/ : /^[^\s"<]+/).exec(rest) ?? []
    if (taken === '') return { name: '', rest, problem: 'has a quotation mark that is not closed' }
    if (!quoted && SPECIAL.test(taken)) return { name: '', rest, problem: whyNotWord(text, taken) }
    words.push(quoted ? taken.slice(1, -1).replace(/\\(.)/g, '$1') : taken)
    rest = rest.slice(taken.length).trimStart()
  }
  return { name: words.join(' ').trim(), rest }
}

const ONE_ADDRESS = 'must be one address, such as "Ada Lovelace <ada@example.com>"'

function whyNotWord(text: string, word: string): string {
  const isList = word.indexOf('@') !== word.lastIndexOf('@') || (word.includes('@') && /[,;]/.test(word))
  if (isList) return `${ONE_ADDRESS}; several go into an array`
  if (!text.includes('<')) return ONE_ADDRESS
  return 'has a name with a special character, such as a comma: put the name in double quotes'
}

function whyNot(rest: string): string {
  const isList = rest.indexOf('>') < rest.length - 1
  return isList && rest.includes('>') ? `${ONE_ADDRESS}; several go into an array` : ONE_ADDRESS
}
