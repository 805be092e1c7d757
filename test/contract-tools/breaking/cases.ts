/** A change of a small contract: what it is, before, after, and the rules that it breaks there and back. */
export interface Case {
  readonly what: string
  readonly before: object
  readonly after: object
  /** Rules broken by the change. */
  readonly there: readonly string[]
  /** Rules broken by the opposite change. */
  readonly back: readonly string[]
}

const string = { type: 'string' }
const integer = { type: 'integer' }

/** Schemas, each as a request's property and as a reply's. */
export interface SchemaCase {
  readonly what: string
  readonly before: object
  readonly after: object
  readonly request: readonly [there: readonly string[], back: readonly string[]]
  readonly reply: readonly [there: readonly string[], back: readonly string[]]
}

const none: readonly string[] = []
const constraint = ['schema-constraint-changed']

/** A change that narrows what a value can be: it breaks requests there, replies back. */
function narrower(what: string, before: object, after: object, rules = constraint): SchemaCase {
  return { what, before, after, request: [rules, none], reply: [none, rules] }
}

/** A change that breaks whoever holds to it, whichever way. */
function other(what: string, before: object, after: object, rules = constraint): SchemaCase {
  return { what, before, after, request: [rules, rules], reply: [rules, rules] }
}

const type = ['schema-type-changed']
const gone = ['enum-values-gone']

export const schemaCases: readonly SchemaCase[] = [
  narrower('a smaller maxLength', { ...string, maxLength: 9 }, { ...string, maxLength: 8 }),
  narrower('a new maxLength', string, { ...string, maxLength: 8 }),
  narrower('a larger minLength', { ...string, minLength: 1 }, { ...string, minLength: 2 }),
  narrower('a larger minimum', { ...integer, minimum: 1 }, { ...integer, minimum: 2 }),
  narrower('a smaller maximum', { ...integer, maximum: 9 }, { ...integer, maximum: 8 }),
  narrower('an exclusive minimum', { ...integer, minimum: 0 }, { ...integer, exclusiveMinimum: 0 }),
  narrower('a multipleOf', integer, { ...integer, multipleOf: 2 }),
  narrower('a smaller maxItems', list({ maxItems: 9 }), list({ maxItems: 8 })),
  narrower('a new minItems', list({}), list({ minItems: 1 })),
  narrower('different items only', list({}), list({ uniqueItems: true })),
  narrower('fewer properties', { type: 'object' }, { type: 'object', maxProperties: 3 }),
  narrower('names of a form', { type: 'object' }, { type: 'object', propertyNames: { pattern: '^a' } }),
  narrower('a new pattern', string, { ...string, pattern: '^a' }),
  other('another pattern', { ...string, pattern: '^a' }, { ...string, pattern: '^b' }),
  narrower('a new format', string, { ...string, format: 'uri' }),
  other('another format', { ...string, format: 'uri' }, { ...string, format: 'email' }),
  narrower('one value', string, { ...string, const: 'a' }),
  narrower('whole numbers only', { type: 'number' }, integer, type),
  narrower('no null', { type: ['string', 'null'] }, string, type),
  other('another type', string, integer, type),
  narrower('a type', {}, string, type),
  {
    what: 'one enum value more',
    before: { ...string, enum: ['a'] },
    after: { ...string, enum: ['a', 'b'] },
    request: [none, ['enum-values-removed']],
    reply: [none, gone],
  },
  {
    what: 'an enum value by another name',
    before: { ...string, enum: ['a', 'b'] },
    after: { ...string, enum: ['a', 'c'] },
    request: [['enum-values-removed'], ['enum-values-removed']],
    reply: [gone, gone],
  },
  {
    what: 'an enum',
    before: string,
    after: { ...string, enum: ['a'] },
    request: [['enum-values-removed'], none],
    reply: [none, ['enum-opened']],
  },
  {
    what: 'null in an enum',
    before: { type: ['string', 'null'], enum: ['a'] },
    after: { type: ['string', 'null'], enum: ['a', null] },
    request: [none, ['enum-values-removed']],
    reply: [['enum-null-added'], none],
  },
  {
    what: 'another default',
    before: { ...string, default: 'a' },
    after: { ...string, default: 'b' },
    request: [['default-changed'], ['default-changed']],
    reply: [['default-changed'], ['default-changed']],
  },
  {
    what: 'a first default',
    before: string,
    after: { ...string, default: 'a' },
    request: [none, ['default-changed']],
    reply: [none, ['default-changed']],
  },
  {
    what: 'a new optional property',
    before: object({ a: string }),
    after: object({ a: string, b: string }),
    request: [none, ['request-property-removed']],
    reply: [none, ['property-removed']],
  },
  {
    what: 'the first properties',
    before: { type: 'object' },
    after: object({ a: string }),
    request: [none, ['request-property-removed']],
    reply: [none, ['property-removed']],
  },
  {
    what: 'a new required property',
    before: object({ a: string }),
    after: object({ a: string, b: string }, { required: ['b'] }),
    request: [['required-properties-added'], ['request-property-removed']],
    reply: [none, ['property-removed', 'required-properties-removed']],
  },
  {
    what: 'a property that becomes required',
    before: object({ a: string }),
    after: object({ a: string }, { required: ['a'] }),
    request: [['required-properties-added'], none],
    reply: [none, ['required-properties-removed']],
  },
  {
    what: 'no unknown properties',
    before: object({ a: string }),
    after: object({ a: string }, { additionalProperties: false }),
    request: [constraint, none],
    reply: [none, constraint],
  },
  narrower(
    'values of a map that are shorter',
    { type: 'object', additionalProperties: string },
    { type: 'object', additionalProperties: { ...string, maxLength: 3 } },
  ),
  {
    what: 'a property that is only written',
    before: object({ a: string }),
    after: object({ a: { ...string, writeOnly: true } }),
    request: [['visibility-changed'], none],
    reply: [['visibility-changed'], none],
  },
  {
    what: 'a property that is only read',
    before: object({ a: string }),
    after: object({ a: { ...string, readOnly: true } }),
    request: [['visibility-changed'], none],
    reply: [['visibility-changed'], none],
  },
  narrower('one of fewer', { oneOf: [string, integer] }, { oneOf: [string] }, ['schema-combinator-changed']),
  narrower('an exception', string, { ...string, not: { const: 'a' } }),
  { ...narrower('words', string, { ...string, title: 'A', description: 'B', example: 'c' }, []) },
  narrower(
    'what is deep within',
    list({ items: object({ a: string }) }),
    list({ items: object({ a: { ...string, maxLength: 3 } }) }),
  ),
]

function list(more: object): object {
  return { type: 'array', items: string, ...more }
}

function object(properties: object, more: object = {}): object {
  return { type: 'object', properties, ...more }
}
