import { isIPv4, isIPv6 } from 'node:net'

/** A term of an SPF record (RFC 7208, section 4.6.1). */
export interface SpfTerm {
  /** The term as written in the record. */
  readonly text: string
  /** The mechanism or modifier, in lower case. */
  readonly name: string
  readonly kind: 'mechanism' | 'modifier'
  readonly qualifier: '+' | '-' | '~' | '?'
  /** The value without its prefix lengths; empty if there is none. */
  readonly value: string
}

export interface SpfRecord {
  readonly terms: readonly SpfTerm[]
  /** Invalid terms, which make receivers discard the whole record. */
  readonly errors: readonly string[]
}

/** Returns whether a text is meant for SPF (RFC 7208, section 4.5). */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text)
}

/** Reads an SPF record (RFC 7208, section 12). */
export function parseSpf(text: string): SpfRecord {
  const texts = text
    .split(' ')
    .slice(1)
    .filter((term) => term !== '')
  const terms: SpfTerm[] = []
  const errors: string[] = []
  const once = new Set<string>()
  for (const text of texts) {
    const term = termOf(text)
    const again = term?.kind === 'modifier' && once.has(term.name)
    if (term === undefined || again) errors.push(text)
    else terms.push(term)
    if (term?.kind === 'modifier' && ['redirect', 'exp'].includes(term.name)) once.add(term.name)
  }
  return { terms, errors }
}

const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/i
const mechanism = /^([+\-?~]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::(.+?))?((?:\/\d+)?(?:\/\/\d+)?)$/i

function termOf(text: string): SpfTerm | undefined {
  if (!/^[\x21-\x7e]+$/.test(text)) return undefined
  const asModifier = modifier.exec(text)
  if (asModifier !== null) {
    const [, name = '', value = ''] = asModifier
    const lower = name.toLowerCase()
    const right = ['redirect', 'exp'].includes(lower) ? isDomainSpec(value) : hasRightMacros(value)
    return right ? { text, name: lower, kind: 'modifier', qualifier: '+', value } : undefined
  }
  const match = mechanism.exec(text)
  if (match === null) return undefined
  const [, sign = '', name = '', value, prefix = ''] = match
  const lower = name.toLowerCase()
  if (!isRight(lower, value, prefix)) return undefined
  const qualifier = (sign === '' ? '+' : sign) as SpfTerm['qualifier']
  return { text, name: lower, kind: 'mechanism', qualifier, value: value ?? '' }
}

function isRight(name: string, value: string | undefined, prefix: string): boolean {
  const [, v4, v6] = /^(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(prefix) ?? []
  const fits = (bits: string | undefined, max: number) =>
    bits === undefined || (String(Number(bits)) === bits && Number(bits) <= max)
  switch (name) {
    case 'all':
      return value === undefined && prefix === ''
    case 'ip4':
      return value !== undefined && isIPv4(value) && v6 === undefined && fits(v4, 32)
    case 'ip6':
      return value !== undefined && isIPv6(value) && !value.includes('%') && v6 === undefined && fits(v4, 128)
    case 'a':
    case 'mx':
      return (value === undefined || isDomainSpec(value)) && fits(v4, 32) && fits(v6, 128)
    case 'ptr':
      return (value === undefined || isDomainSpec(value)) && prefix === ''
    default:
      return value !== undefined && isDomainSpec(value) && prefix === ''
  }
}

const macro = /%\{[slodiphcrtv]\d*r?[.\-+,/_=]*\}|%%|%_|%-/gi

function hasRightMacros(text: string): boolean {
  return !text.replace(macro, '').includes('%')
}

/**
 * Returns whether a text is a domain-spec (RFC 7208, section 7.1): it ends in a macro or in a label that is not all
 * digits.
 */
function isDomainSpec(text: string): boolean {
  if (text === '' || !hasRightMacros(text)) return false
  if (hasMacro(text)) return true
  const labels = text.replace(/\.$/, '').split('.')
  const top = labels.at(-1) ?? ''
  return (
    labels.length > 1 &&
    text.length <= 253 &&
    labels.every((label) => label.length > 0 && label.length <= 63) &&
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(top) &&
    !/^\d+$/.test(top)
  )
}

/** Returns whether a name contains a macro, so that it is known only for a given message. */
export function hasMacro(text: string): boolean {
  return text.includes('%')
}
