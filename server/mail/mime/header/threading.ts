import { parseLimits } from '../parsed-mail.js'

/** RFC 5322, section 3.6.4, without the spaces and comments that nobody writes. */
const messageId = /<[^<>@\s]+@[^<>@\s]+>/g

/**
 * The Message-ID with angle brackets, also where the sender left them out or put none of its parts.
 *
 * @param value of the field
 * @returns null where it is none, or too long
 */
export function messageIdOf(value: string): string | null {
  const [, inner] = /<([^<>\s]+)>/.exec(value) ?? /^([^<>\s]+)$/.exec(value) ?? []
  const id = inner === undefined ? '' : `<${inner}>`
  return id === '' || id.length > parseLimits.messageIdLength ? null : id
}

/**
 * The Message-IDs that a message answers: those of In-Reply-To, then those of References from the last, which is the
 * nearest, to the first. None twice.
 */
export function referencesOf(inReplyTo: readonly string[], references: readonly string[]): string[] {
  const near = inReplyTo.flatMap(messageIdsIn)
  const far = references.flatMap(messageIdsIn).reverse()
  return [...new Set([...near, ...far])].slice(0, parseLimits.references)
}

function messageIdsIn(value: string): string[] {
  return (value.match(messageId) ?? []).filter((id) => id.length <= parseLimits.messageIdLength)
}

/** What a Received field (RFC 5321, section 4.4) says of hosts stands in its begin. */
const receivedLength = 2000

/**
 * @param received the values of the Received fields
 * @returns how many there are, and how many name a host as `from` or `by`
 */
export function hopsOf(received: readonly string[], hostname: string): { all: number; own: number } {
  const own = hostNamed(hostname)
  const names = (value: string) =>
    [...value.slice(0, receivedLength).matchAll(/(?:^|[\s)])(?:from|by)\s+([^\s;()]+)/gi)].some(
      ([, host = '']) => hostNamed(host) === own,
    )
  return { all: received.length, own: received.filter(names).length }
}

function hostNamed(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
