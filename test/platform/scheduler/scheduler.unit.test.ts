import pino from 'pino'
import { expect, test } from 'vitest'
import { startScheduler, type Job } from '../../../server/platform/scheduler/scheduler.js'
import { until } from '../../support/time/until.js'

function start(run: Job['run']) {
  const logs: string[] = []
  const ends: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void logs.push(line) })
  const metrics = { ran: (job: string) => void ends.push(job), purged: () => undefined }
  const scheduler = startScheduler([{ name: 'tidy', everySeconds: 0.005, run }], log, metrics)
  return { scheduler, logs, ends }
}

test('a job runs at once and again, and never beside itself', async () => {
  let [now, max, runs] = [0, 0, 0]
  const { scheduler, ends } = start(async () => {
    max = Math.max(max, ++now)
    await new Promise((resolve) => setTimeout(resolve, 15))
    now--
    runs++
  })
  await until(() => runs >= 4, 'four runs')
  await scheduler.stop()
  expect([max, now, ends.length]).toEqual([1, 0, runs])
})

test('a run that fails is logged, does not count as done, and is followed by others', async () => {
  let runs = 0
  const { scheduler, logs, ends } = start(async () => {
    if (++runs === 1) throw new Error('no luck')
  })
  await until(() => ends.length >= 2, 'two good runs')
  await scheduler.stop()
  expect(logs).toHaveLength(1)
  expect(JSON.parse(logs[0] ?? '')).toMatchObject({ level: 50, job: 'tidy', err: { message: 'no luck' } })
  expect(ends).toHaveLength(runs - 1)
})

test('a stop tells the running job, waits for it, and lets none follow', async () => {
  let [runs, ended] = [0, false]
  const { scheduler } = start(async (stopping) => {
    runs++
    await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    await new Promise((resolve) => setTimeout(resolve, 20))
    ended = true
  })
  await until(() => runs === 1, 'the run')
  await scheduler.stop()
  expect([ended, runs]).toEqual([true, 1])
})
