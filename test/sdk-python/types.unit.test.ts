import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { script } from './scripts.js'

/** Python types and operations from a contract: here a small one, with what is hard in it. */

const { classLines } = await script('classes.mjs')
const { docstring, firstSentence } = await script('docs.mjs')
const { isKeyword } = await script('names.mjs')
const { operationsModule } = await script('operations.mjs')
const { typesModule } = await script('types.mjs')
const { pythonValue } = await script('values.mjs')

type Schema = Record<string, unknown>

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: string) => ({ content: { 'application/json': { schema: refTo(name) } } })
const object = (properties: Schema, required: string[] = []) => ({ type: 'object', properties, required })

/** A contract whose only operation takes and returns what is given. */
function contractOf(schemas: Schema, request = 'Asked', reply = 'Told', parameters: object[] = []) {
  const post = {
    operationId: 'sendThing',
    tags: ['Things'],
    security: [{ key: [] }],
    parameters,
    requestBody: json(request),
    responses: { 200: json(reply) },
  }
  const OtherEvent = object({ type: { type: 'string' } })
  const own = { Asked: object({}), Told: object({}), NamedAddress: object({}), OtherEvent, ...schemas }
  return { paths: { '/things': { post } }, webhooks: {}, components: { schemas: own } }
}

/** The lines of a class of the module, up to the empty line after it. */
function classOf(name: string, contract: object): string {
  const [, lines = ''] = new RegExp(`^(class ${name}\\([^]*?)\\n\\n`, 'm').exec(typesModule(contract)) ?? []
  return lines
}

describe('fields of requests and replies', () => {
  const fields = {
    kind: { type: 'string', enum: ['a', 'b'] },
    maybe: { type: ['string', 'null'], enum: ['a', null] },
    named: refTo('Kind'),
    none: refTo('Reason'),
    at: { type: 'string', format: 'date-time' },
    until: { type: ['string', 'null'], format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'integer' } },
    free: {},
    always: { const: true },
    mixed: { anyOf: [{ type: ['string', 'null'] }, { type: 'number' }] },
  }
  const schemas = {
    Asked: object(fields, Object.keys(fields)),
    Told: object(fields, Object.keys(fields)),
    Kind: { type: 'string', enum: ['x', 'y'] },
    Reason: { type: ['string', 'null'], enum: ['x', null] },
  }

  test('requests are closed, and take what the client converts', () => {
    expect(classOf('Asked', contractOf(schemas)).split('\n').slice(1)).toEqual([
      '    kind: Literal["a", "b"]',
      '    maybe: Literal["a"] | None',
      '    named: Kind',
      '    none: Reason | None',
      '    at: str | datetime',
      '    until: str | datetime | None',
      '    tags: Sequence[str]',
      '    labels: Mapping[str, int]',
      '    free: Any',
      '    always: Literal[True]',
      '    mixed: str | float | None',
    ])
  })

  test('replies are open to newer values, and as JSON is read', () => {
    expect(classOf('Told', contractOf(schemas)).split('\n').slice(1)).toEqual([
      '    kind: Literal["a", "b"] | str',
      '    maybe: Literal["a"] | str | None',
      '    named: Kind | str',
      '    none: Reason | str | None',
      '    at: str',
      '    until: str | None',
      '    tags: list[str]',
      '    labels: dict[str, int]',
      '    free: Any',
      '    always: Literal[True]',
      '    mixed: str | float | None',
    ])
    expect(typesModule(contractOf(schemas))).toContain('\nReason = Literal["x"]\n')
  })
})

describe('objects', () => {
  test('what is not required may be absent', () => {
    const some = object({ a: { type: 'string' }, b: { type: 'boolean' } }, ['a'])
    expect(classOf('Told', contractOf({ Told: some }))).toBe(
      'class Told(TypedDict):\n    a: str\n    b: NotRequired[bool]',
    )
    const none = object({ a: { type: 'string' } })
    expect(classOf('Told', contractOf({ Told: none }))).toBe(
      'class Told(TypedDict, total=False):\n    a: str',
    )
  })

  test('an object without a name has that of its place', () => {
    const Told = object({
      part_of: { ...object({ id: { type: 'string' } }, ['id']), type: ['object', 'null'] },
    })
    const module = typesModule(contractOf({ Told }))
    expect(module).toContain('class ToldPartOf(TypedDict):\n    id: str\n')
    expect(module).toContain('    part_of: ToldPartOf | None\n')
  })

  test('what an object refers to stands before it, and a circle is closed by a text', () => {
    const schemas = {
      Told: object({ rule: refTo('Rule') }),
      Rule: object({ all: { type: 'array', items: refTo('Rule') }, part: refTo('Part') }),
      Part: object({ on: { type: 'string', enum: ['Told'] } }),
    }
    const module = typesModule(contractOf(schemas))
    const places = ['Part', 'Rule', 'Told'].map((name) => module.indexOf(`class ${name}(`))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(module).toContain('    all: "list[Rule]"\n    part: Part\n')
    expect(module).toContain('    rule: Rule\n')
  })

  test('two objects of the same name are refused', () => {
    const Told = object({ part: object({ id: { type: 'string' } }) })
    const schemas = { Told, Asked: object({ other: refTo('ToldPart') }), ToldPart: object({}) }
    expect(() => typesModule(contractOf(schemas))).toThrow('Two schemas would be called ToldPart.')
  })

  test('an object of both sides is one type, unless the sides differ', () => {
    const both = (field: object) => ({
      Asked: object({ part: refTo('Part') }),
      Told: object({ part: refTo('Part') }),
      Part: object({ field }),
    })
    expect(classOf('Part', contractOf(both({ type: 'string' })))).toContain('field: str')
    expect(() => typesModule(contractOf(both({ type: 'string', enum: ['a'] })))).toThrow(
      'Requests and replies need Part in two shapes',
    )
  })

  test('a mail takes its sender in one, and addresses in every form', () => {
    const addresses = { type: 'array', items: refTo('NamedAddress') }
    const Asked = object({ from_email: { type: 'string' }, to: addresses }, ['from_email', 'to'])
    const module = typesModule(contractOf({ Asked }))
    expect(module).toContain('_Asked = TypedDict("_Asked", {"from": NotRequired[Address]})')
    expect(module).toContain('    to: Address | Sequence[Address]\n')
  })

  test('a query is typed as a request, without what is in the path or a header', () => {
    const parameters = [
      { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
      { in: 'header', name: 'Idempotency-Key', schema: { type: 'string' } },
      { in: 'query', name: 'since', schema: { type: 'string', format: 'date-time' } },
    ]
    const lines = classOf('SendThingQuery', contractOf({}, 'Asked', 'Told', parameters)).split('\n')
    expect(lines[0]).toBe('class SendThingQuery(TypedDict, total=False):')
    expect(typesModule(contractOf({}, 'Asked', 'Told', parameters))).toContain('    since: str | datetime\n')
  })
})

describe('names of fields', () => {
  const field = (name: string, type: string, required = true) => ({ field: name, type, required })

  test('a keyword, and one that would hide a type, come from a base', () => {
    const lines = classLines('Rule', undefined, [
      field('not', 'Rule', false),
      field('list', 'str'),
      field('tags', 'list[Literal["tags"]]'),
      field('match', 'str'),
    ])
    expect(lines.join('\n')).toBe(
      [
        '',
        '_Rule = TypedDict("_Rule", {"not": NotRequired[Rule], "list": str})',
        '',
        '',
        'class Rule(_Rule):',
        '    tags: list[Literal["tags"]]',
        '    match: str',
        '',
      ].join('\n'),
    )
  })

  test('an object of nothing but keywords, and one of nothing', () => {
    expect(classLines('Only', undefined, [field('class', 'str')])).toContain('    pass')
    expect(classLines('Empty', 'Nothing.', [])).toEqual([
      '',
      'class Empty(TypedDict):',
      '    """Nothing."""',
      '',
    ])
  })

  test('every keyword of the contract is in functional syntax', () => {
    const contract = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as {
      components: { schemas: Record<string, { properties?: object }> }
    }
    const keywords = Object.values(contract.components.schemas)
      .flatMap(({ properties = {} }) => Object.keys(properties))
      .filter(isKeyword)
    expect(new Set(keywords)).toEqual(new Set(['class', 'else', 'for', 'from', 'if', 'is', 'not']))
    const module = readFileSync('sdk-python/src/postseal/_generated/types.py', 'utf8')
    for (const [, name = ''] of module.matchAll(/^ {4}(\w+): /gm)) expect(isKeyword(name), name).toBe(false)
    for (const keyword of keywords) expect(module).toMatch(new RegExp(`TypedDict\\([^)]*"${keyword}": `))
  })
})

describe('docstrings', () => {
  test('a short one has one line, a long one is wrapped, and nothing is none', () => {
    expect(docstring('Short.\n', '    ')).toEqual(['    """Short."""'])
    expect(docstring(undefined, '')).toEqual([])
    const long = docstring(`${'word '.repeat(60)}end.`, '    ')
    expect(long.length).toBeGreaterThan(3)
    for (const line of long) expect(line.length).toBeLessThanOrEqual(110)
    expect(long.at(-1)).toBe('    """')
  })

  test('paragraphs and lists stay apart', () => {
    expect(docstring('One\nline.\n\n- a\n- b\n  c', '')).toEqual(['"""One line.', '- a', '- b c', '"""'])
    expect(docstring('One.\n\nTwo.', '')).toEqual(['"""One.', '', 'Two.', '"""'])
  })

  test('of a class and of a field, the first sentence', () => {
    expect(firstSentence('As of RFC 5321,\nsection 4.2. More follows.')).toBe('As of RFC 5321, section 4.2.')
    expect(firstSentence('No end')).toBe('No end')
    expect(firstSentence('`a`: one. `b`: two.')).toBe('`a`: one. `b`: two.')
    expect(firstSentence(undefined)).toBeUndefined()
  })

  test('nothing in it ends the text or is an escape', () => {
    expect(docstring('A \\d and """ and "', '')).toEqual(['"""A \\\\d and \\"\\"\\" and \\""""'])
  })
})

describe('operations', () => {
  const reply = (responses: object, parameters: object[] = []) => {
    const contract = contractOf({
      Told: object({ data: { type: 'array', items: refTo('Row') } }),
      Row: object({}),
    })
    Object.assign(contract.paths['/things'].post, { responses, parameters })
    return operationsModule(contract)
      .split('\n')
      .find((line) => line.startsWith('SEND_THING'))
  }
  const file = { content: { 'text/csv': { schema: { type: 'string' } } } }
  const cursor = [{ in: 'query', name: 'cursor', schema: { type: 'string' } }]

  test.each([
    ['an object', { 201: json('Told') }, [], 'Operation[types.Told]'],
    ['nothing', { 204: { description: 'Done.' } }, [], 'Operation[None]'],
    ['a file', { 200: file }, [], 'Operation[bytes]'],
    ['a page', { 200: json('Told') }, cursor, 'ListOperation[types.Row, types.Told]'],
  ])('one that answers %s', (_what, responses, parameters, type) => {
    expect(reply(responses, parameters)).toContain(`SEND_THING: ${type} = ${type.split('[')[0]}(`)
  })

  test('what is known of it', () => {
    expect(reply({ 204: {} })).toContain('= Operation("sendThing", "things.send", "POST", "/things")')
  })

  test('successes of several types are refused', () => {
    expect(() => reply({ 200: json('Told'), 201: json('Row') })).toThrow('have no one named schema')
  })
})

test('an example is written as Python writes it', () => {
  expect(pythonValue({ a: [true, null, 'é"'], b: {} })).toBe(`{"a": [True, None, 'é"'], "b": {}}`)
  expect(pythonValue({ a: ['x'.repeat(60), 'y'.repeat(60)] })).toBe(
    `{\n    "a": [\n        "${'x'.repeat(60)}",\n        "${'y'.repeat(60)}",\n    ],\n}`,
  )
})
