import { expect, test } from 'vitest'
import { translatedTypes } from '../../../../base/contract/translated-types.js'
import type { components } from '../../../../generated/api-types.js'
import type { EventData } from '../../../../server/platform/events/event-types.js'
import { postmarkBody, postmarkEvents } from '../../../../server/product/webhooks/formats/postmark/body.js'
import { noSubjects, type Subjects } from '../../../../server/product/webhooks/formats/subjects.js'
import { document } from '../../../support/api/contract.js'
import {
  delivery,
  eventRow,
  known,
  logId,
  messageId,
  replyLine,
  samples,
  timeText,
} from '../../../support/webhooks/format-samples.js'

/** Tests what each event is in Postmark's format. */

type Type = (typeof translatedTypes.postmark)[number]

function webhookOf<Name extends Type>(type: Name, data: EventData[Name], subjects: Subjects = known) {
  const row = eventRow(type, data)
  return { at: timeText(row), body: JSON.parse(postmarkBody(row, subjects).toString()) }
}

const message = {
  MessageID: messageId,
  MessageStream: 'broadcast',
  Tag: 'receipts',
  Metadata: { order: 'A-1' },
}
/** The fields of a bounce, of which its event says more. */
const bounce = {
  ...message,
  RecordType: 'Bounce',
  ID: logId,
  Email: 'ada@example.com',
  From: 'orders@shop.example',
  DumpAvailable: false,
  Subject: 'Your receipt',
}
const untagged = { ...message, Tag: '', RecordType: 'SubscriptionChange', Recipient: 'ada@example.com' }

test.each<readonly [Type, at: string, expected: object]>([
  [
    'message.deferred',
    'BouncedAt',
    {
      ...bounce,
      ...{ Type: 'Transient', TypeCode: 2, Name: 'Message delayed', Description: 'server' },
      ...{ Details: '451 Later', Inactive: false, CanActivate: false },
    },
  ],
  [
    'message.delivered',
    'DeliveredAt',
    { ...message, RecordType: 'Delivery', Recipient: 'ada@example.com', Details: '250 2.0.0 Queued' },
  ],
  [
    'message.bounced',
    'BouncedAt',
    {
      ...bounce,
      ...{ Type: 'HardBounce', TypeCode: 1, Name: 'Hard bounce', Description: 'unknown user' },
      ...{ Details: replyLine, Inactive: true, CanActivate: true },
    },
  ],
  [
    'message.failed',
    'BouncedAt',
    {
      ...bounce,
      ...{ Type: 'Unknown', TypeCode: 2048, Name: 'Unknown', Description: '' },
      ...{ Details: 'The domain accepts no mail.', Inactive: false, CanActivate: false },
    },
  ],
  [
    'message.complained',
    'BouncedAt',
    {
      ...bounce,
      RecordType: 'SpamComplaint',
      ...{ Type: 'SpamComplaint', TypeCode: 512, Name: 'Spam complaint' },
      Description: 'reported by FBL/1.0',
      ...{ Details: 'abuse', Inactive: true, CanActivate: false },
    },
  ],
  [
    'message.opened',
    'ReceivedAt',
    {
      ...message,
      ...{ RecordType: 'Open', Recipient: 'ada@example.com', UserAgent: 'Mozilla/5.0', FirstOpen: true },
    },
  ],
  [
    'message.clicked',
    'ReceivedAt',
    {
      ...message,
      ...{ RecordType: 'Click', Recipient: 'ada@example.com', UserAgent: 'Mozilla/5.0' },
      OriginalLink: 'https://shop.example/a?b=c',
    },
  ],
  [
    'suppression.added',
    'ChangedAt',
    { ...untagged, Origin: 'Recipient', SuppressSending: true, SuppressionReason: 'HardBounce' },
  ],
  [
    'contact.unsubscribed',
    'ChangedAt',
    { ...untagged, Origin: 'Recipient', SuppressSending: true, SuppressionReason: 'ManualSuppression' },
  ],
  [
    'contact.resubscribed',
    'ChangedAt',
    { ...untagged, Origin: 'Customer', SuppressSending: false, SuppressionReason: null },
  ],
])('%s', (type, timeName, expected) => {
  const { at, body } = webhookOf(type, samples[type] as never)
  expect(body).toEqual({ ...expected, [timeName]: at })
})

test('every type of the format has been tested, and a test says what it is', () => {
  expect(Object.keys(postmarkEvents)).toEqual([...translatedTypes.postmark])
  expect(translatedTypes.postmark.every((type) => type in samples)).toBe(true)
  const row = eventRow('webhook.test', { webhook_id: 'whk_1' })
  expect(JSON.parse(postmarkBody(row, noSubjects).toString())).toEqual({
    RecordType: 'Test',
    ReceivedAt: timeText(row),
  })
  expect(() => postmarkBody(eventRow('message.accepted', samples['message.accepted']), known)).toThrow(
    'no translation',
  )
})

test('of a message that is gone there is what its event says', () => {
  const { body } = webhookOf('message.bounced', delivery, noSubjects)
  expect(body).toMatchObject({
    ...{ MessageID: messageId, MessageStream: '', Tag: 'receipts', Metadata: {} },
    ...{ From: '', Subject: '', Email: 'ada@example.com', Details: replyLine },
  })
  const added = webhookOf('suppression.added', { ...samples['suppression.added'], log_id: null })
  expect(added.body).toMatchObject({ MessageID: '', MessageStream: '', Metadata: {} })
})

test.each([
  ['soft_bounce', 'HardBounce', 'Recipient'],
  ['complaint', 'SpamComplaint', 'Recipient'],
  ['unsubscribe', 'ManualSuppression', 'Recipient'],
  ['manual', 'ManualSuppression', 'Customer'],
] as const)('a suppression because of %s', (reason, SuppressionReason, Origin) => {
  const { body } = webhookOf('suppression.added', { ...samples['suppression.added'], reason })
  expect(body).toMatchObject({ SuppressionReason, Origin, SuppressSending: true })
})

const { BounceClass } = document.components['schemas'] as unknown as { BounceClass: { enum: string[] } }
test.each(BounceClass.enum)('a bounce of the class %s is hard only for a missing mailbox', (each) => {
  const data = { ...delivery, class: each as components['schemas']['BounceClass'] }
  const { Type: type, TypeCode } = webhookOf('message.bounced', data).body
  expect(type === 'HardBounce').toBe(['unknown_user', 'mailbox_disabled'].includes(each))
  expect(TypeCode).toEqual(expect.any(Number))
})
