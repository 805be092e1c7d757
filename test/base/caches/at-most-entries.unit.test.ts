import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'
import { liveBytes } from '../../support/service/live-heap.js'

test('a full cache forgets what was used least recently', () => {
  const cache = new LRUCache<string, number>(atMostEntries(2))
  cache.set('one', 1)
  cache.set('two', 2)
  cache.get('one')
  cache.set('three', 3)
  expect([...cache.keys()].sort()).toEqual(['one', 'three'])
})

test('it counts an entry once, however often it is set, and not one that has gone', () => {
  const cache = new LRUCache<string, number>({ ...atMostEntries(2), ttl: 60_000 })
  for (let times = 0; times < 5; times += 1) cache.set('one', times)
  cache.set('gone', 0)
  cache.delete('gone')
  cache.set('two', 2)
  expect([...cache.keys()].sort()).toEqual(['one', 'two'])
})

test('what many ask for at once is looked up once and kept', async () => {
  let lookUps = 0
  const cache = new LRUCache<string, string>({
    ...atMostEntries(3),
    fetchMethod: (key) => Promise.resolve(`${key} ${(lookUps += 1)}`),
  })
  const names = ['one', 'two', 'three']
  const found = await Promise.all([...names, ...names].map((name) => cache.fetch(name)))
  expect(found).toEqual(['one 1', 'two 2', 'three 3', 'one 1', 'two 2', 'three 3'])
  expect(cache.size).toBe(3)
})

test('an empty cache takes no memory for what it may keep', () => {
  const before = liveBytes()
  const caches = Array.from({ length: 10 }, () => new LRUCache<string, true>(atMostEntries(1_000_000)))
  expect(liveBytes() - before).toBeLessThan(20_000_000)
  expect(caches.map(({ size }) => size)).toEqual(Array(10).fill(0))
})
