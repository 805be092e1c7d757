import { expect, test } from 'vitest'
import { memoryCounter } from '../../../../server/platform/http/rate-limit/counter.js'
import { liveBytes } from '../../../support/service/live-heap.js'

/** A counter of 2 in a second, and its clock. */
function counterWithClock(most?: number) {
  const clock = { ms: 1_000_000 }
  return { clock, counter: memoryCounter({ max: 2, windowSeconds: 1 }, most, () => clock.ms) }
}

test('a refusal at the very end of a window takes nothing of the next one', async () => {
  const { clock, counter } = counterWithClock()
  await counter.take('key', 2)
  clock.ms += 999
  expect(await counter.take('key', 1)).toEqual({ fits: false, left: 0, resetMs: 1 })
  clock.ms += 1
  expect(await counter.take('key', 1)).toEqual({ fits: true, left: 1, resetMs: 1000 })
  expect(await counter.take('key', 1)).toMatchObject({ fits: true, left: 0 })
  expect(await counter.take('key', 1)).toMatchObject({ fits: false, left: 0 })
})

test('what is left of a window is never more than the window', async () => {
  for (let begin = 0; begin < 1000; begin += 1) {
    const now = 1_234_567.891_011 + begin * 0.1
    const counter = memoryCounter({ max: 1, windowSeconds: 900 }, undefined, () => now)
    expect((await counter.take('key', 1)).resetMs).toBeLessThanOrEqual(900_000)
  }
})

test('all units are counted or none', async () => {
  const { counter } = counterWithClock()
  expect(await counter.take('key', 3)).toMatchObject({ fits: false, left: 2 })
  expect(await counter.take('key', 0)).toMatchObject({ fits: true, left: 2 })
  expect(await counter.take('key', 2)).toMatchObject({ fits: true, left: 0 })
})

test('what is given back can be taken again, and a window that is over gets nothing of it', async () => {
  const { clock, counter } = counterWithClock()
  await counter.take('key', 2)
  expect(await counter.giveBack('key')).toMatchObject({ left: 1 })
  expect(await counter.take('key', 1)).toMatchObject({ fits: true, left: 0 })
  clock.ms += 1001
  expect(await counter.giveBack('key')).toMatchObject({ left: 2 })
  expect(await counter.take('key', 2)).toMatchObject({ fits: true, left: 0 })
  expect(await counter.take('key', 1)).toMatchObject({ fits: false, left: 0 })
})

test('of too many subjects those are forgotten whose windows would end first', async () => {
  const { counter } = counterWithClock(2)
  for (const subject of ['one', 'two', 'three']) await counter.take(subject, 2)
  expect(await counter.take('three', 1)).toMatchObject({ fits: false })
  expect(await counter.take('two', 1)).toMatchObject({ fits: false })
  expect(await counter.take('one', 1)).toMatchObject({ fits: true })
})

test('however many strangers there are, their counts take no more memory', async () => {
  const counter = memoryCounter({ max: 10, windowSeconds: 900 })
  const before = liveBytes()
  for (let stranger = 0; stranger < 300_000; stranger += 1)
    await counter.take(`2001:db8:${stranger.toString(16)}::/64`, 1)
  expect(liveBytes() - before).toBeLessThan(15_000_000)
  expect(await counter.take('2001:db8:0::/64', 1)).toMatchObject({ fits: true, left: 9 })
})
