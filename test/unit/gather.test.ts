import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gather } from '../../server/db/gather.js'

test('each caller gets its own result, in whatever batches they go', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer(), { maxLength: 50 }),
      fc.integer({ min: 1, max: 7 }),
      async (items, most) => {
        const batches: number[][] = []
        const double = gather(async (batch: number[]) => {
          batches.push(batch)
          await Promise.resolve()
          return batch.map((item) => item * 2)
        }, most)
        expect(await Promise.all(items.map(double))).toEqual(items.map((item) => item * 2))
        expect(batches.flat()).toEqual(items)
        expect(Math.max(0, ...batches.map((batch) => batch.length))).toBeLessThanOrEqual(most)
      },
    ),
  )
})

test('one that comes alone goes at once; what comes meanwhile goes together', async () => {
  const batches: string[][] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const call = gather(async (batch: string[]) => {
    batches.push(batch)
    await held
    return batch
  })
  const all = ['a', 'b', 'c'].map(call)
  expect(batches).toEqual([['a']])
  release()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  expect(batches).toEqual([['a'], ['b', 'c']])
})

test('a failure is that of its batch only', async () => {
  const call = gather(async (batch: number[]) => {
    await Promise.resolve()
    if (batch.includes(1)) throw new Error('no')
    return batch
  }, 1)
  const results = await Promise.allSettled([0, 1, 2].map(call))
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await call(3)).toBe(3)
})
