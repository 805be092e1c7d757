import { describe, expect, test } from 'vitest'
import {
  operationsOf,
  ownContract,
  type OperationId,
} from '../../../../server/platform/http/operation/contract.js'
import { requestSideOf } from '../../../../server/platform/http/validation/request-side.js'
import {
  boundedCopy,
  maxCharacters,
  maxElements,
} from '../../../../server/platform/http/validation/bounded-copy.js'
import { explainer, maxFindings } from '../../../../server/platform/http/validation/explain.js'
import { sentenceOf } from '../../../../server/platform/http/validation/sentence.js'
import { worded } from '../../../../server/platform/http/validation/words.js'

const operations = operationsOf(ownContract())
const explain = explainer(ownContract())

function findings(id: OperationId, body: unknown, rest: { query?: object; headers?: object } = {}) {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`there is no ${id}`)
  return explain(operation, { query: {}, headers: {}, ...rest, body })
}

const messagesOf = (list: ReturnType<typeof findings>) =>
  Object.fromEntries(list.map(({ path, message }) => [path, message]))

const message = {
  project_id: 'prj_01kbf3x5vce1v8h0ja5z9w2kxm',
  from_email: 'shop@shop.example',
  to: [{ email: 'ada@example.com' }],
  subject: 'Hello',
  text: 'Hi',
}

test('all mistakes of a request are found at once, in words', () => {
  const body = {
    project_id: 'shop',
    from_email: 'Shop <shop@shop.example>',
    to: [{ email: 'Ada <ada@example.com>' }, { email: 'ada' }, 'ada@example.com', {}],
    cc: 'ada@example.com',
    subject: '👋'.repeat(1001),
    textt: 'Hi',
    headers: { 'a b': 'c', 'X-A': 'a\nb' },
    metadata: { order: 5 },
    list_unsubscribe: { url: 'http://shop.example' },
    scheduled_at: 'tomorrow',
  }
  expect(messagesOf(findings('sendMessage', body, { headers: { 'idempotency-key': '' } }))).toEqual({
    '/headers/idempotency-key': 'must not be empty',
    '/body/textt': 'is not a known field; did you mean text?',
    '/body/text': 'is required',
    '/body/project_id': 'is not a project id (prj_…)',
    '/body/from_email': 'is not an e-mail address; put the name into from_name',
    '/body/to/0/email': 'is not an e-mail address; put the name into name',
    '/body/to/1/email': 'is not an e-mail address',
    '/body/to/2': 'must be an object such as {"email": …}, not a string',
    '/body/to/3/email': 'is required',
    '/body/cc': 'must be a list such as [{"email": …}], not a string',
    '/body/subject': 'has 1001 characters; at most 998 are allowed',
    '/body/headers/a b':
      'is not a header name (1 to 76 letters, digits, hyphens and the like, without spaces and colons)',
    '/body/headers/X-A': 'must be one line, without line breaks',
    '/body/metadata/order': 'must be a string, not a number',
    '/body/list_unsubscribe/url': 'must begin with https:// and have no spaces',
    '/body/scheduled_at': 'must be a time with its zone (RFC 3339), such as 2026-01-31T09:30:00Z',
  })
})

test.each([
  [
    'upsertWebhook',
    { url: 'shop.example/hooks', events: ['*'] },
    '/body/url',
    'must begin with https:// or http://',
  ],
  ['upsertWebhook', { url: 'https://a b', events: ['*'] }, '/body/url', /^is not a URL/],
  ['upsertWebhook', { url: 'https://a.example', events: [] }, '/body/events', 'must not be empty'],
  [
    'upsertWebhook',
    { url: 'https://a.example', events: ['message.deliverd'] },
    '/body/events/0',
    /^must be one of \*, message\.accepted, .* or .*; did you mean message\.delivered\?$/,
  ],
  [
    'upsertWebhook',
    { url: 'https://a.example', events: ['*'], environment: 1 },
    '/body/environment',
    'must be a string or null, not a number',
  ],
  ['updateWebhook', {}, '/body', 'must have at least 1 field'],
  ['updateWebhook', undefined, '/body', 'is required: send a JSON body'],
  ['sendMessage', [], '/body', 'must be an object, not a list'],
  ['sendMessage', null, '/body', 'must be an object, not null'],
  [
    'rotateWebhookSecret',
    { overlap_seconds: 1.5 },
    '/body/overlap_seconds',
    'must be a whole number from 0 to 604800, not a number',
  ],
  [
    'rotateWebhookSecret',
    { overlap_seconds: -1 },
    '/body/overlap_seconds',
    'must be a whole number from 0 to 604800',
  ],
  [
    'createDeletion',
    { email: 'Ada <ada@example.com>' },
    '/body/email',
    'is not an e-mail address; leave the name out',
  ],
  [
    'sendMessage',
    { ...message, to: Array(51).fill(message.to[0]) },
    '/body/to',
    'has 51 items; at most 50 are allowed',
  ],
  [
    'createApiKey',
    { kind: 'projekt' },
    '/body/kind',
    'must be one of project or workspace; did you mean project?',
  ],
  [
    'upsertContact',
    { project_id: 'prj_01kbf3x5vce1v8h0ja5z9w2kxm', email: 'a@example.com', properties: { a: Infinity } },
    '/body/properties/a',
    'must be a number of at most 1.8e308',
  ],
] as const)('%s, %j: %s %s', (id, body, path, words) => {
  const expected = typeof words === 'string' ? words : (expect.stringMatching(words) as string)
  expect(messagesOf(findings(id, body))).toMatchObject({ [path]: expected })
})

test.each([
  [{ from: 'shop@shop.example', to: 'ada@example.com', subject: 'x', html: 'y' }, { from: 'from_email' }],
  [
    { From: 'a', To: 'b', Subject: 'c', HtmlBody: 'd', TextBody: 'e', ReplyTo: 'f', Tag: 'g', Metadata: {} },
    {
      From: 'from_email',
      To: 'to',
      Subject: 'subject',
      HtmlBody: 'html',
      TextBody: 'text',
      ReplyTo: 'reply_to',
      Tag: 'category',
      Metadata: 'metadata',
    },
  ],
  [
    { projectId: 'x', sendAt: 'y', sbuject: 'z' },
    { projectId: 'project_id', sendAt: 'scheduled_at', sbuject: 'subject' },
  ],
])('a name of another service, or a misspelt one, says which was meant: %j', (body, meant) => {
  const said = messagesOf(findings('sendMessage', body))
  for (const [name, ours] of Object.entries(meant)) {
    expect(said[`/body/${name}`]).toBe(`is not a known field; did you mean ${ours}?`)
  }
})

test('a required idempotency key says what to send', () => {
  const said = messagesOf(findings('createProject', { name: 'Shop' }))
  expect(said['/headers/idempotency-key']).toMatch(/^is required: send a new UUID/)
})

test('a name that is like none is only refused', () => {
  expect(messagesOf(findings('sendMessage', { ...message, colour: 'red', __proto: 1 }))).toEqual({
    '/body/colour': 'is not a known field',
    '/body/__proto': 'is not a known field',
  })
})

describe('a query', () => {
  test.each(['Infinity', '1e1', '0x10', ' 5', '+5', '1.0', '-0', '0', '101', '99999999999999999999'])(
    'limit=%s',
    (limit) => {
      expect(messagesOf(findings('listMessages', undefined, { query: { limit } }))).toEqual({
        '/query/limit': 'must be a whole number from 1 to 100',
      })
    },
  )

  test('its parameters are compared with those of the operation', () => {
    const query = { limit: ['1', '2'], cursor: '', sinc: 'x', until: 'now' }
    expect(messagesOf(findings('listMessages', undefined, { query }))).toEqual({
      '/query/limit': 'is given more than once',
      '/query/cursor': 'must not be empty',
      '/query/sinc': 'is not a parameter of this operation; did you mean since?',
      '/query/until': expect.stringContaining('must be a time') as string,
    })
    const plus = findings('listContacts', undefined, { query: { email: 'ada b@shop.example' } })
    expect(messagesOf(plus)['/query/email']).toBe('is not an e-mail address; write a plus sign as %2B')
    const twice = findings('listMessages', undefined, { query: { status: ['queued', 'failed'] } })
    expect(messagesOf(twice)['/query/status']).toBe('is given more than once: statuses takes several values')
    const ours = findings('listDmarcSources', undefined, { query: { ours: 'yes' } })
    expect(messagesOf(ours)).toEqual({ '/query/ours': 'must be true or false' })
  })
})

describe('as many mistakes as a body can hold', () => {
  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))

  test.each<[string, OperationId, unknown]>([
    ['wrong items', 'sendMessage', { ...message, to: Array(700_000).fill(1) }],
    ['objects that lack all', 'sendMessage', { ...message, to: Array(200_000).fill({}) }],
    ['unknown fields', 'sendMessage', many(100_000, 1)],
    ['wrong values', 'sendMessage', { ...message, metadata: many(100_000, 1) }],
    ['wrong scopes', 'createApiKey', { kind: 'project', name: 'x', scopes: Array(700_000).fill('x') }],
    ['wrong fields in wrong items', 'sendMessage', { ...message, to: Array(50).fill(many(1_000, {})) }],
  ])('%s are 20 findings', (_name, id, body) => {
    const found = findings(id, body)
    expect(found).toHaveLength(maxFindings)
    expect(new Set(found.map(({ path }) => path)).size).toBe(maxFindings)
  })

  test('names and texts of any length are short in the reply', () => {
    const long = 'k'.repeat(5_000_000)
    const wrong = { [long]: 1, subject: long, from_email: long, metadata: { [long]: 5 } }
    const found = findings('sendMessage', { ...message, ...wrong })
    expect(found).toHaveLength(4)
    expect(JSON.stringify(found).length + sentenceOf(found).length).toBeLessThan(2_000)
    expect(found.map(({ message: words }) => words)).toContain(
      `has ${maxCharacters} characters or more; at most 998 are allowed`,
    )
  })

  test('what is cut off is not called missing', () => {
    const late = { ...many(maxElements, 1), ...message }
    const found = findings('sendMessage', late)
    expect(found.every(({ code }) => code === 'additionalProperties')).toBe(true)
    const wide = Array.from({ length: 50 }, () => ({ ...many(150, 1), email: 'ada@example.com' }))
    expect(findings('sendMessage', { ...message, to: wide }).map(({ code }) => code)).not.toContain(
      'required',
    )
  })

  test('a copy has a few thousand values, and those of the largest message all of them', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce<number>((sum, item) => sum + count(item), 1)
        : 1
    const wide = Array.from({ length: 1000 }, () => many(1000, ['x']))
    expect(count(boundedCopy(wide).value)).toBeLessThan(5_000)

    const address = { email: `${'a'.repeat(60)}@example.com`, name: 'n'.repeat(200) }
    const largest = {
      ...message,
      to: Array(50).fill(address),
      cc: Array(50).fill(address),
      bcc: Array(50).fill(address),
      reply_to: Array(10).fill(address),
      subject: 's'.repeat(998),
      text: 't'.repeat(100_000),
      html: 'h'.repeat(100_000),
      headers: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`X-${index}`, 'v'.repeat(998)])),
      metadata: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${index}`, 'v'.repeat(500)])),
      attachments: Array(100).fill({ filename: 'a.txt', content: 'eA==', content_type: 'text/plain' }),
      category: 5,
    }
    expect(boundedCopy(largest).cut.size).toBe(0)
    expect(messagesOf(findings('sendMessage', largest))).toEqual({
      '/body/category': 'must be a string, not a number',
    })
  })
})

describe('the contract', () => {
  interface Node {
    readonly [key: string]: unknown
  }
  function* nodes(value: unknown): Generator<Node> {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value)) yield value as Node
    for (const item of Object.values(value)) yield* nodes(item)
  }
  const requests = requestSideOf(ownContract(), operations)
  const all = [...nodes(requests)].filter(
    (node) => typeof node['type'] !== 'object' || Array.isArray(node['type']),
  )

  test('says in words what each pattern of a request means', () => {
    const silent = all.filter(
      (node) => typeof node['pattern'] === 'string' && node['x-pattern-in-words'] === undefined,
    )
    expect(silent).toEqual([])
  })

  test('has no keyword or format without words', () => {
    const keywords = [
      'enum',
      'const',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
    ]
    // What `if` asks for is told by the keywords of `then`.
    const structural = ['anyOf', 'oneOf', 'not', 'contains', 'dependentRequired', 'uniqueItems']
    const used = [...keywords, ...structural].filter((keyword) =>
      all.some((node) => Object.hasOwn(node, keyword) && typeof node['type'] !== 'undefined'),
    )
    expect(used.filter((keyword) => !worded.keywords.includes(keyword))).toEqual([])
    const formats = new Set(all.map((node) => node['format']).filter((format) => typeof format === 'string'))
    expect([...formats].filter((format) => !worded.formats.includes(format))).toEqual([])
  })

  test('allows no list, object or text with a pattern that would be cut', () => {
    const limitsOf = (keyword: string) =>
      all.map((node) => node[keyword]).filter((limit) => typeof limit === 'number')
    expect(Math.max(...limitsOf('maxItems'), ...limitsOf('maxProperties'))).toBeLessThan(maxElements)
    expect(Math.max(...limitsOf('maxLength'))).toBeLessThan(maxCharacters)
  })

  test('points from names of other services to fields that there are', () => {
    const schemas = all.filter((node) => node['x-other-names'] !== undefined)
    expect(schemas.length).toBeGreaterThan(0)
    for (const { 'x-other-names': others, properties } of schemas) {
      for (const [other, ours] of Object.entries(others as Record<string, string>)) {
        expect(properties, ours).toHaveProperty(ours)
        expect(properties, other).not.toHaveProperty(other)
      }
    }
  })
})
