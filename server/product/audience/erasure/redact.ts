import { foldAddress } from '../../../../base/addresses/address.js'
import type { Steps } from '../../../../base/time/time-slice.js'
import { addressPattern } from './address-pattern.js'
import { findAddress } from './find-address.js'

/** What stands where an erased address stood. Nothing is ever delivered to it (RFC 2606, section 2). */
export const erasedAddress = 'erased@erased.invalid'

/** Takes one address out of what others have written, in steps where that may be long. */
export interface Redactor {
  /** What texts with the address are found by: see `AddressPattern`. */
  readonly needles: readonly string[]
  /** Whether a text is the address and nothing else, however it is written. */
  isTheirs(text: unknown): boolean
  /** Whether a name that somebody made up, such as `welcome-ada@example.com`, has the address in it. */
  isNamedIn(name: string): boolean
  /** The text with `erasedAddress` in the place of the address, but where it is a part of a longer one. */
  text(text: string): Steps<string>
  /** JSON with the address taken out of every text in it, and with what else is said about the person. */
  json(value: unknown): Steps<unknown>
}

/** Longer than any address is in any form; what is longer is not read as one. */
const longest = 1000

/** So many pieces of a text are put together at once. */
const piecesAtOnce = 1000

/** @param address in the form of `foldAddress` */
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
 * What an object says beside the address of the person it is about: a name, a note, and what a server wrote,
 * which may name the person in another way.
 */
function withoutPerson({ name: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  // A recipient in the reply of a send always has a name, which may be null; an address of a request may have none.
  const fields = 'log_id' in rest && 'kind' in rest ? { ...rest, name: null } : rest
  if ('note' in fields) fields.note = null
  if ('reply' in fields) fields.reply = withoutText(fields.reply)
  return fields
}

/** A server's reply with its codes alone. */
export function withoutText(reply: unknown): unknown {
  return typeof reply === 'object' && reply !== null && 'text' in reply ? { ...reply, text: '' } : reply
}

/** The longest local part has 64 octets, so that no more in front can belong to it. */
const maxBefore = 64
/** As long as a domain can be. */
const maxAfter = 255

/**
 * Whether what stands at a place is an address of its own. Where that cannot be told it is taken for one:
 * better a word too much than an address that stays.
 */
function isWhole(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - maxBefore), from)
  const after = text.slice(to, to + maxAfter)
  const isEncoded = /%[0-9a-f]{2}$/i.test(before)
  const longerBefore = !isEncoded && /[\p{L}\p{M}\p{N}][._+-]*$/u.test(before)
  return !longerBefore && !/^(?:[a-z0-9]|\.[a-z0-9]|-[a-z0-9-]*\.[a-z0-9])/i.test(after)
}
