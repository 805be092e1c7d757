import type { SegmentRule } from 'postseal'
import { conditionKinds, excessOf, fromRule, type Group } from './tree.js'

/** A mistake in a text, with the offset of its character. */
export interface JsonMistake {
  readonly at: number
  readonly message: string
}

class Mistake extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message)
  }
}

/** Reads a rule from JSON, as people paste it from code. */
export function readRule(text: string): { readonly root: Group } | { readonly mistake: JsonMistake } {
  try {
    const reader = new Reader(text)
    const value = reader.document()
    checkRule(value, '', reader.places)
    const root = fromRule(value as SegmentRule)
    const excess = excessOf(root)
    return excess === undefined ? { root } : { mistake: { at: 0, message: excess } }
  } catch (error) {
    if (error instanceof Mistake) return { mistake: { at: error.at, message: error.message } }
    throw error
  }
}

/**
 * Finds the offset in a text at which the value of a pointer begins; undefined if the value does not exist, or the
 * text is not JSON.
 */
export function placeIn(text: string, pointer: string): number | undefined {
  const reader = new Reader(text)
  try {
    reader.document()
  } catch {
    return undefined
  }
  return reader.places.get(pointer)
}

/** Returns the line and column of an offset, both counted from 1. */
export function lineOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/**
 * A parser of JSON (RFC 8259) that records the offsets of all values by their pointers, which the browser's parser
 * doesn't reveal.
 */
class Reader {
  readonly places = new Map<string, number>()
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): unknown {
    const value = this.#value('')
    if (this.#next() !== '') this.#refuse('There is text after the end of the rule.')
    return value
  }

  #refuse(message: string): never {
    throw new Mistake(this.#at, message)
  }

  /** Returns the next character that is not white space; '' at the end. */
  #next(): string {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1
    return this.#text[this.#at] ?? ''
  }

  #value(pointer: string): unknown {
    const first = this.#next()
    this.places.set(pointer, this.#at)
    // Deeper than any rule, and before the stack ends.
    if (pointer.split('/').length > 64) this.#refuse('The rule is nested too deeply.')
    if (first === '{') return this.#object(pointer)
    if (first === '[') return this.#array(pointer)
    if (first === '"') return this.#string()
    const [word] = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)(?![\w.])/.exec(
      this.#text.slice(this.#at, this.#at + 64),
    ) ?? ['']
    if (word === '') this.#refuse(first === '' ? 'The JSON ends too early.' : 'A value is expected here.')
    this.#at += word.length
    return JSON.parse(word) as unknown
  }

  #string(): string {
    const [text] = /^"([^"\\]|\\.)*"/s.exec(this.#text.slice(this.#at)) ?? ['']
    try {
      const value = JSON.parse(text) as string
      this.#at += text.length
      return value
    } catch {
      this.#refuse('This string does not end, or has a character that JSON does not allow.')
    }
  }

  #object(pointer: string): Record<string, unknown> {
    const found: Record<string, unknown> = {}
    this.#at += 1
    if (this.#next() === '}') this.#at += 1
    else {
      for (;;) {
        if (this.#next() !== '"') this.#refuse('A key in double quotes is expected here.')
        const keyAt = this.#at
        const key = this.#string()
        if (Object.hasOwn(found, key)) throw new Mistake(keyAt, `The key “${key}” appears twice.`)
        if (this.#next() !== ':') this.#refuse('A colon is expected here.')
        this.#at += 1
        const value = this.#value(`${pointer}/${key}`)
        // If a key is the mistake, the place is that of the key.
        this.places.set(`${pointer}/${key}#key`, keyAt)
        Object.defineProperty(found, key, { value, enumerable: true, configurable: true, writable: true })
        if (this.#ends('}')) break
      }
    }
    return found
  }

  #array(pointer: string): unknown[] {
    const found: unknown[] = []
    this.#at += 1
    if (this.#next() === ']') this.#at += 1
    else {
      do found.push(this.#value(`${pointer}/${found.length}`))
      while (!this.#ends(']'))
    }
    return found
  }

  /** Skips a comma and returns false, or skips the end of an object or an array and returns true. */
  #ends(end: string): boolean {
    const found = this.#next()
    if (found !== ',' && found !== end) this.#refuse(`A comma or ${end} is expected here.`)
    this.#at += 1
    return found === end
  }
}

type Places = ReadonlyMap<string, number>

/**
 * The keys of each kind of rule, with their types and whether they are required. The rows and the service check the
 * values further.
 */
const shapes: Readonly<Record<string, Readonly<Record<string, readonly [type: string, needed: boolean]>>>> = {
  property: { name: ['string', true], op: ['string', true], value: ['value', true] },
  contact: { field: ['string', true], op: ['string', true], value: ['value', true] },
  event: {
    name: ['string', true],
    count: ['count', false],
    within: ['string', false],
    where: ['where', false],
  },
  message: {
    status: ['string', true],
    count: ['count', false],
    within: ['string', false],
    campaign_id: ['string', false],
  },
  list: { list_id: ['string', true], status: ['string', true] },
  topic: { topic: ['string', true], is: ['string', true] },
  segment: { segment_id: ['string', true] },
  count: { op: ['string', true], value: ['number', true] },
}

/** The values that the contract lists. */
const values: Readonly<Record<string, readonly string[]>> = {
  'contact/field': ['email_domain', 'name', 'created_at', 'unsubscribed'],
  'message/status': ['delivered', 'bounced', 'complained', 'replied', 'opened', 'clicked'],
  'list/status': ['pending', 'confirmed', 'unsubscribed'],
  'topic/is': ['subscribed', 'unsubscribed'],
  'property/op': [
    'eq',
    'ne',
    'gt',
    'gte',
    'lt',
    'lte',
    'in',
    'exists',
    'contains',
    'starts_with',
    'before',
    'after',
    'within',
  ],
  'contact/op': ['eq', 'ne', 'in', 'exists', 'contains', 'starts_with', 'before', 'after', 'within'],
  'count/op': ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
}

const kinds: readonly string[] = ['all', 'any', 'not', ...conditionKinds]

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkRule(rule: unknown, at: string, places: Places): void {
  const refuse = (pointer: string, message: string): never => {
    throw new Mistake(places.get(pointer) ?? places.get(at) ?? 0, message)
  }
  if (!isObject(rule)) return refuse(at, 'A rule must be an object with one key.')
  const [kind, second] = Object.keys(rule)
  if (kind === undefined) return refuse(at, `A rule must have one of the keys ${kinds.join(', ')}.`)
  if (second !== undefined)
    refuse(`${at}/${second}#key`, 'A rule can have one key only. Combine several with “all” or “any”.')
  if (!kinds.includes(kind)) refuse(`${at}/${kind}#key`, `“${kind}” is none of ${kinds.join(', ')}.`)
  const inside = rule[kind]
  const path = `${at}/${kind}`
  if (kind === 'not') return checkRule(inside, path, places)
  if (kind === 'all' || kind === 'any') {
    if (!Array.isArray(inside) || inside.length === 0)
      return refuse(path, `“${kind}” must be a list of at least one rule.`)
    return inside.forEach((child, index) => checkRule(child, `${path}/${index}`, places))
  }
  checkShape(kind, inside, path, places)
}

function checkShape(kind: string, value: unknown, at: string, places: Places): void {
  const refuse = (pointer: string, message: string): never => {
    throw new Mistake(places.get(pointer) ?? places.get(at) ?? 0, message)
  }
  const shape = shapes[kind] ?? {}
  if (!isObject(value)) return refuse(at, `“${kind}” must be an object.`)
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(shape, key))
      refuse(`${at}/${key}#key`, `“${kind}” does not take “${key}”, only ${Object.keys(shape).join(', ')}.`)
  }
  for (const [key, [type, isNeeded]] of Object.entries(shape)) {
    const given = value[key]
    const path = `${at}/${key}`
    if (given === undefined) {
      if (isNeeded) refuse(at, `“${kind}” needs “${key}”.`)
    } else if (type === 'count') checkShape('count', given, path, places)
    else if (type === 'where') {
      if (!Array.isArray(given) || given.length === 0 || given.length > 10) {
        return refuse(path, '“where” must be a list of 1 to 10 comparisons.')
      }
      given.forEach((each, index) => checkShape('property', each, `${path}/${index}`, places))
    } else if (type === 'value') {
      const items = Array.isArray(given) ? (given as unknown[]) : [given]
      const isFit = items.every((item) => ['string', 'number', 'boolean'].includes(typeof item))
      if (!isFit) refuse(path, 'A value must be a string, a number, true or false, or a list of these.')
    } else if (typeof given !== type) refuse(path, `“${key}” must be a ${type === 'string' ? 'text' : type}.`)
    const known = values[`${kind}/${key}`]
    if (known !== undefined && !known.includes(String(given)))
      refuse(path, `“${key}” must be one of ${known.join(', ')}.`)
  }
}
