import { domainToUnicode } from 'node:url'
import { domainOf } from '../../../../base/addresses/address.js'
import { normalized } from '../../../../base/text/normalized.js'

/**
 * The ways in which an address may be written in somebody's text, and the words by which a database finds such texts.
 */
export interface AddressPattern {
  /**
   * Matches every way to write the address, in any case, percent-encoded too (RFC 3986, section 2.1). It is global.
   */
  readonly expression: RegExp
  /** Matches the same as `expression`, but at a given place only: it is sticky. */
  readonly wholeHere: RegExp
  /** Matches the at sign with the domain behind it, which have at most `longest` characters. It is global. */
  readonly atDomain: { readonly expression: RegExp; readonly longest: number }
  /**
   * Each expression captures one form of the local part that stands just before the place where it is applied. They
   * are sticky.
   */
  readonly localsBefore: readonly RegExp[]
  /**
   * Search words for the database. A text that has the address contains one of them once its ASCII letters are in
   * lower case. Not every text that contains one has the address.
   */
  readonly needles: readonly string[]
}

/**
 * Builds the pattern of an address.
 *
 * @param address the address in the form of `foldAddress`
 */
export function addressPattern(address: string): AddressPattern {
  const domain = domainOf(address)
  const local = address.slice(0, address.lastIndexOf('@'))
  const locals = new Set([local, normalized(local, 'NFD')])
  const domains = new Set([domain, domainToUnicode(domain)])
  const atDomain = `(?:@|%40)(?:${either(domains)})`
  const expression = `(?:${either(locals)})${atDomain}`
  return {
    expression: new RegExp(expression, 'giu'),
    wholeHere: new RegExp(expression, 'iuy'),
    atDomain: {
      expression: new RegExp(atDomain, 'giu'),
      longest: atSignLength + encodedLength * Math.max(...[...domains].map(({ length }) => length)),
    },
    localsBefore: [...locals].map((text) => new RegExp(`(?<=(${either(new Set([text]))}))`, 'iuy')),
    needles: needlesOf(local, domain, domains.size === 1),
  }
}

/** The length of an at sign that is percent-encoded. */
const atSignLength = 3

/** The most characters that a UTF-16 code unit takes when it is percent-encoded, since it has up to three bytes. */
const encodedLength = 9

function either(texts: ReadonlySet<string>): string {
  return [...texts].map((text) => [...text].map(asWritten).join('')).join('|')
}

/**
 * Returns an expression for one character as itself or percent-encoded; letters and digits of ASCII are never
 * encoded.
 */
function asWritten(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character
  const bytes = Buffer.from(character).toString('hex')
  return `(?:${escaped(character)}|${bytes.replace(/../g, '%$&')})`
}

function escaped(character: string): string {
  return /[\p{L}\p{M}\p{N}]/u.test(character)
    ? character
    : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/**
 * Returns the needles of an address without its parts that are not ASCII, since the database would have to know their
 * lower case and their other forms.
 */
function needlesOf(local: string, domain: string, oneDomain: boolean): string[] {
  const ownLocal = /^[\0-\x7f]+$/.test(local) ? local : ''
  const ownDomain = oneDomain ? domain : ''
  const encoded = encodeURIComponent(ownLocal).toLowerCase()
  return [...new Set([`${ownLocal}@${ownDomain}`, `${ownLocal}%40${ownDomain}`, `${encoded}%40${ownDomain}`])]
}
