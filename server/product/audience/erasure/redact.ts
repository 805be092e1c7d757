import { foldAddress } from '../../../../base/addresses/address.js'
import type { Steps } from '../../../../base/time/time-slice.js'
import { addressPattern } from './address-pattern.js'
import { findAddress } from './find-address.js'

/** The address that replaces an erased one. Nothing is ever delivered to it (RFC 2606, section 2). */
export const erasedAddress = 'erased@erased.invalid'

/** A `Redactor` takes one address out of texts that others have written, in steps if that may take long. */
export interface Redactor {
  /** Search words by which texts with the address are found: see `AddressPattern`. */
  readonly needles: readonly string[]
  /** Returns true if a text is the address and nothing else, however it is written. */
  isTheirs(text: unknown): boolean
  /** Returns true if a name that somebody made up, such as `welcome-ada@example.com`, contains the address. */
  isNamedIn(name: string): boolean
  /**
   * Returns the text with `erasedAddress` in place of the address, except where the address is a part of a longer
   * one.
   */
  text(text: string): Steps<string>
  /** Returns JSON without the address in any of its texts, and without anything else about the person. */
  json(value: unknown): Steps<unknown>
}

/** The most characters of a text that is read as an address; no address is longer in any form. */
const longest = 1000

/** Number of pieces of a text that are joined at once. */
const piecesAtOnce = 1000

/**
 * Makes the redactor of an address.
 *
 * @param address the address in the form of `foldAddress`
 */
export function redactorOf(address: string): Redactor {
  const pattern = addressPattern(address)
  const { expression, needles } = pattern
  const isTheirs = (text: unknown) =>
    typeof text === 'string' && text.length <= longest && foldAddress(text) === address

  const isNamedIn = (name: string) =>
    [...name.matchAll(expression)].some(({ index, 0: found }) => {
      const before = name.slice(0, index).replace(/[._+-]+$/, ' ')
      return isWhole(before + name.slice(index), before.length, before.length + found.length)
    })

  function* redactText(text: string): Steps<string> {
    if (isTheirs(text)) return erasedAddress
    const [whole, pieces]: [string[], string[]] = [[], []]
    let end = 0
    yield* findAddress(text, pattern, (from, to) => {
      if (!isWhole(text, from, to)) return
      pieces.push(text.slice(end, from), erasedAddress)
      end = to
      if (pieces.length >= piecesAtOnce) whole.push(pieces.splice(0).join(''))
    })
    return end === 0 ? text : [...whole, ...pieces, text.slice(end)].join('')
  }

  function* redactJson(value: unknown): Steps<unknown> {
    if (typeof value === 'string') return yield* redactText(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const item of value) items.push(yield* redactJson(item))
      return items
    }
    const fields = value as Readonly<Record<string, unknown>>
    const redacted: [string, unknown][] = []
    for (const [name, field] of Object.entries(fields)) {
      redacted.push([yield* redactText(name), yield* redactJson(field)])
    }
    const named = Object.fromEntries(redacted) as Record<string, unknown>
    return isTheirs(fields.email) || isTheirs(fields.recipient) ? withoutPerson(named) : named
  }

  return { needles, isTheirs, isNamedIn, text: redactText, json: redactJson }
}

/**
 * Removes from an object everything about the person beside the address: a name, a note, and a server's text, which
 * may name the person in another way.
 */
function withoutPerson({ name: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  // A recipient in the reply of a send always has a name, which may be null; an address of a request may have none.
  const fields = 'log_id' in rest && 'kind' in rest ? { ...rest, name: null } : rest
  if ('note' in fields) fields.note = null
  if ('reply' in fields) fields.reply = withoutText(fields.reply)
  return fields
}

/** Returns a server's reply with its codes alone. */
export function withoutText(reply: unknown): unknown {
  return typeof reply === 'object' && reply !== null && 'text' in reply ? { ...reply, text: '' } : reply
}

/** Number of characters before an address that can belong to it: the longest local part has 64 octets. */
const maxBefore = 64
/** The most characters of a domain. */
const maxAfter = 255

/**
 * Returns true if the text at a place is an address of its own. If that cannot be told, it counts as one: better a
 * word too much erased than an address that stays.
 */
function isWhole(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - maxBefore), from)
  const after = text.slice(to, to + maxAfter)
  const isEncoded = /%[0-9a-f]{2}$/i.test(before)
  const longerBefore = !isEncoded && /[\p{L}\p{M}\p{N}][._+-]*$/u.test(before)
  return !longerBefore && !/^(?:[a-z0-9]|\.[a-z0-9]|-[a-z0-9-]*\.[a-z0-9])/i.test(after)
}
