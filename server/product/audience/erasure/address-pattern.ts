import { domainToUnicode } from 'node:url'
import { domainOf } from '../../../../base/addresses/address.js'
import { normalized } from '../../../../base/text/normalized.js'

/** How an address may be written in somebody's text, and what a database looks for to find such texts. */
export interface AddressPattern {
  /** Finds every way to write it, in any case, percent-encoded too (RFC 3986, section 2.1). It is global. */
  readonly expression: RegExp
  /** The same, where it is asked for alone. It is sticky. */
  readonly wholeHere: RegExp
  /** Finds the at sign with the domain behind it, which have at most `longest` characters. It is global. */
  readonly atDomain: { readonly expression: RegExp; readonly longest: number }
  /** Each has one form of the local part in front of where it is asked for, as its group. They are sticky. */
  readonly localsBefore: readonly RegExp[]
  /**
   * A text that has the address has one of these once its ASCII letters are in lower case. Not every text
   * that has one has the address.
   */
  readonly needles: readonly string[]
}

/** @param address in the form of `foldAddress` */
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

/** No UTF-16 code unit has more characters percent-encoded: it has up to three bytes. */
const encodedLength = 9

function either(texts: ReadonlySet<string>): string {
  return [...texts].map((text) => [...text].map(asWritten).join('')).join('|')
}

/** One character as itself or percent-encoded; letters and digits of ASCII are never encoded. */
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

/** What is not ASCII is left out: the database would have to know its lower case and its other forms. */
function needlesOf(local: string, domain: string, oneDomain: boolean): string[] {
  const ownLocal = /^[\0-\x7f]+$/.test(local) ? local : ''
  const ownDomain = oneDomain ? domain : ''
  const encoded = encodeURIComponent(ownLocal).toLowerCase()
  return [...new Set([`${ownLocal}@${ownDomain}`, `${ownLocal}%40${ownDomain}`, `${encoded}%40${ownDomain}`])]
}
