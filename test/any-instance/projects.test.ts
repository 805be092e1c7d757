import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, type ApiReply } from '../support/api/api.js'
import { useInstance } from '../support/instance/instance.js'

const at = useInstance()

function create(body: unknown, idempotencyKey: string = randomUUID()): Promise<ApiReply> {
  return call(at.url, 'POST', '/v1/projects', {
    key: at.workspaceKey,
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
  })
}

/** One project a run stays behind for this: there is no way to delete one. */
test('a project is created once under its idempotency key, and listed', async () => {
  const key = randomUUID()
  const first = await create({ name: at.run, environment: 'test' }, key)
  const second = await create({ environment: 'test', name: at.run }, key)
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ name: at.run, environment: 'test' })
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replayed']).toBe('true')
  const list = await call(at.url, 'GET', '/v1/projects?limit=100', { key: at.workspaceKey })
  const { logo: _logo, ...listed } = first.body.pages
  expect(list.body.data).toContainEqual({ ...first.body, pages: listed })
  const other = await create({ name: `${at.run} again`, environment: 'test' }, key)
  expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict'])
})

test.each([
  ['an empty name', { name: '' }, '/body/name', 'minLength'],
  ['a long name', { name: 'x'.repeat(101) }, '/body/name', 'maxLength'],
  ['another environment', { name: 'x', environment: 'staging' }, '/body/environment', 'enum'],
])('%s is refused', async (_name, body, path, code) => {
  const reply = await create(body)
  expect(reply.status).toBe(422)
  expect(reply.body.error.details).toMatchObject([{ path, code }])
})
