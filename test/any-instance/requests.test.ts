import { expect, test } from 'vitest'
import { call, type ApiReply } from '../support/api/api.js'
import { operations, type ContractOperation } from '../support/api/contract.js'
import { hasSession, hasSuppressionsKey, useInstance } from '../support/instance/instance.js'
import { patiently } from '../support/instance/patiently.js'
import { askThriftily, isSignIn, type Skip } from '../support/instance/sign-ins.js'
import { unknownIds } from '../support/instance/unknown-ids.js'
import { violationsOf } from '../support/instance/violations.js'
import { requestOf } from '../support/api/requests.js'
import { askedOf } from '../support/run/sampled.js'
import { failureIn } from '../support/webhooks/webhooks.js'

/** Tests each operation's reply to requests that the contract does not allow. All of the requests are derived. */

const at = useInstance()

interface Change {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly query?: string
}

const takesKey = ({ security }: ContractOperation) =>
  security.some((way) => way['workspaceKey'] !== undefined)
/** Returns true if an operation is about the whole workspace, for which a key must not be held to an environment. */
const isUnheld = ({ security }: ContractOperation) =>
  security.some((way) => way['workspaceKey']?.includes('suppressions:*'))
/** Returns the credential for an operation. One that takes neither a key nor a credential at all gets a session. */
const keyFor = (operation: ContractOperation) =>
  isUnheld(operation) ? at.suppressionsKey : takesKey(operation) ? at.workspaceKey : at.session
const askable = operations.filter(
  (operation) =>
    operation.security.length === 0 ||
    (isUnheld(operation) ? hasSuppressionsKey : takesKey(operation) || hasSession),
)

async function ask(operation: ContractOperation, change: Change = {}): Promise<ApiReply> {
  const request = await requestOf(operation, unknownIds)
  const more = request.path.includes('?') ? change.query?.replace('?', '&') : change.query
  const send = () =>
    call(at.url, request.method, request.path + (more ?? ''), {
      ...(operation.security.length > 0 && { key: keyFor(operation) }),
      body: change.body ?? request.body,
      ...(request.raw && { raw: request.raw }),
      headers: { ...request.headers, ...change.headers },
    })
  return isSignIn(operation) ? send() : patiently(send)
}

/** Asks all at once, but for sign-ins: of these, only as many as this address can spare. */
async function askAll(
  operation: ContractOperation,
  skip: Skip,
  requests: readonly (() => Promise<ApiReply>)[],
): Promise<ApiReply[]> {
  if (!isSignIn(operation)) return Promise.all(requests.map((request) => request()))
  const replies: ApiReply[] = []
  for (const request of requests) replies.push(await askThriftily(operation, skip, request))
  return replies
}

function expectRefused(reply: ApiReply, path: string, code?: string): void {
  expect(failureIn(reply), path).toBe('422 validation_failed')
  const expected = { path, ...(code !== undefined && { code }) }
  expect(reply.body.error.details, path).toContainEqual(expect.objectContaining(expected))
}

const named = (list: readonly ContractOperation[]) =>
  askedOf(list).map((operation) => [operation.id, operation] as const)

test.for(named(askable))('%s refuses an unknown query parameter', async ([, operation], { skip }) => {
  const [reply] = await askAll(operation, skip, [() => ask(operation, { query: '?colour=red' })])
  expectRefused(reply as ApiReply, '/query/colour')
})

const withIds = askable.filter(({ path }) => path.includes('{'))
test.each(named(withIds))('%s finds nothing by an id that nothing has', async (_id, operation) => {
  expect(failureIn(await ask(operation))).toBe('404 not_found')
})

const withBodies = askable.filter(({ requestBody }) => requestBody?.content['application/json'])
test.for(named(withBodies))('%s holds its body to the schema', async ([, operation], { skip }) => {
  const violations = violationsOf(operation)
  expect(violations.length).toBeGreaterThan(1)
  const requests = violations.map(
    ({ body }) =>
      () =>
        ask(operation, { body }),
  )
  const replies = await askAll(operation, skip, requests)
  violations.forEach(({ path, code }, index) => expectRefused(replies[index] as ApiReply, path, code))
})

test.for(named(withBodies))('%s takes JSON in UTF-8, each name once', async ([, operation], { skip }) => {
  const { method, path, headers, body } = await requestOf(operation, unknownIds)
  const key = keyFor(operation)
  const send = (raw: Buffer | string, type = 'application/json') =>
    call(at.url, method, path, { key, raw, headers: { ...headers, 'Content-Type': type } })
  const json = JSON.stringify({ '': 0, ...(body as object) })
  const replies = await askAll(operation, skip, [
    () => send(Buffer.from(json.replace('""', '"\u00ff"'), 'latin1')),
    () => send(json, 'application/json; charset=utf-16'),
    () => send(json.replace('{', '{"":1,')),
  ])
  expect(replies.map(failureIn)).toEqual([
    '400 malformed_request',
    '415 unsupported_media_type',
    '400 malformed_request',
  ])
})

/** Returns true if an operation takes a header, or, with `required`, if it requires the header. */
const takes = (operation: ContractOperation, header: string, required = false) =>
  operation.parameters.some((parameter) => parameter.name === header && (!required || parameter.required))

const withKeys = askable.filter((operation) => takes(operation, 'Idempotency-Key'))
test.each(named(withKeys))('%s takes no idempotency key of another form', async (_id, operation) => {
  for (const value of ['', 'x'.repeat(256), 'schl\u00fcssel']) {
    expectRefused(await ask(operation, { headers: { 'Idempotency-Key': value } }), '/headers/idempotency-key')
  }
})

const needKeys = withKeys.filter((operation) => takes(operation, 'Idempotency-Key', true))
test.each(named(needKeys))('%s needs an idempotency key', async (_id, operation) => {
  const { body } = await requestOf(operation, unknownIds)
  const send = () => call(at.url, operation.method, operation.path, { key: keyFor(operation), body })
  const reply = await patiently(send)
  expectRefused(reply, '/headers/idempotency-key', 'required')
})

/** But those of one thing, since there is none by the ids that these requests have. */
const lists = askable.filter(
  ({ parameters, path }) => parameters.some(({ name }) => name === 'cursor') && !path.includes('{'),
)
test.each(named(lists))('%s refuses what is no page', async (_id, operation) => {
  const given = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const wrong: Record<string, string[]> = {
    // Many languages read the later ones as numbers, but only decimal integers are taken.
    limit: ['0', '101', '-1', '1.5', 'all', '', 'Infinity', '1e309', '1e1', '0x10', '%205', '5%20', '%2B5'],
    cursor: ['x', 'A'.repeat(21), 'A'.repeat(23), '!'.repeat(22), 'x'.repeat(513)],
    since: ['yesterday', '2026-01-01', '2026-01-01T00:00:00%2B00'],
    until: ['2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '2016-12-31T23:59:60Z'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    if (!given.includes(name)) continue
    const replies = await Promise.all(values.map((value) => ask(operation, { query: `?${name}=${value}` })))
    for (const reply of replies) expectRefused(reply, `/query/${name}`)
  }
  for (const limit of ['1', '100']) {
    expect((await ask(operation, { query: `?limit=${limit}` })).status).toBe(200)
  }
})
