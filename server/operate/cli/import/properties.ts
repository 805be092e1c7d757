import { flawOfText } from '../../../platform/http/validation/well-formed.js'
import { longestRecord } from '../../../product/audience/csv/scan.js'
import { maxProperties } from '../../../product/audience/contacts/upsert.js'
import { propertyNameOf } from '../../../product/programs/contact-imports/targets.js'
import { longestText } from '../../../product/programs/contact-imports/line.js'

type Value = string | number | boolean

/**
 * Largest size of the properties in bytes of JSON, each quote doubled: a record also contains the address and names.
 */
const maxBytes = longestRecord - 6_000

/** Collects the properties of one contact, as far as a contact can have them. */
export class Properties {
  readonly #values = new Map<string, Value>()
  #bytes = 2
  readonly #leaveOut: (field: string, why: string) => void

  /**
   * @param leaveOut called with each field that cannot be kept, and the reason
   */
  constructor(leaveOut: (field: string, why: string) => void) {
    this.#leaveOut = leaveOut
  }

  /** Adds a value; without a name it cannot be kept. */
  add(header: string, value: Value, name: string | undefined): void {
    if (name === undefined) return this.#leaveOut(header, 'its name cannot be that of a property')
    if (this.#values.has(name)) return this.#leaveOut(header, `there is a property ${name} already`)
    if (typeof value === 'string' && value.length > longestText)
      return this.#leaveOut(header, `it is longer than ${longestText} characters`)
    if (typeof value === 'string' && flawOfText(value) !== undefined)
      return this.#leaveOut(header, `it ${flawOfText(value)}`)
    if (this.#values.size >= maxProperties)
      return this.#leaveOut(header, `the contact has ${maxProperties} properties already`)
    const json = JSON.stringify([name, value])
    const bytes = Buffer.byteLength(json) + json.split('"').length
    if (this.#bytes + bytes > maxBytes)
      return this.#leaveOut(header, `the properties of the contact are larger than ${maxBytes} bytes`)
    this.#bytes += bytes
    this.#values.set(name, value)
  }

  /** Adds the members of JSON, nested ones by the names of all members above them, such as `address_city`. */
  addJson(header: string, text: string): void {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return this.#leaveOut(header, 'it is not JSON')
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#leaveOut(header, 'it is not an object of JSON')
    this.#addMembers(header, [], value)
  }

  #addMembers(header: string, above: readonly string[], members: object): void {
    for (const [key, value] of Object.entries(members) as [string, unknown][]) {
      const path = [...above, key]
      const field = [header, ...path].join('.').slice(0, 100)
      if (path.length > maxDepth) this.#leaveOut(field, `it is nested more than ${maxDepth} times`)
      else if (Array.isArray(value)) {
        const texts = value.filter((each) => isValue(each)).map(String)
        if (texts.length < value.length) this.#leaveOut(field, 'it is a list of more than texts and numbers')
        else if (texts.length > 0) this.add(field, texts.join(', '), propertyNameOf(path.join('_')))
      } else if (isValue(value)) this.add(field, value, propertyNameOf(path.join('_')))
      else if (typeof value === 'number') this.#leaveOut(field, 'it is not a number that can be kept')
      // A null member has no value.
      else if (value !== null) this.#addMembers(header, path, value as object)
    }
  }

  get values(): Readonly<Record<string, Value>> {
    return Object.fromEntries(this.#values)
  }
}

const maxDepth = 5

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value))

/** Returns names between commas, in quotes or not, as one text; undefined if there are none. */
export function tagsOf(text: string): string | undefined {
  const tags = [...text.matchAll(/"((?:[^"]|"")*)"|([^",]+)/g)]
    .map(([, quoted, bare]) => (quoted?.replaceAll('""', '"') ?? bare ?? '').trim())
    .filter((tag) => tag !== '')
  return tags.length === 0 ? undefined : tags.join(', ')
}
