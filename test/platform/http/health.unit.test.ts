import type { Knex } from 'knex'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StorageMonitor } from '../../../server/platform/db/connection/storage-monitor.js'
import { batcher } from '../../../server/platform/db/batching/batcher.js'
import { healthChecks, unhealthySeconds } from '../../../server/platform/http/health-routes.js'
import { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import type { ApiError } from '../../../server/platform/http/errors/api-error.js'

/** Tests the health checks of a process whose tasks do not come round. */

let progress: ProgressMonitor
beforeEach(() => {
  vi.useFakeTimers()
  progress = new ProgressMonitor()
})
afterEach(() => {
  progress.close()
  vi.useRealTimers()
})

const db = { raw: () => Promise.resolve() } as unknown as Knex

async function check(name: 'live' | 'ready'): Promise<string> {
  const checks = healthChecks(db, ['delivery'], {
    isStopping: () => false,
    progress,
    storage: new StorageMonitor(),
    silence: { answers: 0 },
    ledger: undefined,
    unhealthySeconds: 120,
  })
  try {
    await checks[name]()
    return '200'
  } catch (error) {
    return `${(error as ApiError).status} ${(error as ApiError).message}`
  }
}

test('readiness fails after 30 seconds without a round, and liveness after 120', async () => {
  const worker = progress.watch('delivery worker')
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await check('ready')).toBe('200')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await check('ready')).toBe('503 The delivery worker of this process has been stuck for 30 seconds.')
  await vi.advanceTimersByTimeAsync(89_000)
  expect(await check('live')).toBe('200')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await check('live')).toBe('503 The delivery worker of this process has been stuck for 120 seconds.')

  worker.cameRound()
  expect([await check('live'), await check('ready')]).toEqual(['200', '200'])
})

test('a task that has ended is not stuck, and another one is named', async () => {
  const ended = progress.watch('webhooks worker')
  progress.watch('message store')
  ended.end()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await check('ready')).toBe('503 The message store of this process has been stuck for 40 seconds.')
})

test('a batcher counts as stuck while one of its calls does not end', async () => {
  let finish: () => void = () => undefined
  const call = batcher(
    async (items: number[]) => {
      await new Promise<void>((resolve) => (finish = resolve))
      return items
    },
    { watch: () => progress.watch('message store') },
  )
  const called = call(1)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await check('ready')).toMatch(/^503 The message store/)
  finish()
  expect(await called).toBe(1)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await check('ready')).toBe('200')
})

test('a process that slept does not look stuck', async () => {
  progress.watch('delivery worker')
  // The clock has gone on, and the timers have not.
  vi.setSystemTime(Date.now() + 3600_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await check('ready')).toBe('200')
})

test('liveness waits longer than the time-outs of the database', () => {
  expect(unhealthySeconds(30)).toBe(120)
  expect(unhealthySeconds(1)).toBe(120)
  expect(unhealthySeconds(300)).toBe(1200)
})
