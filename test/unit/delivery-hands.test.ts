import type { Knex } from 'knex'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultDelivery } from '../../server/config/defaults.js'
import { newUuid } from '../../server/db/ids.js'
import { ComposedMessages } from '../../server/delivery/compose/composed.js'
import { openHands, type HandsOptions } from '../../server/delivery/hands.js'
import type { ClaimedDelivery } from '../../server/delivery/queue/claim.js'
import { soleOwner } from '../../server/leases/owner.js'
import type { DeliveryOutcome } from '../../server/delivery/queue/record.js'
import type { SmtpResult } from '../../server/delivery/smtp/result.js'
import { contentOf } from '../support/content.js'

/** Hands whose outcomes are recorded when the test says so. Suppressed deliveries need neither database nor transport. */
function hands(more: Partial<HandsOptions> = {}) {
  const recorded: (() => void)[] = []
  const record = vi.fn((_outcome: DeliveryOutcome) => new Promise<void>((resolve) => recorded.push(resolve)))
  const opened = openHands({
    db: {} as Knex,
    transport: {} as HandsOptions['transport'],
    config: defaultDelivery,
    log: pino({ level: 'silent' }),
    lease: newUuid(),
    composed: {} as HandsOptions['composed'],
    returnPath: {} as HandsOptions['returnPath'],
    record,
    onFree: () => undefined,
    ...more,
  })
  onTestFinished(() => opened.close())
  return { opened, record, endRecord: () => recorded.shift()?.() }
}

const term = soleOwner().term()
const delivery: ClaimedDelivery = {
  workspaceId: newUuid(),
  logId: newUuid(),
  messageId: newUuid(),
  projectId: newUuid(),
  environment: 'live',
  destination: 'example.com',
  bulk: false,
  attempts: 0,
  firstAttemptAt: null,
  recipient: 'ada@example.com',
  category: null,
  suppressed: 'hard_bounce',
}

test('a next attempt that is claimed before the last one is known to be recorded is made after it', async () => {
  const { opened, record, endRecord } = hands()
  opened.begin(delivery, term)
  opened.begin({ ...delivery, attempts: 1 }, term)
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(1))
  endRecord()
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(2))
  endRecord()
  await vi.waitFor(() => expect(opened.size).toBe(0))
})

test('an attempt that is claimed again, because its lease expired, is made once', async () => {
  const { opened, record, endRecord } = hands()
  opened.begin(delivery, term)
  opened.begin(delivery, term)
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(1))
  endRecord()
  await vi.waitFor(() => expect(opened.size).toBe(0))
  expect(record).toHaveBeenCalledTimes(1)
})

test('the composed message is let go as soon as it is sent, whether or not that is recorded yet', async () => {
  const message = Buffer.from('Subject: Hello\r\n\r\nHello\r\n')
  const load = () => Promise.resolve(contentOf())
  const composed = new ComposedMessages(load, () => Promise.resolve(message))
  const [begin, end] = [vi.spyOn(composed, 'begin'), vi.spyOn(composed, 'end')]
  const reply = { code: 250, enhanced_code: '2.0.0', text: 'OK', host: 'mx.example:25' }
  let take: () => void = () => undefined
  const send = vi.fn(
    () => new Promise<SmtpResult>((resolve) => (take = () => resolve({ step: 'end', reply }))),
  )
  const { opened, record, endRecord } = hands({
    composed,
    transport: { send } as unknown as HandsOptions['transport'],
    returnPath: { addressOf: () => 'b@bounces.example' } as unknown as HandsOptions['returnPath'],
  })
  opened.begin({ ...delivery, suppressed: null }, term)
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(begin.mock.calls).toEqual([[delivery.messageId]])
  expect(end).not.toHaveBeenCalled()
  take()
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(1))
  expect(end.mock.calls).toEqual([[delivery.messageId]])
  endRecord()
})

test('what another process may send is composed and given back, and not sent', async () => {
  const released: unknown[] = []
  const raw = (_sql: string) => ({
    options: ({ values }: { values: unknown[] }) => (released.push(values), { rows: [] }),
  })
  const send = vi.fn()
  const { opened } = hands({
    db: { raw, client: { config: {} } } as unknown as Knex,
    transport: { send } as unknown as HandsOptions['transport'],
    composed: new ComposedMessages(
      () => Promise.resolve(contentOf()),
      () => Promise.resolve(Buffer.from('mail')),
    ),
    returnPath: { addressOf: () => 'b@bounces.example' } as unknown as HandsOptions['returnPath'],
  })
  let answer: (mayBegin: boolean) => void = () => undefined
  const asked = new Promise<boolean>((resolve) => (answer = resolve))
  opened.begin({ ...delivery, suppressed: null }, { mayBegin: () => asked })
  await new Promise((resolve) => setImmediate(resolve))
  expect(opened.size).toBe(1)
  answer(false)
  await vi.waitFor(() => expect(opened.size).toBe(0))
  expect(released).toEqual([[delivery.workspaceId, [delivery.logId], expect.any(String)]])
  expect(send).not.toHaveBeenCalled()
})
