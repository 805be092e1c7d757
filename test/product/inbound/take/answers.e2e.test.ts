import { beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { inboundCalls, letter, type InboundCalls } from '../../../support/inbound/inbound-calls.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedReceiver } from '../../../support/service/shared-service.js'
import { until } from '../../../support/time/until.js'
import { submit } from '../../../support/mail-servers/smtp-talk.js'

/** Tests what a mail for a route belongs to: the message that it answers, its contact, and the run that it starts. */

let service: TestService
beforeAll(async () => {
  service = await sharedReceiver()
})

const put = (to: string, raw: string) => submit(service.inboundPort, to, raw, 'ada@example.com')
const accepted = /^250 2\.0\.0 /

/** Makes Ada a contact of the live project; answers the id. */
async function addAda({ tenant }: InboundCalls, key: string): Promise<string> {
  const body = { project_id: tenant.liveProject, email: 'Ada@example.com', properties: { plan: 'pro' } }
  return (await call(service.url, 'PUT', '/v1/contacts', { key, body })).body.id as string
}

test('a reply is matched to its message by the address or the header, and to its contact', async () => {
  const calls = await inboundCalls(service)
  const { tenant } = calls
  const route = await calls.route()
  const key = await tenant.key()
  const ada = await addAda(calls, key)
  const receipt = { from_email: 'shop@shop.example', subject: 'Receipt', text: 'Here it is.' }
  const sent = await call(service.url, 'POST', '/v1/messages', {
    key,
    body: {
      ...{ project_id: tenant.liveProject, to: [{ email: 'ada@example.com' }], reply_route_id: route.id },
      ...receipt,
    },
  })
  const { id, recipients } = sent.body as { id: string; recipients: { log_id: string }[] }
  const { body: shown } = await call(service.url, 'GET', `/v1/messages/${id}/content`, { key: calls.session })
  const replyTo = (shown as { reply_to: { email: string }[] }).reply_to[0]?.email ?? ''
  expect(await put(replyTo, letter())).toMatch(accepted)
  expect(await put(route.recipient, letter({ 'In-Reply-To': `<${id}@shop.example>` }))).toMatch(accepted)
  // Of no message of ours.
  expect(await put(route.recipient, letter({ References: '<msg_1@shop.example>' }))).toMatch(accepted)
  const forged = replyTo.replace(/^r\+(.)/, (_, first) => `r+${first === 'a' ? 'b' : 'a'}`)
  expect(await put(forged, letter())).toMatch(/^550 /)

  const messages = await calls.messages()
  const own = { message_id: id, log_id: recipients[0]?.log_id }
  expect(messages.map(({ in_reply_to }) => in_reply_to)).toEqual([
    null,
    { ...own, match: 'header' },
    { ...own, match: 'address' },
  ])
  for (const { contact_id } of messages) expect(contact_id).toBe(ada)
})

test('a mail of a contact starts an automation, which knows what it says', async () => {
  const calls = await inboundCalls(service)
  const { tenant } = calls
  const key = await tenant.key()
  const ada = await addAda(calls, key)
  const route = await calls.route()
  const made = await calls.ask('POST', '/v1/automations', {
    project_id: tenant.liveProject,
    name: 'Answers',
    trigger: { inbound: { route_id: route.id } },
    steps: [{ key: 'note', update_contact: { properties: { plan: 'asked' } } }],
  })
  const { id } = made.body as { id: string }
  expect((await calls.ask('POST', `/v1/automations/${id}/publish`, { version: 1 })).status).toBe(200)
  expect(await put(route.recipient, letter({ 'Auto-Submitted': 'auto-replied' }))).toMatch(accepted)
  expect(await put(route.recipient, letter({ Subject: 'A question' }))).toMatch(accepted)

  const run = await until(async () => {
    const { body } = await calls.ask('GET', `/v1/automations/${id}/runs`)
    return (body as { data: { id: string; status: string }[] }).data.find(
      ({ status }) => status === 'completed',
    )
  }, 'the run')
  const { body: detail } = await calls.ask('GET', `/v1/automations/${id}/runs/${run.id}`)
  const [asked] = await calls.messages()
  expect(detail).toMatchObject({
    contact_id: ada,
    trigger: { kind: 'inbound', inbound_message_id: asked?.id },
    data: { subject: 'A question', text: 'Thank you!' },
  })
  const { body: runs } = await calls.ask('GET', `/v1/automations/${id}/runs`)
  expect((runs as { data: unknown[] }).data).toHaveLength(1)
})

test('a message is not there for another workspace', async () => {
  const [one, other] = [await inboundCalls(service), await inboundCalls(service)]
  const { recipient } = await one.route()
  expect(await put(recipient, letter())).toMatch(accepted)
  const [message] = await one.messages()
  expect(await other.messages()).toEqual([])
  expect((await other.ask('GET', `/v1/inbound/messages/${message?.id ?? ''}`)).status).toBe(404)
})
