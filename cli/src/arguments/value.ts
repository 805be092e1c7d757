import type { FieldValue, ScalarValue } from '../contract/catalog.js'
import { readMailbox } from '../../../sdk-ts/src/requests/mailbox.js'
import { UsageError } from '../mistakes.js'
import { nearest } from './nearest.js'

export type Scalar = string | number | boolean

/**
 * Parses a scalar as the user typed it.
 *
 * @param where the name of the option or argument, such as `--limit`
 * @throws UsageError if the contract does not allow the value
 */
export function scalarOf(where: string, value: ScalarValue, text: string): Scalar {
  if (value.oneOf !== undefined) return oneOf(where, value.oneOf, text)
  switch (value.kind) {
    case 'integer':
    case 'number':
      return numberOf(where, value, text)
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true'
      throw new UsageError(`${where} takes true or false, not "${text}".`)
    case 'time':
      return timeOf(where, text)
    case 'text':
      return text
  }
}

/** The kinds of values whose option can be repeated. */
const takesMany: ReadonlySet<FieldValue['kind']> = new Set(['list', 'addresses', 'items', 'object'])

/**
 * Returns the JSON value of a property from all texts of its option.
 *
 * @throws UsageError if the texts do not give a valid value
 */
export function valueOf(where: string, value: FieldValue, texts: readonly string[]): unknown {
  const [first = ''] = texts
  if (!takesMany.has(value.kind) && texts.length > 1) throw givenTwice(where)
  switch (value.kind) {
    case 'list':
      return texts.map((text) => scalarOf(where, value.of, text))
    case 'address':
      return isJson(first) ? jsonOf(where, first) : addressOf(where, first)
    case 'addresses':
      return texts.flatMap((text): unknown => (isJson(text) ? jsonOf(where, text) : addressOf(where, text)))
    case 'items':
      return texts.flatMap((text) => jsonOf(where, text))
    case 'object':
      return objectOf(where, value.properties, texts)
    default:
      return scalarOf(where, value, first)
  }
}

export function givenTwice(where: string): UsageError {
  return new UsageError(`${where} is given more than once, and takes one value.`)
}

/** Parses the JSON of an option. */
export function jsonOf(where: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new UsageError(`${where} is not JSON: ${(error as Error).message}.`)
  }
}

function oneOf(where: string, allowed: readonly string[], text: string): string {
  if (allowed.includes(text)) return text
  const near = nearest(text, allowed)
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  throw new UsageError(`${where} takes one of ${allowed.join(', ')}, not "${text}".${meant}`)
}

function numberOf(where: string, { kind, minimum, maximum }: ScalarValue, text: string): number {
  const number = Number(text)
  const isNumber = kind === 'integer' ? /^-?\d{1,15}$/.test(text) : /^-?\d+(\.\d+)?$/.test(text)
  if (!isNumber)
    throw new UsageError(`${where} takes ${kind === 'integer' ? 'an integer' : 'a number'}, not "${text}".`)
  if (minimum !== undefined && number < minimum)
    throw new UsageError(`${where} is ${minimum} or more, not ${text}.`)
  if (maximum !== undefined && number > maximum)
    throw new UsageError(`${where} is ${maximum} or less, not ${text}.`)
  return number
}

/** Parses a time. A date without a time is midnight in UTC. */
function timeOf(where: string, text: string): string {
  if (!/^\d{4}-\d\d-\d\d([Tt ]|$)/.test(text) || Number.isNaN(Date.parse(text)))
    throw new UsageError(`${where} takes a time such as 2026-01-31T09:30:00Z or 2026-01-31, not "${text}".`)
  return text.length === 10 ? `${text}T00:00:00Z` : text
}

function addressOf(where: string, text: string): unknown {
  const mailbox = readMailbox(text)
  if (typeof mailbox !== 'string') return mailbox
  throw new UsageError(
    `${where} ${mailbox.replace('go into an array', 'are given one at a time')}, not "${text}".`,
  )
}

/**
 * Parses `key=value` pairs, `key:=json`, or an object. In a pair the value is text unless the contract says otherwise.
 */
function objectOf(
  where: string,
  properties: Readonly<Record<string, ScalarValue['kind']>>,
  texts: readonly string[],
): unknown {
  if (texts.length === 1 && texts[0] !== undefined && isJson(texts[0])) return jsonOf(where, texts[0])
  const kinds = new Map(Object.entries(properties))
  const pairs = texts.map((text): [string, unknown] => {
    const [, key, isRaw, value = ''] = /^([^=]+?)(:?)=(.*)$/s.exec(text) ?? []
    if (key === undefined)
      throw new UsageError(`${where} takes key=value, key:=json or a JSON object, not "${text}".`)
    const inside = `${where} ${key}`
    return [
      key,
      isRaw === ':' ? jsonOf(inside, value) : scalarOf(inside, { kind: kinds.get(key) ?? 'text' }, value),
    ]
  })
  return Object.fromEntries(pairs)
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}
