import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { durableBatcher } from '../../../../server/platform/db/batching/durable-batcher.js'
import { RetriedWrites, WritesEndedError } from '../../../../server/platform/db/batching/retried-writes.js'

/** Writes that are tried again until they succeed. */

// Vitest's fake timers leave these alone.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: (ms: number, _value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted === true) reject(new Error('aborted'))
      setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
    }),
}))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const failing = (code: string) => Object.assign(new Error('It failed.'), { code })
const diskFull = failing('53100')

/** A batcher on a store that fails as it is told to. */
function start(failure: (items: readonly number[]) => Error | undefined = () => undefined) {
  const state = { failure }
  const written: number[][] = []
  let attempts = 0
  const retried = new RetriedWrites<string>()
  const write = durableBatcher<string, number>({
    retried,
    log: pino({ level: 'silent' }),
    items: 'numbers',
    write: async (_key, items) => {
      attempts += 1
      await Promise.resolve()
      const error = state.failure(items)
      if (error !== undefined) throw error
      written.push([...items])
    },
  })
  return { state, written, retried, write, attempts: () => attempts }
}

test('writes wait until the database stores them, and their key counts as retried meanwhile', async () => {
  const { state, written, retried, write } = start(() => diskFull)
  const all = [write('a', 1), write('a', 2)]
  await vi.advanceTimersByTimeAsync(1)
  all.push(write('a', 3))
  await vi.advanceTimersByTimeAsync(600_000)
  expect([retried.isRetrying('a'), retried.isRetrying('b'), retried.size]).toEqual([true, false, 3])
  expect(written).toEqual([])
  state.failure = () => undefined
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all(all)
  expect(written).toEqual([[1, 2], [3]])
  expect([retried.isRetrying('a'), retried.size]).toEqual([false, 0])
})

test('other keys do not wait', async () => {
  const { written, write, state } = start(([item]) => (item === 1 ? diskFull : undefined))
  const first = write('a', 1)
  await write('b', 2)
  expect(written).toEqual([[2]])
  state.failure = () => undefined
  await vi.advanceTimersByTimeAsync(5_000)
  await first
})

test('a deadlock is tried again at once, and holds nothing', async () => {
  const failures = [failing('40P01'), failing('40P01')]
  const { retried, write } = start(() => failures.pop())
  const done = write('a', 1)
  await vi.advanceTimersByTimeAsync(1)
  expect(retried.isRetrying('a')).toBe(false)
  await vi.advanceTimersByTimeAsync(50)
  await done
})

test('an item that the database rejects neither stops the others nor is given up', async () => {
  const { state, written, retried, write } = start((items) =>
    items.includes(2) ? failing('22P02') : undefined,
  )
  const all = [1, 2, 3].map((item) => write('a', item))
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([all[0], all[2]])
  expect(written).toEqual([[1], [3]])
  expect([retried.isRetrying('a'), retried.size]).toEqual([false, 1])
  state.failure = () => undefined
  await vi.advanceTimersByTimeAsync(60_000)
  await all[1]
  expect(written).toEqual([[1], [3], [2]])
  expect(retried.size).toBe(0)
})

test.each(['55P03', '57014'])(
  'an item that takes too long (%s) neither holds its key nor goes with others again',
  async (code) => {
    const { state, written, retried, write } = start((items) =>
      items.includes(2) ? failing(code) : undefined,
    )
    const all = [1, 2, 3].map((item) => write('a', item))
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all([all[0], all[2]])
    expect([retried.isRetrying('a'), retried.size]).toEqual([false, 1])
    const later = [4, 5].map((item) => write('a', item))
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all(later)
    expect(written).toEqual([[1], [3], [4, 5]])
    state.failure = () => undefined
    await vi.advanceTimersByTimeAsync(5_000)
    await all[1]
    expect(written.at(-1)).toEqual([2])
    expect(retried.size).toBe(0)
  },
)

test('while one waits for a lock the others of its batch are written', async () => {
  const retried = new RetriedWrites<string>()
  const written: number[] = []
  let release = (): void => undefined
  const locked = new Promise<void>((resolve) => (release = resolve))
  const write = durableBatcher<string, number>({
    retried,
    log: pino({ level: 'silent' }),
    items: 'numbers',
    write: async (_key, items) => {
      if (items.length > 1) throw failing('55P03')
      if (items[0] === 1) await locked
      written.push(...items)
    },
  })
  const all = [1, 2, 3, 4, 5, 6].map((item) => write('a', item))
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([2, 3, 4, 5, 6])
  release()
  await Promise.all(all)
})

test('the waits grow to five seconds, so that a full disk is not hammered', async () => {
  const { write, attempts, retried } = start(() => diskFull)
  const failure = write('a', 1).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(attempts()).toBeGreaterThan(100)
  expect(attempts()).toBeLessThan(130)
  retried.end()
  await failure
})

test('at the end of the process the writers are told', async () => {
  const { write, retried } = start(([item]) => (item === 1 ? diskFull : failing('22P02')))
  const failures = [write('a', 1), write('b', 2)].map((done) => done.catch((error: unknown) => error))
  await vi.advanceTimersByTimeAsync(1_500)
  expect(retried.size).toBe(2)
  retried.end()
  for (const failure of failures) expect(await failure).toBeInstanceOf(WritesEndedError)
  expect(retried.size).toBe(0)
})
