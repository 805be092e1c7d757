import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairSemaphore } from '../../../base/concurrency/fair-semaphore.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const limits = { ofOwner: 2, inAll: 3, maxWaitMs: 1_000, tooLate: () => new Error('too late') }

/** Work that ends when it is told to, and the names of the work that has begun. */
function jobs(semaphore: FairSemaphore) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (owner: string, name: string) =>
    semaphore.run(owner, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await setImmediate()
  }
  return { begun, run, end }
}

test('each owner has some semaphore, all have some more, and waiting work goes in order', async () => {
  const { begun, run, end } = jobs(new FairSemaphore(limits))
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => run(name.charAt(0), name))
  await setImmediate()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  // The workspaces take semaphore.
  await end('b1')
  await end('a2')
  expect(begun.slice(4)).toEqual(['b2', 'c1'])
  for (const name of ['a3', 'b2', 'c1']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('work that waits for too long is refused, and takes no turn', async () => {
  const { begun, run, end } = jobs(new FairSemaphore({ ...limits, ofOwner: 1 }))
  const first = run('a', 'a1')
  const late = run('a', 'a2')
  const refused = expect(late).rejects.toThrow('too late')
  await vi.advanceTimersByTimeAsync(500)
  const third = run('a', 'a3')
  await vi.advanceTimersByTimeAsync(500)
  await refused
  await end('a1')
  expect(begun).toEqual(['a1', 'a3'])
  await end('a3')
  expect(await Promise.all([first, third])).toEqual(['a1', 'a3'])
})

test('work that fails gives its turn back', async () => {
  const semaphore = new FairSemaphore({ ...limits, ofOwner: 1 })
  await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await semaphore.run('a', () => Promise.resolve(1))).toBe(1)
})
