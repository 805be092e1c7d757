import { expect, test } from 'vitest'
import { translatedTypes } from '../../../../base/contract/translated-types.js'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, newWorkspaceId, timeOf, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import type { EventData, EventType } from '../../../../server/platform/events/event-types.js'
import { isInFormat } from '../../../../server/platform/events/webhook-formats.js'
import { resendBody } from '../../../../server/product/webhooks/formats/resend/body.js'
import { noSubjects, type Subjects } from '../../../../server/product/webhooks/formats/subjects.js'
import { document } from '../../../support/api/contract.js'

/** Tests what each event is in Resend's format: with what is known of its subject, and with the event alone. */

type Schemas = components['schemas']

const messageUuid = newUuid()
const contactUuid = newUuid()
const domainUuid = newUuid()
const logUuid = newUuid()
const campaignUuid = newUuid()
const templateUuid = newUuid()
const messageId = toTypeId('msg', messageUuid)
const contactId = toTypeId('con', contactUuid)
const domainId = toTypeId('dom', domainUuid)
const logId = toTypeId('log', logUuid)
const iso = (id: Uuid) => timeOf(id).toISOString()

const record = (fields: Partial<Schemas['DomainRecord']>): Schemas['DomainRecord'] => ({
  kind: 'dkim',
  need: 'required',
  type: 'TXT',
  name: 'ps1._domainkey.shop.example',
  selector: 'ps1',
  expected: 'v=DKIM1; p=abc',
  found: [],
  status: 'ok',
  problem: null,
  advice: null,
  ...fields,
})

const known: Subjects = {
  messages: new Map([
    [
      messageId,
      {
        id: messageUuid,
        from_email: 'orders@shop.example',
        from_name: 'Shop, "the" best',
        subject: 'Your receipt',
        metadata: { order: 'A-1' },
        campaign_id: campaignUuid,
        template_id: templateUuid,
      },
    ],
  ]),
  contacts: new Map([
    [
      contactId,
      {
        id: contactUuid,
        name: 'Ada Lovelace',
        properties: { last_name: 'Lovelace', first_name: 'Ada' },
        updated_at: new Date('2026-02-03T04:05:06.789Z'),
      },
    ],
  ]),
  domains: new Map([
    [
      domainId,
      {
        id: domainUuid,
        records: [
          record({}),
          record({
            kind: 'return_path_mx',
            type: 'MX',
            name: 'bounces.shop.example',
            expected: '10 mail.example',
            status: 'wrong',
          }),
          record({ kind: 'dmarc', name: '_dmarc.shop.example', expected: null, status: 'missing' }),
        ],
      },
    ],
  ]),
  logs: new Map([[logId, { id: logUuid, message_id: messageUuid }]]),
  streams: new Map(),
}

/** Returns the webhook of an event, parsed, and the id of the event. */
function webhookOf<Type extends EventType>(type: Type, data: EventData[Type], subjects: Subjects) {
  const id = newUuid()
  const workspace_id = newWorkspaceId()
  const event = { id, workspace_id, project_id: null, environment: null, type, data: { ...data } }
  const body = JSON.parse(resendBody(event, subjects).toString()) as {
    type: string
    created_at: string
    data: any
  }
  expect(Object.keys(body)).toEqual(['type', 'created_at', 'data'])
  expect(body.created_at).toBe(iso(id))
  return { type: body.type, data: body.data, at: body.created_at }
}

const ofMessage = {
  message_id: messageId,
  log_id: logId,
  recipient: 'ada@example.com',
  category: null,
  campaign_id: null,
  automation_id: null,
}
const delivery: Schemas['DeliveryData'] = {
  ...ofMessage,
  attempt: 1,
  via: 'smtp',
  reply: null,
  class: null,
  suppressed: false,
  error: null,
}
const email = {
  email_id: messageId,
  message_id: `<${messageId}@shop.example>`,
  created_at: iso(messageUuid),
  from: String.raw`"Shop, \"the\" best" <orders@shop.example>`,
  to: ['ada@example.com'],
  subject: 'Your receipt',
  broadcast_id: toTypeId('cmp', campaignUuid),
  template_id: toTypeId('tpl', templateUuid),
  tags: { order: 'A-1' },
}
const tracked = { ...ofMessage, machine: null, user_agent: 'Mozilla/5.0' }
const recipients = ['ada@example.com', 'bob@example.com'].map((address) => ({
  log_id: logId,
  email: address,
}))
const toBoth = { ...email, to: ['ada@example.com', 'bob@example.com'] }
const accepted: Schemas['MessageAcceptedData'] = {
  message_id: messageId,
  from_email: 'orders@shop.example',
  subject: 'As accepted',
  category: null,
  metadata: { a: 'b' },
  recipients,
}
const reply = { code: 550, enhanced_code: '5.1.1', text: 'No such user', host: 'mx.example.com:25' }

test.each([
  ['message.accepted', accepted, 'email.sent', { ...toBoth, subject: 'As accepted', tags: { a: 'b' } }],
  [
    'message.scheduled',
    { message_id: messageId, category: null, scheduled_at: '2026-01-14T09:30:00.000Z', recipients },
    'email.scheduled',
    toBoth,
  ],
  [
    'message.deferred',
    {
      ...ofMessage,
      attempt: 1,
      reply,
      class: 'server',
      error: null,
      next_attempt_at: '2026-01-14T09:30:00Z',
    },
    'email.delivery_delayed',
    email,
  ],
  ['message.delivered', delivery, 'email.delivered', email],
  [
    'message.bounced',
    { ...delivery, reply, class: 'unknown_user', suppressed: true },
    'email.bounced',
    {
      ...email,
      bounce: {
        type: 'Permanent',
        subType: 'General',
        message: 'No such user',
        diagnosticCode: ['smtp; 550 5.1.1 No such user'],
      },
    },
  ],
  [
    'message.failed',
    { ...delivery, error: 'The domain accepts no mail.' },
    'email.failed',
    { ...email, failed: { reason: 'The domain accepts no mail.' } },
  ],
  [
    'message.suppressed',
    { ...ofMessage, reason: 'soft_bounce' },
    'email.suppressed',
    {
      ...email,
      suppressed: {
        message: 'The message was not sent to this recipient: soft bounce.',
        type: 'OnAccountSuppressionList',
        reason: 'previous_bounce',
        diagnosticCode: [],
      },
    },
  ],
  [
    'message.complained',
    { ...ofMessage, feedback_type: 'abuse', user_agent: null, suppressed: true },
    'email.complained',
    email,
  ],
  ['message.opened', tracked, 'email.opened', email],
] as const)('%s', (type, data, resendType, expected) => {
  const webhook = webhookOf(type, data as never, known)
  expect(webhook).toEqual({ type: resendType, data: expected, at: webhook.at })
})

test('message.clicked has the link, but no address of the reader', () => {
  const { at, ...webhook } = webhookOf('message.clicked', { ...tracked, url: 'https://shop.example/' }, known)
  const click = { ipAddress: '', link: 'https://shop.example/', timestamp: at, userAgent: 'Mozilla/5.0' }
  expect(webhook).toEqual({ type: 'email.clicked', data: { ...email, click } })
})

test('an erasure leaves nothing in the event of acceptance that the message could bring back', () => {
  const { data } = webhookOf('message.accepted', { ...accepted, subject: '', metadata: {} }, known)
  expect([data.subject, data.tags]).toEqual(['', {}])
})

test('of a message that is gone there is what its event says', () => {
  const gone = { email_id: messageId, created_at: iso(messageUuid) }
  expect(webhookOf('message.accepted', accepted, noSubjects)).toMatchObject({
    data: {
      ...gone,
      message_id: `<${messageId}@shop.example>`,
      from: 'orders@shop.example',
      to: ['ada@example.com', 'bob@example.com'],
      subject: 'As accepted',
      tags: { a: 'b' },
    },
  })
  const campaign_id = toTypeId('cmp', campaignUuid)
  expect(webhookOf('message.delivered', { ...delivery, campaign_id }, noSubjects).data).toEqual({
    ...gone,
    message_id: '',
    from: '',
    to: ['ada@example.com'],
    subject: '',
    broadcast_id: campaign_id,
    tags: {},
  })
})

const bounceClasses = (document.components['schemas'] as unknown as { BounceClass: { enum: string[] } })
  .BounceClass.enum

test.each(bounceClasses)('a bounce of the class %s has a type and a sub-type that Resend has', (each) => {
  const data = { ...delivery, class: each as Schemas['BounceClass'], error: 'It failed.' }
  const { bounce } = webhookOf('message.bounced', data, known).data
  expect(['Permanent', 'Transient', 'Undetermined']).toContain(bounce.type)
  const isOfAddress = ['unknown_user', 'unknown_domain', 'mailbox_disabled'].includes(each)
  expect(bounce.type === 'Permanent').toBe(isOfAddress)
  expect(['General', 'MailboxFull', 'MessageTooLarge', 'ContentRejected', 'Undetermined']).toContain(
    bounce.subType,
  )
  expect([bounce.message, bounce.diagnosticCode]).toEqual(['It failed.', []])
})

test.each([
  ['complaint', 'previous_complaint'],
  ['hard_bounce', 'previous_bounce'],
  ['unsubscribe', undefined],
] as const)('mail that was not sent because of %s says %s', (reason, expected) => {
  const { suppressed } = webhookOf('message.suppressed', { ...ofMessage, reason }, known).data
  expect(suppressed.reason).toBe(expected)
})

test.each([
  ['hard_bounce', 'bounce'],
  ['soft_bounce', 'bounce'],
  ['complaint', 'complaint'],
  ['manual', 'manual'],
  ['unsubscribe', 'manual'],
] as const)('a suppression because of %s has the origin %s', (reason, origin) => {
  const data = { suppression_id: 'sup_1', email: 'ada@example.com', reason, note: null, log_id: logId }
  const { at, ...webhook } = webhookOf('suppression.added', data, known)
  expect(webhook).toEqual({
    type: 'suppression.added',
    data: { id: 'sup_1', email: 'ada@example.com', origin, source_id: messageId, created_at: at },
  })
  for (const one of [{ ...data, log_id: null }, data])
    expect(webhookOf('suppression.added', one, noSubjects).data.source_id).toBeNull()
})

test.each([
  ['domain.verified', 'verified', 'verified'],
  ['domain.degraded', 'degraded', 'partially_failed'],
  ['domain.failed', 'failed', 'failed'],
] as const)('%s', (type, status, expected) => {
  const data: Schemas['DomainStatusData'] = {
    domain_id: domainId,
    name: 'shop.example',
    status,
    previous_status: 'verified',
    fails_at: null,
    records: [],
  }
  const domain = {
    id: domainId,
    name: 'shop.example',
    status: expected,
    created_at: iso(domainUuid),
    region: '',
  }
  expect(webhookOf(type, data, noSubjects)).toMatchObject({
    type: 'domain.updated',
    data: { ...domain, records: [] },
  })
  expect(webhookOf(type, data, known).data).toEqual({
    ...domain,
    records: [
      {
        record: 'DKIM',
        name: 'ps1._domainkey.shop.example',
        type: 'TXT',
        ttl: 'Auto',
        status: 'verified',
        value: 'v=DKIM1; p=abc',
      },
      {
        record: 'SPF',
        name: 'bounces.shop.example',
        type: 'MX',
        ttl: 'Auto',
        status: 'failed',
        value: 'mail.example',
        priority: 10,
      },
    ],
  })
})

test.each([
  ['contact.unsubscribed', true],
  ['contact.resubscribed', false],
] as const)('%s', (type, unsubscribed) => {
  const data = {
    contact_id: contactId,
    email: 'ada@example.com',
    source: 'api',
    campaign_id: null,
    automation_id: null,
    message_id: null,
    log_id: null,
  } as const
  const contact = {
    id: contactId,
    audience_id: '',
    segment_ids: [],
    created_at: iso(contactUuid),
    email: 'ada@example.com',
    unsubscribed,
  }
  expect(webhookOf(type, data, known)).toMatchObject({
    type: 'contact.updated',
    data: { ...contact, updated_at: '2026-02-03T04:05:06.789Z', first_name: 'Ada', last_name: 'Lovelace' },
  })
  const gone = webhookOf(type, data, noSubjects)
  expect(gone.data).toEqual({ ...contact, updated_at: gone.at })
  const named = new Map([[contactId, { ...known.contacts.get(contactId)!, properties: {} }]])
  expect(webhookOf(type, data, { ...known, contacts: named }).data.first_name).toBe('Ada Lovelace')
})

test('inbound.received', () => {
  const events = document.webhooks as Readonly<Record<string, any>>
  const [operation] = Object.values(events).filter(({ post }) => post.operationId === 'onInboundReceived')
  const { data } = operation.post.requestBody.content['application/json'].example as {
    data: Schemas['InboundReceivedData']
  }
  expect(webhookOf('inbound.received', data, noSubjects)).toMatchObject({
    type: 'email.received',
    data: {
      email_id: data.inbound_message_id,
      created_at: data.received_at,
      from: 'Ada <ada@example.com>',
      to: ['support@in.shop.example'],
      bcc: [],
      cc: [],
      received_for: ['support@in.shop.example'],
      message_id: '<CAJ7e2f@mail.example.com>',
      subject: 'Re: Your receipt',
      attachments: [
        {
          id: data.attachments[0]?.id,
          filename: 'receipt.pdf',
          content_type: 'application/pdf',
          content_disposition: 'attachment',
          content_id: null,
        },
      ],
    },
  })
})

/** Event types that Resend has nothing for, so that a new type of ours has to be given a place. */
const without = [
  ...['message.cancelled', 'message.unsubscribed', 'subscription.requested', 'subscription.confirmed'],
  ...['template.published', 'contact.topic_changed', 'campaign.scheduled', 'campaign.started'],
  ...['campaign.paused', 'campaign.resumed', 'campaign.sent', 'campaign.cancelled'],
  ...['automation.published', 'automation.run_completed', 'automation.run_failed', 'automation.notified'],
  'webhook.disabled',
]

test('every event type either has a translation or is known to have none', () => {
  const { EventType: types } = document.components['schemas'] as unknown as {
    EventType: { enum: EventType[] }
  }
  expect([...translatedTypes.resend, ...without, 'webhook.test'].toSorted()).toEqual(types.enum.toSorted())
  for (const type of without) expect(isInFormat('resend', type)).toBe(false)
})
