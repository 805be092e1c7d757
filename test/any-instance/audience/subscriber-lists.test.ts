import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { call, type ApiReply } from '../../support/api/api.js'
import { useInstance } from '../../support/instance/instance.js'
import { domainOf } from '../../support/instance/prepare.js'
import { messageFor } from '../../support/messages/messages.js'
import { failureIn } from '../../support/webhooks/webhooks.js'

/** Lists of a test project, and who is asked to subscribe. Their mail goes to the sink. */

const at = useInstance()
const ask = (method: string, path: string, body?: unknown, key = at.projectKey): Promise<ApiReply> =>
  call(at.url, method, path, { key, body })
const newEmail = () => `${randomUUID()}@${domainOf(at.run)}`

let list: string
beforeAll(async () => {
  const body = { project_id: at.project, name: at.run, from_email: 'news@shop.example' }
  const reply = await ask('POST', '/v1/subscriber-lists', body)
  expect(reply.status, reply.text).toBe(201)
  list = `/v1/subscriber-lists/${reply.body.id as string}`
})

test('a list is seen and changed by its own project alone', async () => {
  const changed = await ask('PATCH', list, { name: `${at.run} changed` })
  expect([changed.status, changed.body.from_email]).toEqual([200, 'news@shop.example'])
  expect((await ask('GET', list)).body).toEqual(changed.body)
  for (const request of [
    ask('GET', list, undefined, at.otherKey),
    ask('PATCH', list, { name: 'x' }, at.otherKey),
    ask('GET', `${list}/subscriptions`, undefined, at.otherKey),
  ]) {
    expect(failureIn(await request)).toBe('404 not_found')
  }
})

test('a confirmation mail needs the link to confirm by, and knows no other words', async () => {
  for (const text of ['Please confirm', '{{confirm_url}} {{first_name}}']) {
    const reply = await ask('PATCH', list, { confirmation: { subject: 'Confirm', text } })
    expect(failureIn(reply)).toBe('422 validation_failed')
  }
})

test('an address is asked once, is confirmed by its link alone, and gets no mail of the list before', async () => {
  const email = newEmail()
  const first = await ask('POST', `${list}/subscriptions`, { email, source: 'Checkout form' })
  expect(first.body).toMatchObject({ outcome: 'requested', subscription: { email, status: 'pending' } })
  const again = await ask('POST', `${list}/subscriptions`, { email: email.toUpperCase() })
  expect(again.body).toMatchObject({ outcome: 'already_requested', message_id: null })
  const { id } = first.body.subscription as { id: string }
  expect((await ask('GET', `${list}/subscriptions?email=${email}`)).body.data).toMatchObject([{ id }])

  const list_id = list.split('/').at(-1) ?? ''
  const message = { ...messageFor(at.project, { to: [{ email }] }), list_id }
  const sent = await ask('POST', '/v1/messages', message)
  expect(sent.body.recipients).toMatchObject([{ email, status: 'suppressed' }])

  const left = await ask('POST', `${list}/subscriptions/${id}/unsubscribe`)
  expect(left.body).toMatchObject({ status: 'unsubscribed' })
  expect((left.body.consents as { action: string }[]).map(({ action }) => action)).toEqual([
    'requested',
    'unsubscribed',
  ])
})
