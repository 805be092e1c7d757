import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { durationMs, maxDurationDays } from './durations.js'
import type { ContactCondition, CountComparison, PropertyCondition, SegmentValue } from './rule.js'
import { timeFrom } from './times.js'

/** The kind of value that an operator compares. A property can be of any type, which its value decides. */
export type Compared = 'property' | 'text' | 'time' | 'boolean' | 'count'

const comparing = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte']
const ofEveryType = ['eq', 'ne', 'in', 'exists']

const operators: Readonly<Record<Compared, readonly string[]>> = {
  property: [...comparing, 'in', 'exists', 'contains', 'starts_with', 'before', 'after', 'within'],
  text: [...ofEveryType, 'contains', 'starts_with'],
  time: [...ofEveryType, 'before', 'after', 'within'],
  boolean: ofEveryType,
  count: comparing,
}

const fieldTypes: Readonly<Record<ContactCondition['field'], Compared>> = {
  email_domain: 'text',
  name: 'text',
  created_at: 'time',
  unsubscribed: 'boolean',
}

/** Returns the kind of value that a contact's field has. */
export function typeOfField(field: ContactCondition['field']): Compared {
  return fieldTypes[field]
}

interface Comparison {
  readonly op: string
  readonly value: SegmentValue | CountComparison['value']
}

/**
 * Checks the operator of a comparison, and its value.
 *
 * @param at JSON Pointer to the comparison, such as `/body/rule/property`
 * @returns the mistakes
 */
export function checkComparison(comparison: Comparison, compared: Compared, at: string): ErrorDetail[] {
  const { op, value } = comparison
  const known = operators[compared]
  if (!known.includes(op)) {
    const message = `is not an operator for ${wordsFor[compared]}: use one of ${known.join(', ')}`
    return [{ path: `${at}/op`, code: 'unknown_op', message }]
  }
  const needed = neededFor(op, compared)
  if (op === 'in') {
    if (!Array.isArray(value)) return [wrongType(`${at}/value`, 'a list of values')]
    return value.flatMap((item, index) =>
      needed.fits(item) ? [] : [wrongType(`${at}/value/${index}`, needed.words)],
    )
  }
  return needed.fits(value) ? [] : [wrongType(`${at}/value`, needed.words)]
}

const wordsFor: Readonly<Record<Compared, string>> = {
  property: 'a property',
  text: 'a field of text',
  time: 'a field with a time',
  boolean: 'a field that is true or false',
  count: 'a count',
}

interface Needed {
  readonly words: string
  readonly fits: (value: unknown) => boolean
}

const number: Needed = { words: 'a number', fits: (value) => typeof value === 'number' }
const text: Needed = { words: 'a text', fits: (value) => typeof value === 'string' }
const boolean: Needed = { words: 'true or false', fits: (value) => typeof value === 'boolean' }
const scalar: Needed = { words: 'a string, a number, true or false', fits: (value) => !Array.isArray(value) }
const time: Needed = {
  words: 'a time with its offset, such as 2026-01-14T09:30:00Z, or a day, such as 2026-01-14',
  fits: (value) => typeof value === 'string' && timeFrom(value) !== undefined,
}
const duration: Needed = {
  words: `an ISO 8601 duration of days, hours, minutes and seconds, such as P30D, of at most ${maxDurationDays} days`,
  fits: (value) => typeof value === 'string' && durationMs(value) !== undefined,
}

const byOperator: ReadonlyMap<string, Needed> = new Map(
  Object.entries<Needed>({
    gt: number,
    gte: number,
    lt: number,
    lte: number,
    contains: text,
    starts_with: text,
    exists: boolean,
    before: time,
    after: time,
    within: duration,
  }),
)

const byType: Readonly<Record<Compared, Needed>> = { property: scalar, text, time, boolean, count: number }

function neededFor(op: string, compared: Compared): Needed {
  return byOperator.get(op) ?? byType[compared]
}

/**
 * Checks a duration.
 *
 * @returns the mistakes of the duration at `at`
 */
export function checkDuration(given: string, at: string): ErrorDetail[] {
  return duration.fits(given) ? [] : [wrongType(at, duration.words)]
}

function wrongType(path: string, words: string): ErrorDetail {
  return { path, code: 'type', message: `must be ${words}` }
}

/** Returns the type that the operator of a comparison needs a property to have. */
export function propertyTypeOf({ op }: PropertyCondition): 'any' | 'number' | 'text' | 'time' {
  const needed = byOperator.get(op)
  if (needed === number) return 'number'
  if (needed === text) return 'text'
  return needed === time || needed === duration ? 'time' : 'any'
}
