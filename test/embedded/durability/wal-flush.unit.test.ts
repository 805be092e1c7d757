import { beforeEach, expect, test } from 'vitest'
import { WalFlush } from '../../../embedded/durability/wal-flush.js'

/** Flushes of the write-ahead log, whose ends the test decides about. */

let done: string[]
let ends: ((error?: Error) => void)[]
let failures: unknown[]
let nowFails: Error | undefined
let wal: WalFlush
let released: number[]

beforeEach(() => {
  done = []
  ends = []
  failures = []
  released = []
  nowFails = undefined
  const paths: string[] = []
  wal = new WalFlush((error) => failures.push(error), {
    open: (path) => paths.push(path) - 1,
    close: (file) => done.push(`close ${paths[file]}`),
    flush: (file, ended) => {
      done.push(`begin ${paths[file]}`)
      ends.push((error) => ended(error ?? null))
    },
    flushNow: (file) => {
      if (nowFails !== undefined) throw nowFails
      done.push(`now ${paths[file]}`)
    },
  })
  wal.onFlushed(() => released.push(wal.flushed))
})

test('commits that come while a flush is in flight go together in the next one', () => {
  wal.request('1')
  wal.start()
  wal.request('1')
  wal.request('1')
  wal.start()
  expect(done).toEqual(['begin 1'])
  ends[0]?.()
  expect(released).toEqual([1])
  expect(done).toEqual(['begin 1', 'begin 1'])
  ends[1]?.()
  expect(released).toEqual([1, 3])
  wal.start()
  expect(done).toHaveLength(2)
})

test('a flush of two segments ends with the later one', () => {
  wal.request('1')
  wal.request('2')
  wal.start()
  ends[1]?.()
  expect(released).toEqual([])
  ends[0]?.()
  expect(released).toEqual([2])
})

test('what must not wait flushes all at once, what is in flight as well', () => {
  wal.flushNow()
  expect(done).toEqual([])
  wal.request('1')
  wal.start()
  wal.request('2')
  wal.flushNow()
  expect(done).toEqual(['begin 1', 'now 1', 'now 2'])
  expect(released).toEqual([2])
  // It says nothing new.
  ends[0]?.()
  expect(wal.flushed).toBe(2)
  wal.flushNow()
  expect(done).toHaveLength(3)
})

test('after a flush that failed nothing is flushed any more, and the failure is told once', () => {
  wal.request('1')
  wal.request('2')
  wal.start()
  const failure = new Error('EIO')
  ends[0]?.(failure)
  ends[1]?.()
  expect(failures).toEqual([failure])
  wal.request('1')
  wal.start()
  expect(() => wal.flushNow()).toThrow()
  expect(ends).toHaveLength(2)
  expect(wal.flushed).toBe(0)
  expect(released).toEqual([])
})

test('so it is after one that was not waited for by others', () => {
  wal.request('1')
  wal.start()
  nowFails = new Error('ENOSPC')
  expect(() => wal.flushNow()).toThrow('ENOSPC')
  ends[0]?.()
  expect(failures).toEqual([nowFails])
  expect(wal.flushed).toBe(0)
})

test('few segments stay open', () => {
  for (let segment = 1; segment <= 6; segment += 1) {
    wal.request(String(segment))
    wal.flushNow()
  }
  expect(done.filter((call) => call.startsWith('close'))).toEqual(['close 1', 'close 2'])
})
