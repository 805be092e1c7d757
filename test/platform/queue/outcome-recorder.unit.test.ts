import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RetriedWrites } from '../../../server/platform/db/batching/retried-writes.js'
import { newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { outcomeRecorder } from '../../../server/platform/queue/outcome-recorder.js'

/** Tests the log lines of a recorder whose lease is no longer its own, or that cannot know. */

const workspaceId = newWorkspaceId()
let lost: number
let lines: { level: number; msg: string }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  lost = 0
  lines = []
})
afterEach(() => void vi.useRealTimers())

/** @param answers of the writes, in order: how many outcomes still had their lease, or an error */
function recorder(answers: (number | Error)[]) {
  return outcomeRecorder({
    write: () => {
      const answer = answers.shift() ?? 0
      return typeof answer === 'number' ? Promise.resolve({ outcomes: answer }) : Promise.reject(answer)
    },
    afterwards: () => Promise.resolve(),
    countLostLeases: (leases) => (lost += leases),
    retried: new RetriedWrites<WorkspaceId>(),
    log: pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) }),
    items: 'outcomes of deliveries',
  })
}

async function recording(answers: (number | Error)[]): Promise<[number, string][]> {
  const recorded = recorder(answers)(workspaceId, {})
  for (let turns = 0; turns < 5; turns += 1) await vi.advanceTimersByTimeAsync(5000)
  await recorded
  return lines.map(({ level, msg }) => [level, msg])
}

const info = 30
const warn = 40
const error = 50
const cut = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
const refused = Object.assign(new Error('the database system is shutting down'), {
  code: '57P03',
  severity: 'FATAL',
})

test('an outcome under a lease of its own is no news', async () => {
  expect(await recording([1])).toEqual([])
})

test('a lease that another process has is counted, and said with what it means', async () => {
  const means = 'another process has claimed them, and records its own'
  expect(await recording([0])).toEqual([
    [warn, `leases ran out before outcomes of deliveries were recorded: ${means}`],
  ])
  expect(lost).toBe(1)
})

test('where the reply to a write was lost, the outcome may be stored: the next write finds no lease', async () => {
  expect(await recording([cut, 0])).toEqual([
    [error, 'outcomes of deliveries cannot be stored now and are kept in memory'],
    [info, 'outcomes of deliveries were stored by a write whose reply did not come'],
    [info, 'outcomes of deliveries that were kept in memory are stored'],
  ])
  expect(lost).toBe(0)
})

test('a write that the database refused has stored nothing', async () => {
  await recording([refused, 0])
  expect(lost).toBe(1)
})
