import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newUuid } from '../../../server/platform/db/ids.js'
import { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import { Turns } from '../../../server/platform/queue/turns.js'

/** Tests how failures of one turn affect its owner and the others. */

let progress: ProgressMonitor
let turns: Turns
let failures: unknown[]
const [one, other] = [newUuid(), newUuid()]
const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

beforeEach(() => {
  vi.useFakeTimers()
  progress = new ProgressMonitor()
  turns = new Turns({ worker: 'test worker', progress })
  failures = []
})
afterEach(() => {
  progress.close()
  vi.useRealTimers()
})

const take = <T>(key: string, work: () => Promise<T>) =>
  turns.take(key, work, (error) => failures.push(error))
const setAside = () => progress.setAside()[0]?.count

/** Work that ends when the test says so. */
function pending() {
  let end: (error?: Error) => void = () => undefined
  const promise = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve('done') : reject(error))
  })
  return { work: () => promise, end: (error?: Error) => end(error) }
}

test('a turn returns its result, and its key is free again', async () => {
  expect(await take(one, () => Promise.resolve('done'))).toBe('done')
  expect([turns.isFree(one), setAside(), failures]).toEqual([true, 0, []])
})

test('one that fails rests, twice as long each time, up to 30 seconds', async () => {
  const rests: number[] = []
  for (let time = 0; time < 7; time += 1) {
    expect(await take(one, () => Promise.reject(locked))).toBeUndefined()
    const began = performance.now()
    expect([turns.isFree(one), turns.isFree(other), setAside()]).toEqual([false, true, 1])
    while (!turns.isFree(one)) await vi.advanceTimersByTimeAsync(500)
    rests.push((performance.now() - began) / 1000)
  }
  expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(failures).toHaveLength(7)
  await take(one, () => Promise.resolve())
  await take(one, () => Promise.reject(locked))
  await vi.advanceTimersByTimeAsync(1000)
  expect(turns.isFree(one)).toBe(true)
})

test('a key that has nothing to do any more does not stay set aside', async () => {
  await take(one, () => Promise.reject(locked))
  await vi.advanceTimersByTimeAsync(62_000)
  expect(setAside()).toBe(0)
})

test('where one of several machines is away its own rest for a few seconds, and the round goes on', async () => {
  const message = 'claim - connection to the remote node db1.shop.example:5432 failed: Connection refused'
  const machine = Object.assign(new Error(message), { code: '08006' })
  for (let time = 0; time < 5; time += 1) {
    expect(await take(one, () => Promise.reject(machine))).toBeUndefined()
    expect([turns.isFree(one), turns.isFree(other)]).toEqual([false, true])
    await vi.advanceTimersByTimeAsync(4000)
    expect(turns.isFree(one)).toBe(true)
  }
})

test('where the database is away the round ends, and nobody rests', async () => {
  await expect(take(one, () => Promise.reject(away))).rejects.toBe(away)
  expect([turns.isFree(one), setAside(), failures]).toEqual([true, 0, []])
})

test('nobody waits for a slow turn for more than a second', async () => {
  const slow = pending()
  const taken = take(one, slow.work)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await taken).toBeUndefined()
  expect([turns.isFree(one), turns.setAside(), turns.slow, setAside()]).toEqual([false, [one], 1, 1])
  expect(await take(other, () => Promise.resolve('done'))).toBe('done')
  slow.end(away)
  await turns.ended()
  await vi.advanceTimersByTimeAsync(0)
  expect([turns.isFree(one), turns.slow, failures]).toEqual([true, 0, [away]])
})

test('only four slow turns go on beside the others', async () => {
  const all = Array.from({ length: 5 }, () => ({ key: newUuid(), ...pending() }))
  let last = false
  const taken = all.map(({ key, work }, index) =>
    take(key, work).then((result) => {
      if (index === 4) last = true
      return result
    }),
  )
  await vi.advanceTimersByTimeAsync(5000)
  expect([turns.slow, last]).toEqual([4, false])
  for (const { end } of all) end()
  expect(await Promise.all(taken)).toEqual([undefined, undefined, undefined, undefined, 'done'])
})
