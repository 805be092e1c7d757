import { addressParser } from 'postal-mime'
import type { components } from '../../../../generated/api-types.js'
import { trimEnd } from '../../../../base/text/trim-end.js'
import { wellFormed } from '../../../../base/text/well-formed.js'
import { elementsOf } from './address-elements.js'
import { withPlainWords } from './encoded-words.js'
import { cutAt } from '../body/filename.js'
import { parseLimits } from '../parsed-mail.js'

type InboundAddress = components['schemas']['InboundAddress']

export interface AddressList {
  readonly addresses: readonly InboundAddress[]
  /** True if some addresses are left out. */
  readonly cut: boolean
}

/**
 * Largest number of elements of a field that the parser reads. Few have no address; one is the first half of a name
 * such as `Lovelace, Ada` whose quotes are missing.
 */
const mostParsed = 10 * parseLimits.addresses

/**
 * Returns the addresses of fields such as To (RFC 5322, section 3.4), with those within groups. Elements without an
 * address, such as an empty group, are left out. No more is parsed than there may be addresses.
 *
 * @param values values of all fields of one name, unfolded
 */
export function readAddresses(values: readonly string[]): AddressList {
  const addresses: InboundAddress[] = []
  let [cut, parsed] = [false, 0]
  const add = (value: string, isWithinWords: boolean): void => {
    for (const element of elementsOf(shielded(value))) {
      if (!mayHoldAddress.test(element)) continue
      if (parsed === mostParsed) cut = true
      if (parsed === mostParsed || (cut && addresses.length === parseLimits.addresses)) return
      parsed += 1
      for (const { address, name } of addressParser(element)) {
        const [written, shown] = [unshielded(address ?? ''), unshielded(name)]
        const email = writtenAs(wellFormed(written))
        const isNew = email !== '' && email.length <= parseLimits.addressLength
        if (isNew && addresses.length < parseLimits.addresses) addresses.push({ email, name: nameOf(shown) })
        else if (email !== '') cut = true
        else if (written === '' && !isWithinWords && name.includes(bracket) && hasMailbox(shown))
          add(shown, true)
      }
    }
  }
  for (const value of values) add(withPlainComments(withClosedQuotes(value)), false)
  return { addresses, cut }
}

/** An element without any of these is only a name. */
const mayHoldAddress = /[@<]|=\?/

/**
 * Noncharacters of Unicode, which stand for an angle bracket in an encoded word and for the `?` that begins a word.
 */
const [bracket, mark] = ['\ufdd0', '\ufdd1']

/** Hides the content of encoded words from the parser, which would parse all of it, with all groups within groups. */
function shielded(value: string): string {
  if (!value.includes('=?')) return value
  const plain = withPlainWords(value, (text) => text.replaceAll('<', bracket))
  // The parser takes some texts for encoded words that are none.
  return plain.replace(/(=\?utf-8\?B\?[^?]*\?=)|=\?/g, (_, word?: string) => word ?? `=${mark}`)
}

function unshielded(text: string): string {
  return text.replaceAll(bracket, '<').replaceAll(mark, '?')
}

/** Returns whether a text has an address in angle brackets. */
function hasMailbox(text: string): boolean {
  const [, ...behind] = text.split('<')
  return behind.some((rest) => {
    const at = rest.indexOf('@', 1)
    return at > 0 && at < rest.indexOf('>') - 1
  })
}

function nameOf(name: string): string | null {
  // A name is one line, whatever was encoded in it.
  const text = wellFormed(name.replace(/[\r\n\v\f\u2028\u2029]+/g, ' ')).trim()
  // Removes a bracket too many.
  const line = text.includes('<') ? text : trimEnd(text.replace(/^[\s>]+/, ''), /[\s>]/)
  return line === '' ? null : cutAt(line, parseLimits.addressLength)
}

/**
 * Returns an address with the quotes around a local part that needs them; without a route and the blanks that were
 * once allowed around the parts of an address (RFC 5322, section 4.4), and without stray brackets. The parser leaves
 * the quotes on within angle brackets alone.
 */
function writtenAs(address: string): string {
  const mailbox = trimEnd(address.replace(/^[\s<]*(?:@[^:]*:)?/, ''), /[\s<>]/)
  const at = mailbox.lastIndexOf('@')
  if (at < 1) return /[<>]/.test(mailbox) ? '' : mailbox
  const domain = mailbox.slice(at + 1).replace(/\s+/g, '')
  if (/[<>]/.test(domain)) return ''
  const written = mailbox.slice(0, at).trim()
  if (/^"|"$/.test(written) && !/^".*"$/s.test(written)) return ''
  const [, quoted] = /^"(.*)"$/s.exec(written) ?? []
  const local = (
    quoted?.replace(/\\(.)/gs, '$1') ??
    written
      .split('.')
      .map((part) => part.trim())
      .join('.')
  ).replace(/^mailto:/i, '')
  if (!/[\s"(),:;<>@[\\\]]/.test(local)) return `${local}@${domain}`
  return `"${local.replace(/["\\]/g, '\\$&')}"@${domain}`
}

/**
 * Removes the quotes that begin no quoted string: those within a word, as in `Ada" <ada@example.com>`, and those
 * without an end. They would hide the address behind them.
 */
function withClosedQuotes(value: string): string {
  if (!value.includes('"')) return value
  const kept: string[] = []
  let [begin, from] = [-1, 0]
  const drop = (at: number) => {
    kept.push(value.slice(from, at))
    from = at + 1
  }
  for (let at = 0; at <= value.length; at += 1) {
    const char = value[at]
    if (at >= value.length && begin >= 0) {
      drop(begin)
      // A character that a backslash escapes ends nothing.
      at = begin
      begin = -1
    } else if (char === '\\' && begin >= 0) at += 1
    else if (char !== '"') continue
    else if (begin >= 0) begin = -1
    else if (at === 0 || /[\s,:;<>()"]/.test(value[at - 1] ?? '')) begin = at
    else drop(at)
  }
  kept.push(value.slice(from))
  return kept.join('')
}

/**
 * Removes comments within angle brackets, and the parentheses of comments within comments: the parser knows neither.
 * A parenthesis without an end begins no comment: a face such as `:(` would hide the address behind it.
 */
function withPlainComments(value: string): string {
  if (!value.includes('(')) return value
  const kept: string[] = []
  let [depth, quoted, angled, begin] = [0, false, false, 0]
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at]
    if (char === '\\') at += 1
    else if (char === '"' && depth === 0) quoted = !quoted
    else if ((char === '<' || char === '>') && depth === 0 && !quoted) angled = char === '<'
    else if (!quoted && (char === '(' || (char === ')' && depth > 0))) {
      depth += char === '(' ? 1 : -1
      const isOutermost = depth === (char === '(' ? 1 : 0)
      if (isOutermost && !angled) continue
      if (!angled || (isOutermost && char === '(')) kept.push(value.slice(begin, at))
      begin = at + 1
    }
  }
  if (depth > 0) return value.replace(/[()]/g, ' ')
  kept.push(value.slice(begin))
  return kept.join('')
}
