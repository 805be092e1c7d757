import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { translatedTypes } from '../../../../base/contract/translated-types.js'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, timeOf } from '../../../../server/platform/db/ids.js'
import type { EventData } from '../../../../server/platform/events/event-types.js'
import { sendgridBody, sendgridEvents } from '../../../../server/product/webhooks/formats/sendgrid/body.js'
import { noSubjects, type Subjects } from '../../../../server/product/webhooks/formats/subjects.js'
import { p256Signature, verificationKey } from '../../../../server/product/webhooks/signatures/p256.js'
import { newSecret } from '../../../../server/product/webhooks/signatures/secrets.js'
import { document } from '../../../support/api/contract.js'
import {
  delivery,
  eventRow,
  known,
  messageId,
  replyLine,
  samples,
} from '../../../support/webhooks/format-samples.js'

/** Tests what each event is in SendGrid's format, and its signature. */

type Type = (typeof translatedTypes.sendgrid)[number]

function eventsOf<Name extends Type>(type: Name, data: EventData[Name], subjects: Subjects = known) {
  const row = eventRow(type, data)
  const events = JSON.parse(sendgridBody(row, subjects).toString()) as any[]
  const timestamp = Math.floor(timeOf(row.id).getTime() / 1000)
  return { events, timestamp, id: toTypeId('evt', row.id) }
}

const message = {
  order: 'A-1',
  sg_message_id: messageId,
  'smtp-id': `<${messageId}@shop.example>`,
  category: ['receipts'],
}
const reader = { useragent: 'Mozilla/5.0', ip: '' }

test.each<readonly [Type, expected: object]>([
  ['message.deferred', { ...message, event: 'deferred', response: '451 Later', attempt: '2' }],
  ['message.delivered', { ...message, event: 'delivered', response: '250 2.0.0 Queued' }],
  [
    'message.bounced',
    {
      ...{ ...message, event: 'bounce', type: 'bounce', reason: replyLine },
      ...{ status: '5.1.1', bounce_classification: 'Invalid Address' },
    },
  ],
  [
    'message.failed',
    {
      ...{ ...message, event: 'bounce', type: 'blocked', reason: 'The domain accepts no mail.' },
      ...{ status: '', bounce_classification: 'Unclassified' },
    },
  ],
  ['message.suppressed', { ...message, event: 'dropped', reason: 'Bounced Address' }],
  ['message.complained', { ...message, event: 'spamreport' }],
  ['message.opened', { ...message, event: 'open', ...reader, sg_machine_open: false }],
  [
    'message.clicked',
    { ...message, event: 'click', ...reader, sg_machine_open: true, url: 'https://shop.example/a?b=c' },
  ],
  [
    'contact.unsubscribed',
    {
      ...{ event: 'unsubscribe', order: 'A-1', sg_message_id: messageId },
      'smtp-id': `<${messageId}@shop.example>`,
    },
  ],
])('%s', (type, expected) => {
  const { events, timestamp, id } = eventsOf(type, samples[type] as never)
  expect(events).toEqual([{ ...expected, email: 'ada@example.com', timestamp, sg_event_id: id }])
})

test('message.accepted is an event of each recipient, with an id of its own', () => {
  const { events, timestamp, id } = eventsOf('message.accepted', samples['message.accepted'], noSubjects)
  const each = { ...message, event: 'processed', timestamp }
  expect(events).toEqual([
    { ...each, email: 'ada@example.com', sg_event_id: id },
    { ...each, email: 'bob@example.com', sg_event_id: `${id}.1` },
  ])
})

test('every type of the format has been tested, and a test says what it is', () => {
  expect(Object.keys(sendgridEvents)).toEqual([...translatedTypes.sendgrid])
  const row = eventRow('webhook.test', { webhook_id: 'whk_1' })
  expect(JSON.parse(sendgridBody(row, noSubjects).toString())).toEqual([
    {
      email: '',
      timestamp: Math.floor(timeOf(row.id).getTime() / 1000),
      event: 'test',
      sg_event_id: toTypeId('evt', row.id),
    },
  ])
  expect(() => sendgridBody(eventRow('suppression.added', samples['suppression.added']), known)).toThrow(
    'no translation',
  )
})

test('of a message that is gone there is what its event says, and a contact need not have had one', () => {
  expect(eventsOf('message.bounced', delivery, noSubjects).events[0]).toMatchObject({
    email: 'ada@example.com',
    sg_message_id: messageId,
    category: ['receipts'],
  })
  const data = { ...samples['contact.unsubscribed'], message_id: null, log_id: null }
  const { events, timestamp, id } = eventsOf('contact.unsubscribed', data)
  expect(events).toEqual([{ email: 'ada@example.com', timestamp, event: 'unsubscribe', sg_event_id: id }])
})

test('no metadata pretends to be a field of SendGrid', () => {
  const metadata = { event: 'delivered', reason: 'x', email: 'eve@example.com', sg_message_id: 'y', own: 'z' }
  const { events } = eventsOf('message.accepted', { ...samples['message.accepted'], metadata })
  expect(events[0]).toMatchObject({ event: 'processed', email: 'ada@example.com', own: 'z' })
  expect(events[0]).not.toHaveProperty('reason')
  expect(events[0].sg_message_id).toBe(messageId)
})

const { BounceClass } = document.components['schemas'] as unknown as { BounceClass: { enum: string[] } }
test.each(BounceClass.enum)('of the class %s only a missing mailbox or domain is a bounce', (each) => {
  const data = { ...delivery, class: each as components['schemas']['BounceClass'] }
  const [event] = eventsOf('message.bounced', data).events
  const isOfAddress = ['unknown_user', 'unknown_domain', 'mailbox_disabled'].includes(each)
  expect(event.type).toBe(isOfAddress ? 'bounce' : 'blocked')
  expect(event.bounce_classification).toMatch(/^[A-Z]/)
})

test('the key pair follows from the secret alone, and no other key verifies', () => {
  const [one, other] = [newSecret(), newSecret()]
  const keyOf = (secret: string) =>
    createPublicKey({ key: Buffer.from(verificationKey(secret), 'base64'), format: 'der', type: 'spki' })
  const bytes = Buffer.from('1700000000[]')
  const signature = Buffer.from(p256Signature(one, bytes), 'base64')
  expect(verificationKey(one)).toBe(verificationKey(one))
  expect(keyOf(one).asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
  expect(verify('sha256', bytes, keyOf(one), signature)).toBe(true)
  expect(verify('sha256', bytes, keyOf(other), signature)).toBe(false)
  expect(verify('sha256', Buffer.from('1700000001[]'), keyOf(one), signature)).toBe(false)
  // Python's cryptography derives the same. A change would make the keys that applications have useless.
  expect(verificationKey('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')).toBe(
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEyobguZZ3V+gxmMC5EXMaDDhVtPjfHFyXrslRuco7JaoFzDWcR6XMrxDheg+NTVP3Ia1aPxj80hIBT+5ngdUAQw==',
  )
})
