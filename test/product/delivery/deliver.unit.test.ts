import type { Knex } from 'knex'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { defaultDelivery } from '../../../server/platform/config/defaults.js'
import { newUuid, newWorkspaceId, type Uuid } from '../../../server/platform/db/ids.js'
import { ComposedMessages } from '../../../server/product/delivery/compose/composed.js'
import { openDeliverer, type DelivererOptions } from '../../../server/product/delivery/deliver.js'
import type { ClaimedDelivery } from '../../../server/product/mail/claim/claim.js'
import { soleOwner } from '../../../server/platform/queue/leases/owner.js'
import type { DeliveryOutcome } from '../../../server/product/mail/record/record.js'
import type { SmtpResult } from '../../../server/product/delivery/smtp/result.js'
import { contentOf, noLinks } from '../../support/mail/content.js'
import { answeringDatabase } from '../../support/database/answering-database.js'
import { patiently } from '../../support/time/patiently.js'

/** A deliverer whose outcomes are recorded when the test says so. */
function deliverer(more: Partial<DelivererOptions> = {}) {
  const recorded: (() => void)[] = []
  const record = vi.fn(
    (_workspaceId: Uuid, _outcome: DeliveryOutcome) => new Promise<void>((resolve) => recorded.push(resolve)),
  )
  const opened = openDeliverer({
    db: {} as Knex,
    transport: {} as DelivererOptions['transport'],
    config: defaultDelivery,
    log: pino({ level: 'silent' }),
    lease: newUuid(),
    isOwn: () => Promise.resolve(true),
    composed: {} as DelivererOptions['composed'],
    senders: {} as DelivererOptions['senders'],
    record,
    onEvents: () => undefined,
    onBulkBegun: () => undefined,
    ...more,
  })
  return { opened, record, endRecord: () => recorded.shift()?.() }
}

const term = soleOwner().term()
const delivery: ClaimedDelivery = {
  workspaceId: newWorkspaceId(),
  logId: newUuid(),
  messageId: newUuid(),
  projectId: newUuid(),
  environment: 'live',
  destination: 'example.com',
  bulk: false,
  claimedAt: new Date(),
  attempts: 0,
  firstAttemptAt: null,
  recipient: 'ada@example.com',
  category: null,
  suppressed: null,
  campaignId: null,
  automationId: null,
  stopped: null,
  stream: 'transactional',
}

test('the composed message is let go as soon as it is sent, whether or not that is recorded yet', async () => {
  const message = Buffer.from('Subject: Hello\r\n\r\nHello\r\n')
  const load = () => Promise.resolve(contentOf())
  const composed = new ComposedMessages(load, () => Promise.resolve(message), noLinks)
  const [begin, end] = [vi.spyOn(composed, 'begin'), vi.spyOn(composed, 'end')]
  const reply = { code: 250, enhanced_code: '2.0.0', text: 'OK', host: 'mx.example:25' }
  let take: () => void = () => undefined
  const send = vi.fn(
    () => new Promise<SmtpResult>((resolve) => (take = () => resolve({ step: 'end', reply }))),
  )
  const { opened, record, endRecord } = deliverer({
    composed,
    transport: { send } as unknown as DelivererOptions['transport'],
    senders: {
      senderOf: () => Promise.resolve({ address: 'b@bounces.example', own: undefined }),
    } as unknown as DelivererOptions['senders'],
  })
  const delivered = opened.deliver(delivery, term)
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1), patiently)
  expect(begin.mock.calls).toEqual([[delivery.messageId]])
  expect(end).not.toHaveBeenCalled()
  take()
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(1), patiently)
  expect(end.mock.calls).toEqual([[delivery.messageId]])
  endRecord()
  await delivered
})

test('bulk counts as being prepared until it is with the transport, and then says so', async () => {
  const reply = { code: 250, enhanced_code: '2.0.0', text: 'OK', host: 'mx.example:25' }
  const send = vi.fn(() => Promise.resolve<SmtpResult>({ step: 'end', reply }))
  const onBulkBegun = vi.fn()
  const { opened, endRecord, record } = deliverer({
    onBulkBegun,
    transport: { send } as unknown as DelivererOptions['transport'],
    composed: new ComposedMessages(
      () => Promise.resolve(contentOf()),
      () => Promise.resolve(Buffer.from('mail')),
      noLinks,
    ),
    senders: {
      senderOf: () => Promise.resolve({ address: 'b@bounces.example', own: undefined }),
    } as unknown as DelivererOptions['senders'],
  })
  for (const bulk of [true, false]) {
    const delivered = opened.deliver({ ...delivery, logId: newUuid(), bulk }, term)
    expect(opened.preparingBulk()).toBe(bulk ? 1 : 0)
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(bulk ? 1 : 2), patiently)
    expect(opened.preparingBulk()).toBe(0)
    await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(bulk ? 1 : 2), patiently)
    endRecord()
    await delivered
  }
  expect(onBulkBegun).toHaveBeenCalledTimes(1)
})

test('what another process may send is composed and given back, and not sent', async () => {
  const released: unknown[] = []
  const send = vi.fn()
  const { opened } = deliverer({
    db: answeringDatabase((values) => {
      released.push(values)
      return []
    }),
    transport: { send } as unknown as DelivererOptions['transport'],
    composed: new ComposedMessages(
      () => Promise.resolve(contentOf()),
      () => Promise.resolve(Buffer.from('mail')),
      noLinks,
    ),
    senders: {
      senderOf: () => Promise.resolve({ address: 'b@bounces.example', own: undefined }),
    } as unknown as DelivererOptions['senders'],
  })
  let answer: (mayBegin: boolean) => void = () => undefined
  const asked = new Promise<boolean>((resolve) => (answer = resolve))
  const delivered = opened.deliver(delivery, { mayBegin: () => asked })
  await new Promise((resolve) => setImmediate(resolve))
  expect(released).toEqual([])
  answer(false)
  await delivered
  expect(released).toEqual([[delivery.workspaceId, [delivery.logId], expect.any(String)]])
  expect(send).not.toHaveBeenCalled()
})

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('in its term (%s) and under its lease (%s) a delivery may begin: %s', async (inTerm, isOwn, may) => {
  let asked: boolean | undefined
  const send = async ({ mayBegin }: { mayBegin?: () => Promise<boolean> }): Promise<SmtpResult> => {
    asked = await mayBegin?.()
    return { step: 'mail', reply: undefined, failure: 'not_begun', error: 'No.' }
  }
  const { opened } = deliverer({
    db: answeringDatabase(() => [{ end: '2026-01-15 12:00:00+00' }]),
    transport: { send } as unknown as DelivererOptions['transport'],
    isOwn: (asking) => Promise.resolve(isOwn && asking === delivery),
    composed: new ComposedMessages(
      () => Promise.resolve(contentOf()),
      () => Promise.resolve(Buffer.from('mail')),
      noLinks,
    ),
    senders: {
      senderOf: () => Promise.resolve({ address: 'b@bounces.example', own: undefined }),
    } as unknown as DelivererOptions['senders'],
  })
  let first = true
  await opened.deliver(delivery, {
    // It is asked before the mail goes to the transport, too.
    mayBegin: () => {
      const answer = first || inTerm
      first = false
      return Promise.resolve(answer)
    },
  })
  expect(asked).toBe(may)
})

test('what the transport has not begun is given back', async () => {
  const released: unknown[] = []
  const send = vi.fn(() =>
    Promise.resolve<SmtpResult>({ step: 'mail', reply: undefined, failure: 'not_begun', error: 'No.' }),
  )
  const { opened, record } = deliverer({
    db: answeringDatabase((values) => {
      released.push(values)
      return [{ end: '2026-01-15 12:00:00+00' }]
    }),
    transport: { send } as unknown as DelivererOptions['transport'],
    composed: new ComposedMessages(
      () => Promise.resolve(contentOf()),
      () => Promise.resolve(Buffer.from('mail')),
      noLinks,
    ),
    senders: {
      senderOf: () => Promise.resolve({ address: 'b@bounces.example', own: undefined }),
    } as unknown as DelivererOptions['senders'],
  })
  await opened.deliver(delivery, term)
  expect(released.at(-1)).toEqual([
    delivery.workspaceId,
    [delivery.logId],
    expect.any(String),
    '2026-01-15 12:00:00+00',
  ])
  expect(record).not.toHaveBeenCalled()
})
