import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { translatedTypes } from '../../../../base/contract/translated-types.js'
import { timeOf, toTypeId } from '../../../../server/platform/db/ids.js'
import { mailgunBody } from '../../../../server/product/webhooks/formats/mailgun/body.js'
import { noSubjects } from '../../../../server/product/webhooks/formats/subjects.js'
import { eventRow, known, messageId, samples } from '../../../support/webhooks/format-samples.js'

/** Tests what each event is in Mailgun's format, and its signature. */

type Type = (typeof translatedTypes.mailgun)[number]

const secrets = ['whsec_new', 'whsec_old']
const parsed = (row: Parameters<typeof mailgunBody>[0], subjects = known) =>
  JSON.parse(mailgunBody(row, subjects, secrets).toString())

const message = {
  recipient: 'ada@example.com',
  'recipient-domain': 'example.com',
  tags: ['receipts'],
  campaigns: [],
  'user-variables': { order: 'A-1' },
  flags: { 'is-test-mode': false },
  message: {
    headers: {
      'message-id': `${messageId}@shop.example`,
      from: 'Shop <orders@shop.example>',
      to: 'ada@example.com',
      subject: 'Your receipt',
    },
  },
}
const reader = {
  'client-info': { 'user-agent': 'Mozilla/5.0', bot: '' },
  ip: '',
  geolocation: { city: '', country: '', region: '' },
}

test.each<readonly [Type, expected: object]>([
  [
    'message.deferred',
    {
      ...{ event: 'failed', severity: 'temporary', reason: 'generic', 'log-level': 'warn' },
      'delivery-status': expect.objectContaining({ code: 451, message: 'Later', 'attempt-no': 2 }) as object,
    },
  ],
  [
    'message.delivered',
    {
      event: 'delivered',
      'log-level': 'info',
      'delivery-status': expect.objectContaining({ code: 250, message: 'Queued' }) as object,
    },
  ],
  [
    'message.bounced',
    {
      ...{ event: 'failed', severity: 'permanent', reason: 'bounce', 'log-level': 'error' },
      'delivery-status': expect.objectContaining({
        ...{ code: 550, message: 'No such user', 'enhanced-code': '5.1.1' },
        'bounce-type': 'hard',
      }) as object,
    },
  ],
  [
    'message.failed',
    {
      ...{ event: 'failed', severity: 'permanent', reason: 'generic', 'log-level': 'error' },
      'delivery-status': expect.objectContaining({
        message: 'The domain accepts no mail.',
        'bounce-type': 'soft',
      }) as object,
    },
  ],
  [
    'message.suppressed',
    {
      ...{ event: 'failed', severity: 'permanent', reason: 'suppress-bounce', 'log-level': 'error' },
      'delivery-status': expect.objectContaining({ code: 0 }) as object,
    },
  ],
  ['message.complained', { event: 'complained', 'log-level': 'warn' }],
  ['message.opened', { event: 'opened', 'log-level': 'info', ...reader }],
  [
    'message.clicked',
    {
      ...{ event: 'clicked', 'log-level': 'info', url: 'https://shop.example/a?b=c' },
      ...reader,
      'client-info': { 'user-agent': 'Mozilla/5.0', bot: 'scanner' },
    },
  ],
])('%s', (type, expected) => {
  const row = eventRow(type, samples[type] as never)
  const body = parsed(row)
  expect(Object.keys(body)).toEqual(['signature', 'event-data'])
  expect(body['event-data']).toEqual({
    ...message,
    ...expected,
    id: toTypeId('evt', row.id),
    timestamp: timeOf(row.id).getTime() / 1000,
  })
})

test('the newest secret signs a token that is new each time', () => {
  const row = eventRow('message.opened', samples['message.opened'])
  const [one, other] = [parsed(row).signature, parsed(row).signature]
  expect(one.token).toMatch(/^[0-9a-f]{50}$/)
  expect(one.token).not.toBe(other.token)
  const signed = createHmac('sha256', 'whsec_new').update(`${one.timestamp}${one.token}`).digest('hex')
  expect(one.signature).toBe(signed)
  expect(Number(one.timestamp)).toBeGreaterThanOrEqual(Math.floor(timeOf(row.id).getTime() / 1000))
})

test('a test says what it is, and of a message that is gone there is what its event says', () => {
  const row = eventRow('webhook.test', { webhook_id: 'whk_1' })
  expect(parsed(row)['event-data']).toEqual({
    event: 'test',
    id: toTypeId('evt', row.id),
    timestamp: timeOf(row.id).getTime() / 1000,
  })
  const gone = parsed(eventRow('message.opened', samples['message.opened']), noSubjects)['event-data']
  expect([gone.message.headers['message-id'], gone.message.headers.subject]).toEqual([messageId, ''])
  expect(() => parsed(eventRow('contact.unsubscribed', samples['contact.unsubscribed']))).toThrow(
    'no translation',
  )
})
