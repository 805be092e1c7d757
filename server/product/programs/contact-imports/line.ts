import { isIP } from 'node:net'
import { readAddress } from '../../../../base/addresses/address.js'
import { plainAddress } from '../../../mail/network/address-ranges.js'
import { unguard } from '../../../../base/text/spreadsheet-guard.js'
import { flawOfText } from '../../../platform/http/validation/well-formed.js'
import type { GivenContact } from '../../audience/contacts/many/save.js'
import { maxProperties } from '../../audience/contacts/upsert.js'
import { brokenMessages } from '../../audience/csv/scan.js'
import type { ContactColumns } from './columns.js'
import { propertyName, type PropertyType, type Target } from './targets.js'

/** The reason why a line was not imported, or not wholly. The codes are stable. */
export type LineCode = keyof typeof lineMessages

const longestName = 200
/** The most characters of a text of a property. */
export const longestText = 1000
const longestSource = 200

/** The rule that each code stands for, in words for people. The messages hold nothing of the line. */
export const lineMessages = {
  ...brokenMessages,
  missing_email: 'The address is missing.',
  email: 'This is not an e-mail address.',
  name: `The name is longer than ${longestName} characters or has a line break.`,
  text: `The text is longer than ${longestText} characters or has a null character or half a surrogate pair.`,
  number: 'This is not a number, such as 5 or -0.25.',
  boolean: 'This is not true or false, yes or no, 1 or 0.',
  properties: 'This is not an object of JSON with names of properties, texts, numbers and booleans.',
  too_many_properties: `The contact would have more than ${maxProperties} properties.`,
  time: 'This is not a time, such as 2026-01-14T09:30:00Z, is before 1970, or is in the future.',
  missing_consent: 'The proof of consent is missing: it needs a time and a source.',
  consent_source: `The source of the consent is longer than ${longestSource} characters or has a line break.`,
  consent_ip: 'This is not an IP address, version 4 or 6.',
  erased: 'The address was erased. Nothing about it can be stored until its suppression is deleted.',
  suppressed: 'The contact is saved but not subscribed, because the address is suppressed.',
  unsubscribed: 'The contact is saved but not subscribed, because the person has unsubscribed from the list.',
}

/** A line that was read as a contact. */
export interface ReadContact extends GivenContact {
  /** The proof that the contact wants the list's mail; undefined if no proof is required. */
  readonly proof: { readonly at: Date; readonly source: string; readonly ip: string | null } | undefined
}

/** The refusal of a line. */
export interface Refusal {
  readonly code: LineCode
  /** Index of the column that the refusal is about, from 0; null if it is about none. */
  readonly column: number | null
}

/** A line of a file that was not imported, or not wholly. */
export interface RefusedLine extends Refusal {
  readonly line: number
}

/** Thrown for the first column that cannot be read. */
class Refused extends Error {
  constructor(readonly code: LineCode) {
    super(code)
  }
}

/**
 * Reads a record's fields.
 *
 * @param needsProof true if the person must have given consent
 * @param now the present time; a time in the file may lie a day ahead of it, since clocks and time zones differ
 * @returns undefined if all its fields are empty, as a spreadsheet writes an empty row
 */
export function readContact(
  cells: readonly string[],
  { targets }: ContactColumns,
  needsProof: boolean,
  now: Date,
): ReadContact | Refusal | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined
  if (cells.slice(targets.length).some((cell) => cell.trim() !== '')) return { code: 'columns', column: null }
  const read = new Fields(now)
  for (const [column, target] of targets.entries()) {
    const text = unguard(cells[column] ?? '').trim()
    if (text === '' || target === 'ignore') continue
    try {
      read.take(target, text)
    } catch (error) {
      if (error instanceof Refused) return { code: error.code, column }
      throw error
    }
  }
  const { address } = read
  if (address === undefined) return { code: 'missing_email', column: targets.indexOf('email') }
  const { consentAt: at, consentSource: source } = read
  if (needsProof && (at === undefined || source === undefined))
    return { code: 'missing_consent', column: null }
  const parts = [read.firstName, read.lastName].filter((part) => part !== undefined).join(' ')
  const name = read.name ?? (parts === '' ? undefined : parts)
  if (name !== undefined && name.length > longestName) return { code: 'name', column: null }
  return {
    ...address,
    name,
    properties: read.properties,
    unsubscribedAt: read.unsubscribedAt,
    proof: at === undefined || source === undefined ? undefined : { at, source, ip: read.consentIp },
  }
}

/** Collects the fields of one record. */
class Fields {
  address: { readonly email: string; readonly address: string } | undefined
  name: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  properties: Record<string, string | number | boolean | null> = {}
  unsubscribedAt: Date | undefined
  consentAt: Date | undefined
  consentSource: string | undefined
  consentIp: string | null = null

  readonly #now: Date

  constructor(now: Date) {
    this.#now = now
  }

  /**
   * Takes a field.
   *
   * @throws Refused
   */
  take(target: Target, text: string): void {
    switch (target) {
      case 'ignore':
        return
      case 'email':
        this.address = readAddress(text)
        if (this.address === undefined) throw new Refused('email')
        return
      case 'name':
        this.name = oneLineOf(text, longestName, 'name')
        return
      case 'first_name':
        this.firstName = oneLineOf(text, longestName, 'name')
        this.properties['first_name'] = text
        return
      case 'last_name':
        this.lastName = oneLineOf(text, longestName, 'name')
        this.properties['last_name'] = text
        return
      case 'properties':
        Object.assign(this.properties, readProperties(text))
        return
      case 'unsubscribed_at':
        this.unsubscribedAt = readTime(text, this.#now)
        return
      case 'consent_at':
        this.consentAt = readTime(text, this.#now)
        return
      case 'consent_source':
        this.consentSource = oneLineOf(text, longestSource, 'consent_source')
        return
      case 'consent_ip':
        if (isIP(text) === 0 || text.includes('%')) throw new Refused('consent_ip')
        this.consentIp = plainAddress(text)
        return
      default: {
        const colon = target.lastIndexOf(':')
        const name = target.slice('properties.'.length, colon)
        this.properties[name] = readValue(text, target.slice(colon + 1) as PropertyType)
      }
    }
  }
}

function oneLineOf(text: string, longest: number, code: LineCode): string {
  // PostgreSQL keeps no null character.
  if (text.length > longest || /[\r\n\0]/.test(text)) throw new Refused(code)
  return text
}

function readText(text: string): string {
  if (text.length > longestText || flawOfText(text) !== undefined) throw new Refused('text')
  return text
}

const booleans: ReadonlyMap<string, boolean> = new Map(
  Object.entries({
    true: true,
    yes: true,
    1: true,
    false: false,
    no: false,
    0: false,
  }),
)

function readValue(text: string, type: PropertyType): string | number | boolean {
  if (type === 'text') return readText(text)
  const value =
    type === 'boolean'
      ? booleans.get(text.toLowerCase())
      : /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
        ? Number(text)
        : undefined
  if (value === undefined || value === Infinity || value === -Infinity) throw new Refused(type)
  return value
}

function readProperties(text: string): Record<string, string | number | boolean | null> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refused('properties')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused('properties')
  const properties: Record<string, string | number | boolean | null> = {}
  for (const [name, each] of Object.entries(value)) {
    const isValue = each === null || ['string', 'boolean', 'number'].includes(typeof each)
    if (!propertyName.test(name) || !isValue || each === Infinity || each === -Infinity)
      throw new Refused('properties')
    properties[name] = typeof each === 'string' ? readText(each) : (each as number | boolean | null)
  }
  return properties
}

const time = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?: ?(Z|UTC|[+-]\d\d:?\d\d))?)?$/i
const dayMs = 86_400_000

/**
 * Reads a time.
 *
 * @throws Refused
 */
function readTime(text: string, now: Date): Date {
  const at = timeIn(text, now)
  if (at === undefined) throw new Refused('time')
  return at
}

/**
 * Reads a day, or a time of RFC 3339, also with a space. A time without an offset is in UTC.
 *
 * @returns undefined if the text is no time, or one before 1970 or in the future
 */
export function timeIn(text: string, now: Date): Date | undefined {
  const [, day, clock = '00:00', offset = 'Z'] = time.exec(text) ?? []
  const zone = /^[+-]/.test(offset) ? offset.replace(/^(...)(\d\d)$/, '$1:$2') : 'Z'
  const at = new Date(day === undefined ? NaN : `${day}T${clock}${zone}`)
  // Date would take 31 February for a day of March.
  const exists =
    !Number.isNaN(new Date(`${day}T00:00Z`).getTime()) &&
    day === new Date(`${day}T00:00Z`).toISOString().slice(0, 10)
  return exists && at.getTime() >= 0 && at.getTime() <= now.getTime() + dayMs ? at : undefined
}
