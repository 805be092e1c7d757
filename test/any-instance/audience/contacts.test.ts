import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, type ApiReply } from '../../support/api/api.js'
import { useInstance } from '../../support/instance/instance.js'
import { domainOf } from '../../support/instance/prepare.js'
import { failureIn } from '../../support/webhooks/webhooks.js'

/** Contacts of a test project, and the erasure of one. */

const at = useInstance()
const newEmail = () => `${randomUUID()}@${domainOf(at.run)}`

const put = (email: string, fields: object = {}, key = at.projectKey): Promise<ApiReply> =>
  call(at.url, 'PUT', '/v1/contacts', { key, body: { project_id: at.project, email, ...fields } })
const get = (path: string, key = at.projectKey) => call(at.url, 'GET', path, { key })

test('a contact is made once, changed by its address, and seen by its own project alone', async () => {
  const email = newEmail()
  const made = await put(email, { name: 'Ada', properties: { plan: 'pro', seats: 5 } })
  expect(made.status, made.text).toBe(201)
  const changed = await put(email.toUpperCase(), { properties: { seats: null, vip: true } })
  expect([changed.status, changed.body.id]).toEqual([200, made.body.id])
  expect(changed.body).toMatchObject({ name: 'Ada', properties: { plan: 'pro', vip: true } })
  expect(changed.body.properties).not.toHaveProperty('seats')

  const path = `/v1/contacts/${made.body.id as string}`
  expect((await get(path, at.workspaceKey)).body).toEqual(changed.body)
  expect((await get(`/v1/contacts?email=${email}`)).body.data).toEqual([changed.body])
  expect((await get(`/v1/contacts?email=${email}`, at.otherKey)).body.data).toEqual([])
  expect(failureIn(await get(path, at.otherKey))).toBe('404 not_found')
  expect(failureIn(await put(email, {}, at.otherKey))).toBe('403 project_not_allowed')
})

test('what a contact did is listed, newest record first', async () => {
  const { id } = (await put(newEmail())).body as { id: string }
  const path = `/v1/contacts/${id}/events`
  const record = (body: object) => call(at.url, 'POST', path, { key: at.projectKey, body })
  const first = await record({
    name: 'order_placed',
    properties: { total: 49.9 },
    at: '2020-01-01T00:00:00Z',
  })
  expect(first.body).toMatchObject({ contact_id: id, at: '2020-01-01T00:00:00.000Z' })
  const second = await record({ name: 'logged_in' })
  expect((await get(path)).body.data).toEqual([second.body, first.body])
  expect((await get(`${path}?name=order_placed`)).body.data).toEqual([first.body])
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect(failureIn(await record({ name: 'x', at: tomorrow }))).toBe('422 validation_failed')
})

test('what a contact did is recorded by its address, too', async () => {
  const email = newEmail()
  const record = (key = at.projectKey) =>
    call(at.url, 'POST', '/v1/contacts/events', {
      key,
      body: { project_id: at.project, email: email.toUpperCase(), name: 'signed_up' },
    })
  expect(failureIn(await record())).toBe('404 not_found')
  expect((await get(`/v1/contacts?email=${email}`)).body.data).toEqual([])
  const { id } = (await put(email)).body as { id: string }
  const recorded = await record()
  expect([recorded.status, recorded.body.contact_id]).toEqual([201, id])
  expect((await get(`/v1/contacts/${id}/events`)).body.data).toEqual([recorded.body])
  expect(failureIn(await record(at.otherKey))).toBe('403 project_not_allowed')
})

test('an erasure takes a contact, and keeps the address from coming back', async () => {
  const email = newEmail()
  const { id } = (await put(email, { name: 'Grace' })).body as { id: string }
  const body = { email: email.toUpperCase() }
  const erased = await call(at.url, 'POST', '/v1/compliance/deletions', { key: at.projectKey, body })
  expect([erased.status, erased.text.includes(email)]).toEqual([201, false])
  expect(erased.body).toMatchObject({ status: 'completed', project_id: at.project, erased: { contacts: 1 } })
  const path = `/v1/compliance/deletions/${erased.body.id as string}`
  expect((await get(path)).body).toEqual(erased.body)
  expect(failureIn(await get(path, at.otherKey))).toBe('404 not_found')
  expect(failureIn(await get(`/v1/contacts/${id}`))).toBe('404 not_found')
  expect(failureIn(await put(email))).toBe('409 invalid_state')
})
