import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { batcher, batcherBy } from '../../../../server/platform/db/batching/batcher.js'

test('each caller gets its own result, in whatever batches they go', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer(), { maxLength: 50 }),
      fc.integer({ min: 1, max: 7 }),
      async (items, max) => {
        const batches: number[][] = []
        const double = batcher(
          async (batch: number[]) => {
            batches.push(batch)
            await Promise.resolve()
            return batch.map((item) => item * 2)
          },
          { max },
        )
        expect(await Promise.all(items.map(double))).toEqual(items.map((item) => item * 2))
        expect(batches.flat()).toEqual(items)
        expect(Math.max(0, ...batches.map((batch) => batch.length))).toBeLessThanOrEqual(max)
      },
    ),
  )
})

test('what comes in one turn of the event loop goes together, and so does what comes meanwhile', async () => {
  const batches: string[][] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const call = batcher(async (batch: string[]) => {
    batches.push(batch)
    await held
    return batch
  })
  const first = ['a', 'b'].map(call)
  await setImmediate()
  expect(batches).toEqual([['a', 'b']])
  const meanwhile = ['c', 'd'].map(call)
  release()
  expect(await Promise.all([...first, ...meanwhile])).toEqual(['a', 'b', 'c', 'd'])
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('what is a batch by itself goes beside calls in flight, of which there are three at the most', async () => {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const call = batcher(
    async (batch: number[]) => {
      batches.push(batch)
      await new Promise<void>((resolve) => ends.push(resolve))
      return batch
    },
    { besideFrom: 2 },
  )
  const results: Promise<number>[] = []
  for (const items of [[1, 2], [3], [4], [5, 6], [7, 8]]) {
    results.push(...items.map(call))
    await setImmediate()
  }
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
  ends.shift()?.()
  await vi.waitUntil(() => batches.length === 4)
  expect(batches[3]).toEqual([7, 8])
  for (const end of ends) end()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('a failure is that of its batch only', async () => {
  const call = batcher(
    async (batch: number[]) => {
      await Promise.resolve()
      if (batch.includes(1)) throw new Error('no')
      return batch
    },
    { max: 1 },
  )
  const results = await Promise.allSettled([0, 1, 2].map(call))
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await call(3)).toBe(3)
})

test('no more weight goes together than is allowed, but for one item that is heavier alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 20 }), { maxLength: 50 }), async (items) => {
      const batches: number[][] = []
      const call = batcher(
        async (batch: number[]) => {
          batches.push(batch)
          await Promise.resolve()
          return batch
        },
        { maxWeight: 10, weigh: (item) => item },
      )
      expect(await Promise.all(items.map(call))).toEqual(items)
      expect(batches.flat()).toEqual(items)
      for (const batch of batches) {
        const weight = batch.reduce((sum, item) => sum + item, 0)
        expect(batch.length === 1 || weight <= 10).toBe(true)
      }
    }),
  )
})

test('what is under different keys does not wait for the other', async () => {
  const stuck = new Promise<never>(() => undefined)
  const call = batcherBy((key: string, items: number[]) =>
    key === 'stuck' ? stuck : Promise.resolve(items.map((item) => item * 2)),
  )
  void call('stuck', 1)
  expect(await Promise.all([call('free', 2), call('free', 3)])).toEqual([4, 6])
})

test('calls are apart where they are to be, and what comes meanwhile goes together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const batches: string[][] = []
    const run = (batch: string[]) => {
      batches.push(batch)
      return Promise.resolve(batch)
    }
    const call = batcher(run, { apartMs: 10 })
    expect(await call('a')).toBe('a')
    const later = ['b', 'c'].map(call)
    for (let turns = 0; turns < 5; turns += 1) await setImmediate()
    expect(batches).toEqual([['a']])
    const last = call('d')
    await vi.advanceTimersByTimeAsync(10)
    expect(await Promise.all([...later, last])).toEqual(['b', 'c', 'd'])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
  } finally {
    vi.useRealTimers()
  }
})
