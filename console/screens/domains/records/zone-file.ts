import type { Domain } from 'postseal'
import { kindNames } from '../words.js'
import { nameAs, valueAs, type NameStyle } from './name-style.js'
import type { DomainRecord } from './records.js'
import { toPublish } from './to-publish.js'

/** Maximum length of one character-string in octets (RFC 1035, section 3.3). */
const longestString = 255
/** Time to live of the records in seconds: short, so that a mistake can be corrected soon. */
export const timeToLive = 3600

export interface ZoneFile {
  /** Name of the zone in which the records are published. */
  readonly zone: string
  readonly isOperators: boolean
  readonly text: string
}

/** Returns the records still to be published, or all if none is left, as lines of zone files (RFC 1035, section 5). */
export function zoneFilesOf(domain: Domain): ZoneFile[] {
  return toPublish(domain).map(({ zone, isOperators, records, heldBack }) => ({
    zone,
    isOperators,
    text: [heldBack.length > 0 ? `; ${leftOut(heldBack)}\n` : '', ...records.map(linesOf)].join(''),
  }))
}

function linesOf({ name, type, expected, status }: DomainRecord): string {
  const comment = status === 'wrong' ? `; in place of what stands at ${name}\n` : ''
  const data = type === 'TXT' ? stringsOf(expected ?? '').join(' ') : `${expected ?? ''}.`
  return `${comment}${name}. ${timeToLive} IN ${type} ${data}\n`
}

/** Splits a text into quoted strings of at most 255 octets. The text is ASCII, as all proposed values are. */
export function stringsOf(text: string): string[] {
  const strings = text.match(new RegExp(`[^]{1,${longestString}}`, 'g')) ?? ['']
  return strings.map((each) => `"${each.replace(/[\\"]/g, '\\$&')}"`)
}

/** Returns the same records as a text that a colleague can work from. */
export function recordsAsText(domain: Domain, style: NameStyle): string {
  return toPublish(domain)
    .flatMap(({ zone, isOperators, records, heldBack }) => [
      isOperators
        ? `For the operator of the mail service, at ${zone}, once for all domains`
        : `DNS records for ${zone}`,
      ...records.map((record) => blockOf(record, style)),
      ...(heldBack.length > 0 ? [leftOut(heldBack)] : []),
    ])
    .map((part) => `${part}\n`)
    .join('\n')
}

function blockOf({ kind, need, name, type, expected }: DomainRecord, style: NameStyle): string {
  return [
    `${kindNames[kind] ?? kind} (${need})`,
    `  Type   ${type}`,
    `  Name   ${nameAs(name, style)}`,
    `  Value  ${valueAs(type, expected ?? '', style)}`,
  ].join('\n')
}

function leftOut(records: readonly DomainRecord[]): string {
  const names = new Intl.ListFormat('en').format(records.map(({ kind }) => kindNames[kind] ?? kind))
  return `Left out: ${names}. Set POSTSEAL_PUBLIC_URL first: the service has no public name yet.`
}
