import { minUuidAt } from '../../../../platform/db/ids.js'
import { durationMs } from '../rules/durations.js'
import type { Parameters } from './parameters.js'
import { propertyTypeOf } from '../rules/operators.js'
import type { ContactCondition, PropertyCondition, SegmentValue } from '../rules/rule.js'
import { dayLength, timeFrom, timePattern } from '../rules/times.js'

/** SQL operators that compare numbers. */
const numeric: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ gt: '>', gte: '>=', lt: '<', lte: '<=' }),
)

/**
 * Returns SQL that is true if a property meets a condition. It is never null. A value is only cast to a type that it
 * was found to have, so no value makes the statement fail.
 *
 * @param properties SQL of the jsonb object with the properties
 */
export function compileProperty(
  { name, op, value }: PropertyCondition,
  properties: string,
  asOf: Date,
  parameters: Parameters,
): string {
  const key = parameters.add(name, 'text')
  const property = `(${properties} -> ${key})`
  const isOf = (type: string, test: string) =>
    `(case when jsonb_typeof${property} = '${type}' then ${test} else false end)`
  switch (propertyTypeOf({ name, op, value })) {
    case 'number':
      return isOf('number', `${property}::numeric ${numeric.get(op)} ${parameters.add(value, 'numeric')}`)
    case 'text':
      return isOf('string', searchText(`(${properties} ->> ${key})`, op, value, parameters))
    case 'time':
      return isOf('string', compareTime(`(${properties} ->> ${key})`, op, value, { asOf, parameters }))
    case 'any':
      return anyOfProperty(property, op, value, parameters)
  }
}

function anyOfProperty(property: string, op: string, value: SegmentValue, parameters: Parameters): string {
  switch (op) {
    case 'exists': {
      const exists = `coalesce(jsonb_typeof${property} <> 'null', false)`
      return value === true ? exists : `(not ${exists})`
    }
    case 'in': {
      const values = (value as readonly unknown[]).map((item) => JSON.stringify(item))
      return `coalesce(${property} = any(${parameters.add(values, 'jsonb[]')}), false)`
    }
    default: {
      const equal = `coalesce(${property} = ${parameters.add(JSON.stringify(value), 'jsonb')}, false)`
      return op === 'ne' ? `(not ${equal})` : equal
    }
  }
}

function searchText(text: string, op: string, value: SegmentValue, parameters: Parameters): string {
  const part = parameters.add(value, 'text')
  return op === 'contains' ? `position(${part} in ${text}) > 0` : `starts_with(${text}, ${part})`
}

function compareTime(
  text: string,
  op: string,
  value: SegmentValue,
  { asOf, parameters }: { readonly asOf: Date; readonly parameters: Parameters },
): string {
  const time = `(case when length(${text}) = ${dayLength} then ${text} || 'T00:00:00Z' else ${text} end)::timestamptz`
  const at = (date: Date) => parameters.add(date.toISOString(), 'timestamptz')
  const { from, to, inclusive } = rangeOf(op, String(value), asOf)
  const tests = [
    ...(from === undefined ? [] : [`${time} ${inclusive ? '>=' : '>'} ${at(from)}`]),
    ...(to === undefined ? [] : [`${time} ${inclusive ? '<=' : '<'} ${at(to)}`]),
  ]
  const isTime = `${text} ~ ${parameters.add(timePattern, 'text')}`
  return `(case when ${isTime} then ${tests.join(' and ')} else false end)`
}

interface Range {
  readonly from?: Date
  readonly to?: Date
  /** True if the range includes its ends. */
  readonly inclusive: boolean
}

function rangeOf(op: string, value: string, asOf: Date): Range {
  if (op === 'within') return { from: windowStart(value, asOf), to: asOf, inclusive: true }
  const time = timeOfRule(value)
  return op === 'after' ? { from: time, inclusive: false } : { to: time, inclusive: false }
}

/** Returns the time at which a window of a duration begins if it ends at `asOf`. */
export function windowStart(duration: string, asOf: Date): Date {
  const ms = durationMs(duration)
  if (ms === undefined) throw new Error('a rule that was checked has no such duration')
  return new Date(asOf.getTime() - ms)
}

function timeOfRule(value: unknown): Date {
  const time = timeFrom(String(value))
  if (time === undefined) throw new Error('a rule that was checked has no such time')
  return time
}

/** Returns SQL that is true if a field of the row `contact` meets a condition. It is never null. */
export function compileField(
  { field, op, value }: ContactCondition,
  asOf: Date,
  parameters: Parameters,
): string {
  switch (field) {
    case 'email_domain':
      return compareText(`split_part(contact.address, '@', 2)`, op, value, parameters)
    case 'name':
      return `coalesce(${compareText('contact.name', op, value, parameters)}, ${op === 'ne' ? 'true' : 'false'})`
    case 'created_at':
      return createdAt(op, value, asOf, parameters)
    case 'unsubscribed':
      return compareBoolean(`(contact.unsubscribed_at is not null)`, op, value, parameters)
  }
}

/** Returns SQL that compares a text. The result is null if the text is null, except for `exists`. */
function compareText(text: string, op: string, value: SegmentValue, parameters: Parameters): string {
  switch (op) {
    case 'eq':
      return `(${text} = ${parameters.add(value, 'text')})`
    case 'ne':
      return `(${text} <> ${parameters.add(value, 'text')})`
    case 'in':
      return `(${text} = any(${parameters.add(value, 'text[]')}))`
    case 'exists':
      return `(${text} is ${value === true ? 'not ' : ''}null)`
    default:
      return `(${searchText(text, op, value, parameters)})`
  }
}

function compareBoolean(flag: string, op: string, value: SegmentValue, parameters: Parameters): string {
  switch (op) {
    case 'eq':
      return `(${flag} = ${parameters.add(value, 'boolean')})`
    case 'ne':
      return `(${flag} <> ${parameters.add(value, 'boolean')})`
    case 'in':
      return `(${flag} = any(${parameters.add(value, 'boolean[]')}))`
    default:
      return value === true ? 'true' : 'false'
  }
}

/** Returns SQL that compares the time of creation, which the contact's id holds to the millisecond. */
function createdAt(op: string, value: SegmentValue, asOf: Date, parameters: Parameters): string {
  /** Returns SQL that is true at or after a time that is some milliseconds later. */
  const from = (time: Date, laterMs = 0) =>
    `contact.id >= ${parameters.add(minUuidAt(new Date(time.getTime() + laterMs)), 'uuid')}`
  const below = (time: Date, laterMs = 0) =>
    `contact.id < ${parameters.add(minUuidAt(new Date(time.getTime() + laterMs)), 'uuid')}`
  const isAt = (item: unknown) => {
    const time = timeOfRule(item)
    return `(${from(time)} and ${below(time, 1)})`
  }
  switch (op) {
    case 'eq':
      return isAt(value)
    case 'ne':
      return `(not ${isAt(value)})`
    case 'in':
      return `(${(value as readonly unknown[]).map(isAt).join(' or ')})`
    case 'before':
      return `(${below(timeOfRule(value))})`
    case 'after':
      return `(${from(timeOfRule(value), 1)})`
    case 'within':
      return `(${from(windowStart(String(value), asOf))} and ${below(asOf, 1)})`
    default:
      return value === true ? 'true' : 'false'
  }
}
