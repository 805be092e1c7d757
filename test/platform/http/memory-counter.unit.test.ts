import { afterEach, expect, test, vi } from 'vitest'
import { memoryCounter } from '../../../server/platform/http/rate-limit/counter.js'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a refusal at the very end of a window gives the next one no more than it has', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  const counter = memoryCounter({ max: 2, windowSeconds: 1 })
  await counter.take('key', 2)
  // It is over between the count and its taking back.
  clock.mockReturnValueOnce(1_000_999).mockReturnValue(1_001_001)
  const count = await counter.take('key', 1)
  expect(count).toMatchObject({ fits: true, left: 1 })
  expect(await counter.take('key', 1)).toMatchObject({ fits: true, left: 0 })
  expect(await counter.take('key', 1)).toMatchObject({ fits: false, left: 0 })
})

test('what is given back can be taken again, and a window that is over gets nothing of it', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  const counter = memoryCounter({ max: 2, windowSeconds: 1 })
  await counter.take('key', 2)
  expect(await counter.giveBack('key')).toMatchObject({ left: 1 })
  expect(await counter.take('key', 1)).toMatchObject({ fits: true, left: 0 })
  clock.mockReturnValue(1_001_001)
  expect(await counter.giveBack('key')).toMatchObject({ left: 2 })
  expect(await counter.take('key', 2)).toMatchObject({ fits: true, left: 0 })
  expect(await counter.take('key', 1)).toMatchObject({ fits: false, left: 0 })
})
