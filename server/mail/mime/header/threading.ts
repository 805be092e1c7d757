import { parseLimits } from '../parsed-mail.js'

/** Message-ID of RFC 5322, section 3.6.4, without the spaces and comments that nobody writes. */
const messageId = /<[^<>@\s]+@[^<>@\s]+>/g

/**
 * Returns the Message-ID in angle brackets, even if the sender left these out, or left out a part of the id.
 *
 * @param value value of the field
 * @returns null if it is not one, or too long
 */
export function messageIdOf(value: string): string | null {
  const [, inner] = /<([^<>\s]+)>/.exec(value) ?? /^([^<>\s]+)$/.exec(value) ?? []
  const id = inner === undefined ? '' : `<${inner}>`
  return id === '' || id.length > parseLimits.messageIdLength ? null : id
}

/**
 * Returns the Message-IDs that a message answers: those of In-Reply-To, then those of References from the last, which
 * is the nearest, to the first. None occurs twice.
 */
export function referencesOf(inReplyTo: readonly string[], references: readonly string[]): string[] {
  const near = inReplyTo.flatMap(messageIdsIn)
  const far = references.flatMap(messageIdsIn).reverse()
  return [...new Set([...near, ...far])].slice(0, parseLimits.references)
}

function messageIdsIn(value: string): string[] {
  return (value.match(messageId) ?? []).filter((id) => id.length <= parseLimits.messageIdLength)
}

/** Length of the beginning of a Received field (RFC 5321, section 4.4) in which the hosts are named. */
const receivedLength = 2000

/**
 * Counts a message's hops.
 *
 * @param received values of the Received fields
 * @returns the number of fields, and of those that name a host as `from` or `by`
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
