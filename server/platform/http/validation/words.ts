import type { ErrorObject } from 'ajv/dist/2020.js'
import type { ErrorDetail, RuleCode } from '../errors/rules.js'
import { closestName, plainName } from './closest-name.js'
import { maxCharacters, maxElements } from './bounded-copy.js'
import { pointerToken, tokensOf, valueAt } from './json-pointer.js'

/** The parts of a contract's schema that error messages are made from. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  /** The message for a value that does not match the pattern. Messages never show the pattern itself. */
  readonly 'x-pattern-in-words'?: string
  /** The code for such a value, if the same code also covers further checks of values that match the pattern. */
  readonly 'x-pattern-code'?: RuleCode
  /** Maps the names that other services use for these properties to ours. */
  readonly 'x-other-names'?: Readonly<Record<string, string>>
  /** True if an empty list counts as absent. */
  readonly 'x-empty-is-absent'?: boolean
}

/** The input for a finding, besides the validator's error. */
export interface Source {
  /** The whole value that was validated, as the client sent it. */
  readonly value: unknown
  /** The schema of that value. */
  readonly schema: Schema
  /** Follows a `$ref`. */
  readonly resolve: (schema: Schema) => Schema
}

/** The max length of a shown path. Names in a path come from the client and may have any length. */
const longestPath = 300

/**
 * Makes a finding from a validator's error. Its message begins with a verb, whose subject is the value at the
 * path: `is required`.
 *
 * @param error an error of a validator that `contractAjv` made
 * @returns undefined if another error of the same list says more
 */
export function findingOf(error: ErrorObject, source: Source): ErrorDetail | undefined {
  // The list has a more specific error, of the name itself or of what `then` or `else` asks for.
  if (error.keyword === 'propertyNames' || error.keyword === 'if') return undefined
  const params = error.params as { missingProperty?: string; additionalProperty?: string }
  const inner = params.missingProperty ?? params.additionalProperty ?? error.propertyName
  const path =
    inner === undefined
      ? error.instancePath
      : `${error.instancePath}/${pointerToken(inner.slice(0, longestPath))}`
  const ofPattern = error.keyword === 'pattern' && (error.parentSchema as Schema)['x-pattern-code']
  // A test holds the keywords of requests to those that are rules.
  const code = ofPattern || (error.keyword as RuleCode)
  return { path: path.slice(0, longestPath), code, message: wordsFor(error, source) }
}

function wordsFor(error: ErrorObject, source: Source): string {
  const words = table.get(error.keyword)
  if (words === undefined) return 'is not valid'
  return words(error, source)
}

type Words = (error: ErrorObject, source: Source) => string

const table: ReadonlyMap<string, Words> = new Map(
  Object.entries<Words>({
    required: ({ instancePath, params }) => {
      const name: unknown = params['missingProperty']
      if (instancePath === '' && name === 'body') return 'is required: send a JSON body'
      return instancePath === '/headers' && name === 'idempotency-key'
        ? 'is required: send a new UUID, and the same one again if you repeat the request'
        : 'is required'
    },
    additionalProperties: ({ instancePath, params, parentSchema }) => {
      const name = String(params['additionalProperty'])
      const meant = name.length > longestPath ? undefined : meantBy(name, parentSchema as Schema)
      const kind = instancePath === '/query' ? 'is not a parameter of this operation' : 'is not a known field'
      return meant === undefined ? kind : `${kind}; did you mean ${meant}?`
    },
    type: typeWords,
    enum: ({ params, data }) => {
      const allowed = (params['allowedValues'] as unknown[]).map(String)
      const meant = typeof data === 'string' ? closestName(data, allowed) : undefined
      return `must be ${allowed.length > 1 ? 'one of ' : ''}${inARow(allowed, 'or')}${
        meant === undefined ? '' : `; did you mean ${meant}?`
      }`
    },
    const: ({ params }) => `must be ${JSON.stringify(params['allowedValue'])}`,
    minimum: ({ parentSchema }) => `must be ${numberWords(parentSchema as Schema)}`,
    maximum: ({ parentSchema }) => `must be ${numberWords(parentSchema as Schema)}`,
    minLength: (error, source) => lengthWords(error, source, ['character', 'characters']),
    maxLength: (error, source) => lengthWords(error, source, ['character', 'characters']),
    minItems: (error, source) => lengthWords(error, source, ['item', 'items']),
    maxItems: (error, source) => lengthWords(error, source, ['item', 'items']),
    minProperties: (error, source) => choiceWords(error) ?? lengthWords(error, source, ['field', 'fields']),
    maxProperties: (error, source) => choiceWords(error) ?? lengthWords(error, source, ['field', 'fields']),
    pattern: ({ parentSchema }) =>
      (parentSchema as Schema)['x-pattern-in-words'] ??
      'does not have the format that the reference describes',
    format: (error, source) =>
      formats.get(String(error.params['format']))?.(error, source) ??
      'does not have the format that the reference describes',
  }),
)

const formats: ReadonlyMap<string, Words> = new Map(
  Object.entries<Words>({
    'idn-email': (error, source) => `is not an e-mail address${plusHint(error)}${nameHint(error, source)}`,
    'date-time': () => 'must be a time with its zone (RFC 3339), such as 2026-01-31T09:30:00Z',
    uri: () => 'is not a URL, such as https://shop.example/hooks',
    int32: ({ parentSchema }) => `must be ${numberWords(parentSchema as Schema)}`,
    double: ({ parentSchema }) => `must be ${numberWords(parentSchema as Schema)}`,
  }),
)

/** The keywords and formats that have messages, for a test that compares them with those of the contract. */
export const worded = { keywords: [...table.keys()], formats: [...formats.keys()] } as const

const typeNames: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    string: 'a string',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  }),
)

function typeWords(
  { data, parentSchema, instancePath }: ErrorObject,
  { resolve, schema: all }: Source,
): string {
  const schema = parentSchema as Schema
  if (instancePath.startsWith('/query/')) {
    if (Array.isArray(data)) return givenTwice(instancePath.slice('/query/'.length), all)
    // All values of a query are text, so the message does not name the actual type.
    return `must be ${expected(schema, resolve)}`
  }
  // JSON cannot write Infinity, so the number was above the range of a double.
  if (data === Infinity || data === -Infinity) return 'must be a number of at most 1.8e308'
  const actual = data === null ? 'null' : Array.isArray(data) ? 'array' : typeof data
  const given = actual === 'boolean' ? JSON.stringify(data) : (typeNames.get(actual) ?? actual)
  return `must be ${expected(schema, resolve)}, not ${given}`
}

/** Names the parameter that takes several values, if the operation has one beside that for one value. */
function givenTwice(name: string, schema: Schema): string {
  const parameters = schema.properties?.['query']?.properties ?? {}
  const several = [`${name}s`, `${name}es`].find((plural) => parameters[plural]?.type === 'array')
  return several === undefined
    ? 'is given more than once'
    : `is given more than once: ${several} takes several values`
}

/**
 * Describes the required type, with an example if it has one required field: `a list such as [{"email": …}]`.
 */
function expected(schema: Schema, resolve: Source['resolve']): string {
  const names = [schema.type ?? []].flat().map((type) => {
    if (type === 'integer' || type === 'number') return numberWords(schema)
    const sample = type === 'array' ? sampleOf(resolve(schema.items ?? {})) : sampleOf(schema)
    if (sample === undefined || !['array', 'object'].includes(type)) return typeNames.get(type) ?? type
    return `${typeNames.get(type)} such as ${type === 'array' ? `[${sample}]` : sample}`
  })
  return inARow(names, 'or')
}

/** Returns a sample object for a schema with exactly one required field. */
function sampleOf({ required = [] }: Schema): string | undefined {
  return required.length === 1 ? `{"${required[0]}": …}` : undefined
}

function numberWords({ type, minimum, maximum }: Schema): string {
  const name = [type].flat().includes('integer') ? 'a whole number' : 'a number'
  if (minimum !== undefined && maximum !== undefined) return `${name} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${name} of at least ${minimum}`
  return maximum === undefined ? name : `${name} of at most ${maximum}`
}

/** Returns the words for an object that has exactly one of several fields; undefined if it is none of that kind. */
function choiceWords({ parentSchema }: ErrorObject): string | undefined {
  const { minProperties, maxProperties, required = [], properties = {} } = parentSchema as Choice
  if (minProperties !== required.length + 1 || maxProperties !== minProperties) return undefined
  const choices = Object.keys(properties).filter((name) => !required.includes(name))
  const beside = required.length === 0 ? '' : ` in addition to ${required.join(' and ')}`
  return `must have exactly one of ${choices.join(', ')}${beside}`
}

interface Choice {
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
}

function lengthWords(error: ErrorObject, { value }: Source, unit: readonly [string, string]): string {
  const limit = Number(error.params['limit'])
  const count = (number: number) => `${number} ${unit[number === 1 ? 0 : 1]}`
  const { length, max } = lengthOf(error.data, valueAt(value, error.instancePath))
  if (error.keyword.startsWith('max')) {
    const given = length < max ? count(length) : `${max} ${unit[1]} or more`
    return `has ${given}; at most ${limit} are allowed`
  }
  if (length > 0) return `has ${count(length)}; at least ${limit} are required`
  return limit === 1 && unit[0] !== 'field' ? 'must not be empty' : `must have at least ${count(limit)}`
}

/**
 * Counts the Unicode characters, items or fields of a value. A long text or object is not counted to its end,
 * since that takes as long as reading it.
 *
 * @param copy the value, possibly cut
 * @param given the whole value
 * @returns the length, and `most`: a length that reaches `most` means "at least that many"
 */
function lengthOf(copy: unknown, given: unknown): { length: number; max: number } {
  if (Array.isArray(given)) return { length: given.length, max: Infinity }
  if (typeof copy === 'string') {
    const length = copy.length < maxCharacters ? charactersOf(copy) : maxCharacters
    return { length, max: maxCharacters }
  }
  return { length: Object.keys(copy as object).length, max: maxElements }
}

/** Counts Unicode characters, as JSON Schema does. */
function charactersOf(text: string): number {
  let pairs = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit < 0xdc00) pairs += 1
  }
  return text.length - pairs
}

/** Returns a hint for a plus in a query, which stands for a space there. */
function plusHint({ data, instancePath }: ErrorObject): string {
  const hasSpace = typeof data === 'string' && /^\S+ \S*@/.test(data)
  return hasSpace && instancePath.startsWith('/query/') ? '; write a plus sign as %2B' : ''
}

/** Returns a hint for `Name <address>`, which people often write although there is a field for the name. */
function nameHint({ data, instancePath }: ErrorObject, source: Source): string {
  if (typeof data !== 'string' || !/<[^<>@]*@[^<>]*>\s*$/.test(data)) return ''
  const tokens = tokensOf(instancePath)
  const field = tokens.at(-1) ?? ''
  const names = Object.keys(schemaAt(source, tokens.slice(0, -1)).properties ?? {})
  const forName = [field.replace(/email$/, 'name'), 'name'].find((name) => names.includes(name))
  return forName === undefined ? '; leave the name out' : `; put the name into ${forName}`
}

function schemaAt({ schema, resolve }: Source, tokens: readonly string[]): Schema {
  return tokens.reduce<Schema>((node, token) => {
    const { items, properties } = node
    return resolve(items ?? (Object.hasOwn(properties ?? {}, token) ? (properties?.[token] ?? {}) : {}))
  }, resolve(schema))
}

/** Returns the property that the client probably meant by an unknown name. */
function meantBy(name: string, schema: Schema): string | undefined {
  const plain = plainName(name)
  const elsewhere = Object.entries(schema['x-other-names'] ?? {}).find(
    ([other]) => plainName(other) === plain,
  )
  return elsewhere?.[1] ?? closestName(name, Object.keys(schema.properties ?? {}))
}

/** Joins words: `a`, `a or b`, `a, b or c`. */
function inARow(words: readonly string[], conjunction: string): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`
}
