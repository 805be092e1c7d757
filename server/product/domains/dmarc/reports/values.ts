import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { normalizeDomain } from '../../../../mail/address.js'
import { printableLine } from '../../../../mail/text/printable.js'
import type { Element } from './elements.js'

/** The first child of that name. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name)
}

/** The text of the first child of that name without the white space around it; empty where there is none. */
export function textOf(element: Element | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? ''
}

/** A word of a list, such as `pass`, in lower case: some reporters write it in capitals. */
export function wordOf(element: Element | undefined, name: string): string {
  return textOf(element, name).toLowerCase()
}

/** The characters of one line. Control characters, as XML 1.0 has them by tab and line feed, are left out. */
export function lineOf(text: string): string {
  return printableLine(text.replace(/\p{Cc}+/gu, ' ')).trim()
}

/**
 * A time: seconds since 1970 as the schemas say, or milliseconds, or ISO 8601 (UTC where no zone is given),
 * as some reporters write it.
 */
export function readTime(text: string): Date | undefined {
  let ms = NaN
  if (/^\d{1,16}(\.\d+)?$/.test(text)) {
    const number = Number(text)
    // In seconds this is the year 5138.
    ms = number >= 1e11 ? number : number * 1000
  } else if (/^\d{4}-\d\d-\d\d/.test(text)) {
    const iso = text.replace(/^(\S+) +(?=\d)/, '$1T')
    ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)
  }
  // What Date can hold (ECMA-262, section 21.4.1.1).
  return Math.abs(ms) <= 8.64e15 ? new Date(Math.trunc(ms)) : undefined
}

/**
 * A domain in lower case, as A-labels and without its last dot. Unlike a domain that can send, it may have
 * underscores and a single label: strangers choose what they pretend to be, and a policy can stand at a
 * top-level domain (RFC 9989, section 4.10).
 */
export function readDomain(text: string): string | undefined {
  const bare = text.slice(text.lastIndexOf('@') + 1).replace(/\.$/, '')
  const normal = normalizeDomain(bare)
  if (normal !== undefined) return normal
  const lower = bare.toLowerCase()
  return lower.length <= 253 && /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(lower) ? lower : undefined
}

/**
 * An address in one form for each: IPv4 as such where IPv6 only carries it (RFC 4291, section 2.5.5.2). A
 * prefix length, as some reporters add one, is left out.
 */
export function readIpAddress(text: string): string | undefined {
  const bare = text.replace(/\/\d{1,3}$/, '').replace(/^\[(?:IPv6:)?(.*)\]$/i, '$1')
  // A zone says nothing outside the machine that wrote it, and no sender on the internet has one.
  if (isIP(bare) === 0 || bare.includes('%')) return undefined
  return ipaddr.process(bare).toString()
}
