import type { Knex } from 'knex'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultDelivery } from '../../server/config/numbers.js'
import { newUuid } from '../../server/db/ids.js'
import { openHands, type HandsOptions } from '../../server/delivery/hands.js'
import type { Claimed } from '../../server/delivery/queue/claim.js'
import type { RecordedOutcome } from '../../server/delivery/queue/record.js'

/** Hands whose outcomes are recorded when the test says so. Suppressed deliveries need neither database nor transport. */
function hands() {
  const recorded: (() => void)[] = []
  const record = vi.fn((_outcome: RecordedOutcome) => new Promise<void>((resolve) => recorded.push(resolve)))
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
  })
  onTestFinished(() => opened.close())
  return { opened, record, endRecord: () => recorded.shift()?.() }
}

const delivery: Claimed = {
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
  opened.begin(delivery)
  opened.begin({ ...delivery, attempts: 1 })
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(1))
  endRecord()
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(2))
  endRecord()
  await vi.waitFor(() => expect(opened.size).toBe(0))
})

test('an attempt that is claimed again, because its lease expired, is made once', async () => {
  const { opened, record, endRecord } = hands()
  opened.begin(delivery)
  opened.begin(delivery)
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(1))
  endRecord()
  await vi.waitFor(() => expect(opened.size).toBe(0))
  expect(record).toHaveBeenCalledTimes(1)
})
