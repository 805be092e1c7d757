import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, requestIdForm, type ApiReply, type ApiRequest } from '../support/api/api.js'
import { document } from '../support/api/contract.js'
import { useInstance } from '../support/instance/instance.js'
import { messageFor } from '../support/messages/messages.js'

/** Tests requests that are refused before anybody looks at their subject, and the form of the refusals. */

const at = useInstance()
let key: string
let project: string
beforeAll(() => {
  key = at.workspaceKey
  project = at.project
})

const internals =
  /\bat .+:\d+:\d+|node_modules|\.[jt]s:\d+|\bselect\b.+\bfrom\b|insert into|Error:|ECONN|knex/i

async function ask(method: string, path: string, request: ApiRequest = {}): Promise<ApiReply> {
  const reply = await call(at.url, method, path, { key, ...request })
  if (reply.status >= 400) expectError(reply)
  return reply
}

/** Expects the fields and headers that every error has. */
function expectError(reply: Pick<ApiReply, 'headers' | 'body' | 'text'>): void {
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.headers['request-id']).toMatch(requestIdForm)
  expect(reply.body.error.request_id).toBe(reply.headers['request-id'])
  expect(reply.body.error.message).not.toBe('')
  // An id is random, and by chance spells a word that is looked for here.
  expect(reply.text.replace(reply.body.error.request_id, '')).not.toMatch(internals)
}

function outcome(reply: ApiReply): string {
  return `${reply.status} ${reply.body?.error?.code as string}`
}

const send = (request: ApiRequest) => ask('POST', '/v1/messages', request)

describe('a body that cannot be read', () => {
  test.each<[string, ApiRequest, string]>([
    ['cut JSON', { raw: '{"subject":' }, '400 malformed_request'],
    ['no JSON', { raw: 'subject=x' }, '400 malformed_request'],
    ['JSON with a comment', { raw: '{} // x' }, '400 malformed_request'],
    ['single quotes', { raw: "{'a': 1}" }, '400 malformed_request'],
    [
      'what claims to be gzip',
      { raw: '{}', headers: { 'Content-Encoding': 'gzip' } },
      '400 malformed_request',
    ],
    ['text', { raw: '{}', headers: { 'Content-Type': 'text/plain' } }, '415 unsupported_media_type'],
    [
      'a form',
      { raw: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      '415 unsupported_media_type',
    ],
    [
      'JSON that is not called so',
      { raw: '{}', headers: { 'Content-Type': 'x/y' } },
      '415 unsupported_media_type',
    ],
    [
      'an unknown encoding',
      { raw: '{}', headers: { 'Content-Encoding': 'zip' } },
      '415 unsupported_media_type',
    ],
    [
      'an unknown charset',
      { raw: '{}', headers: { 'Content-Type': 'application/json; charset=x' } },
      '415 unsupported_media_type',
    ],
    ['nothing', {}, '422 validation_failed'],
    ['an empty body', { raw: '' }, '422 validation_failed'],
    ['null', { raw: 'null' }, '422 validation_failed'],
    ['a list', { raw: '[]' }, '422 validation_failed'],
    ['a string', { raw: '"x"' }, '422 validation_failed'],
  ])('%s', async (_name, request, expected) => {
    expect(outcome(await send(request))).toBe(expected)
  })

  test('a gzipped body is read', async () => {
    const raw = gzipSync(JSON.stringify(messageFor(project)))
    const reply = await send({
      raw,
      headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' },
    })
    expect(reply.status, reply.text).toBe(202)
  })
})

describe('a body of', () => {
  const sized = (bytes: number) => {
    const empty = JSON.stringify(messageFor(project, { text: '' })).length
    return JSON.stringify(messageFor(project, { text: 'x'.repeat(bytes - empty) }))
  }
  const limit = 10_000_000

  test('10 MB is taken', async () => {
    expect((await send({ raw: sized(limit) })).status).toBe(202)
  })

  test('one byte more is refused', async () => {
    const reply = await send({ raw: sized(limit + 1) })
    expect(outcome(reply)).toBe('413 payload_too_large')
    expect(reply.body.error.message).toBe(
      'The body is larger than 10 MB, with 10.01 MB. Attachments are base64, which takes a third more space than the files.',
    )
  })

  test('a few kilobytes that unpack to more is refused', async () => {
    const raw = gzipSync(sized(2 * limit))
    expect(raw.length).toBeLessThan(limit / 10)
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }
    expect(outcome(await send({ raw, headers }))).toBe('413 payload_too_large')
  })
})

describe('values', () => {
  test.each<[string, object, string, string]>([
    ['a number for a text', { subject: 5 }, '/body/subject', 'type'],
    ['a text for a list', { to: 'ada@example.com' }, '/body/to', 'type'],
    ['null', { text: null }, '/body/text', 'type'],
    ['no recipient', { to: [] }, '/body/to', 'minItems'],
    ['51 recipients', { to: recipients(51) }, '/body/to', 'maxItems'],
    ['no address', { to: [{ email: 'ada' }] }, '/body/to/0/email', 'format'],
    ['a display name', { from_email: 'Ada <ada@example.com>' }, '/body/from_email', 'format'],
    [
      'a line break in an address',
      { from_email: 'ada@example.com\r\nBcc: x@y.example' },
      '/body/from_email',
      'format',
    ],
    ['a line break in the subject', { subject: 'a\nBcc: x@example.com' }, '/body/subject', 'pattern'],
    ['an empty subject', { subject: '' }, '/body/subject', 'minLength'],
    ['a long subject', { subject: 'x'.repeat(999) }, '/body/subject', 'maxLength'],
    [
      'an id of another kind',
      { project_id: 'msg_01kbf3yq0ge8gvk2c5m7x9t3ea' },
      '/body/project_id',
      'pattern',
    ],
    ['an unknown field', { colour: 'red' }, '/body/colour', 'additionalProperties'],
    [
      'an unknown field within',
      { to: [{ email: 'a@example.com', x: 1 }] },
      '/body/to/0/x',
      'additionalProperties',
    ],
    [
      'a recipient twice',
      { to: twice('ada@example.com', 'bob@example.com', 'ADA@Example.com') },
      '/body/to/2/email',
      'duplicate',
    ],
    ['U+0000', { text: 'a\0b' }, '/body/text', 'characters'],
    ['U+0000 in a list', { to: [{ email: 'a\0@example.com' }] }, '/body/to/0/email', 'characters'],
    ['half a surrogate pair', { text: 'a\ud83d' }, '/body/text', 'characters'],
    ['the other half', { category: '\ude00' }, '/body/category', 'characters'],
    ['U+0000 in a field name', { 'a\0b': 1 }, '/body', 'characters'],
  ])('%s', async (_name, fields, path, code) => {
    const reply = await send({ raw: JSON.stringify({ ...messageFor(project), ...fields }) })
    expect(outcome(reply)).toBe('422 validation_failed')
    expect(reply.body.error.details).toContainEqual(expect.objectContaining({ path, code }))
  })

  test.each(['from_email', 'project_id', 'subject', 'text', 'to'])('without %s', async (name) => {
    const reply = await send({ body: { ...messageFor(project), [name]: undefined } })
    expect(reply.body.error.details).toMatchObject([{ path: `/body/${name}`, code: 'required' }])
  })

  test('all that is wrong is said at once, in words', async () => {
    const reply = await send({ body: { from: 'ada@example.com', to: 'bob@example.com', subject: '' } })
    expect(reply.body.error).toMatchObject({
      message: 'from is not a known field; did you mean from_email? `details` names 5 more mistakes.',
      details: [
        { path: '/body/from', code: 'additionalProperties' },
        { path: '/body/text', code: 'required' },
        { path: '/body/from_email', code: 'required' },
        { path: '/body/project_id', code: 'required', rule: 'required', message: 'is required' },
        { path: '/body/to', code: 'type' },
        { path: '/body/subject', code: 'minLength', rule: 'min_length', message: 'must not be empty' },
      ],
    })
  })

  test('text beyond ASCII and emoji are values like others', async () => {
    const fields = { subject: 'Grüße 👋', text: '日本語 👩‍👩‍👧' }
    const { body } = await send({ body: messageFor(project, fields) })
    const content = await ask('GET', `/v1/messages/${body.id as string}/content`)
    expect(content.body).toMatchObject(fields)
  })

  test('__proto__ is an unknown field', async () => {
    const raw = JSON.stringify(messageFor(project)).replace('{', '{"__proto__":{"category":"x"},')
    expect(outcome(await send({ raw }))).toBe('422 validation_failed')
  })
})

function recipients(count: number): { email: string }[] {
  return Array.from({ length: count }, (_value, index) => ({ email: `r${index}@example.com` }))
}

function twice(...emails: string[]): { email: string }[] {
  return emails.map((email) => ({ email }))
}

describe('an address', () => {
  test.each<[string, string, string, string]>([
    ['a path that is not there', 'GET', '/v1/nothing', '404 not_found'],
    ['below a path', 'GET', '/v1/messages/msg_01kbf3yq0ge8gvk2c5m7x9t3ea/nothing', '404 not_found'],
    ['an id that does not exist', 'GET', '/v1/messages/msg_01kbf3yq0ge8gvk2c5m7x9t3ea', '404 not_found'],
    ['an id of another kind', 'GET', '/v1/messages/key_01kbf3yq0ge8gvk2c5m7x9t3ea', '404 not_found'],
    [
      'an id that is too long for a UUID',
      'GET',
      '/v1/messages/msg_81kbf3yq0ge8gvk2c5m7x9t3ea',
      '404 not_found',
    ],
    ['an id in capitals', 'GET', '/v1/messages/MSG_01KBF3YQ0GE8GVK2C5M7X9T3EA', '404 not_found'],
    ['no id at all', 'GET', "/v1/messages/'%20or%201=1--", '404 not_found'],
    ['an id of the wrong form to revoke', 'DELETE', '/v1/api-keys/1', '404 not_found'],
    ['broken percent-encoding', 'GET', '/v1/messages/%E0%A4%A', '400 malformed_request'],
    ['an unknown query parameter', 'GET', '/v1/messages?state=queued', '422 validation_failed'],
    ['a parameter twice', 'GET', '/v1/messages?limit=1&limit=2', '422 validation_failed'],
    ['a parameter without a value', 'GET', '/v1/messages?limit=', '422 validation_failed'],
    ['a limit without end', 'GET', '/v1/messages?limit=Infinity', '422 validation_failed'],
    ['a limit that is beyond all numbers', 'GET', '/v1/message-logs?limit=1e400', '422 validation_failed'],
    ['a limit in hexadecimal', 'GET', '/v1/events?limit=0x10', '422 validation_failed'],
    ['a limit with a sign', 'GET', '/v1/messages?limit=%2B5', '422 validation_failed'],
    ['a limit after a space', 'GET', '/v1/messages?limit=%205', '422 validation_failed'],
    ['a path in other letters', 'GET', '/V1/Messages', '404 not_found'],
    ['a path with a slash at its end', 'GET', '/v1/messages/', '404 not_found'],
  ])('%s', async (_name, method, path, expected) => {
    expect(outcome(await ask(method, path))).toBe(expected)
  })
})

describe('a method', () => {
  // With those of aliases.
  const paths = Object.keys(document.paths)

  test.each(paths)('that %s does not have is 405 with those that it has', async (path) => {
    const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS']
    const own = methods.filter((method) => document.paths[path]?.[method.toLowerCase()] !== undefined)
    const allowed = [...own, ...(own.includes('GET') ? ['HEAD'] : [])].sort()
    for (const method of methods.filter((other) => other !== 'GET' && !own.includes(other))) {
      const reply = await ask(method, path.replace('{id}', 'x'))
      expect(outcome(reply)).toBe('405 method_not_allowed')
      expect(reply.headers['allow']?.split(', ').sort()).toEqual(allowed)
    }
  })

  test.each([
    ['GET', '/v1/messages/batch', 'POST'],
    ['DELETE', '/v1/webhooks/status/health', 'GET, HEAD'],
  ])('%s %s is not the one of a path with a variable in that place', async (method, path, allowed) => {
    const reply = await ask(method, path)
    expect([outcome(reply), reply.headers['allow']]).toEqual(['405 method_not_allowed', allowed])
  })

  test.each(['/openapi.yaml', '/openapi.json', '/healthz', '/readyz'])(
    '%s is only to be read',
    async (path) => {
      const reply = await ask('POST', path)
      expect(outcome(reply)).toBe('405 method_not_allowed')
      expect(reply.headers['allow']).toBe('GET, HEAD')
    },
  )

  test.each(['/v1/messages', '/v1/projects', '/healthz', '/readyz'])(
    'HEAD %s is GET without a body',
    async (path) => {
      const [head, get] = [await ask('HEAD', path), await ask('GET', path)]
      expect(head.status).toBe(200)
      expect(head.text ?? '').toBe('')
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
      expect((await call(at.url, 'HEAD', '/v1/messages')).status).toBe(401)
    },
  )
})

describe('Accept', () => {
  test.each(['application/json', 'application/*', '*/*', 'text/html, */*;q=0.1', ''])(
    '%j is fine',
    async (accept) => {
      expect((await ask('GET', '/v1/messages', { headers: { Accept: accept } })).status).toBe(200)
    },
  )
  test.each(['text/html', 'application/xml', 'application/json;q=0'])('%s is refused', async (accept) => {
    expect(outcome(await ask('GET', '/v1/messages', { headers: { Accept: accept } }))).toBe(
      '406 not_acceptable',
    )
  })
})
