import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readSuppressions } from '../../../../server/product/audience/suppressions/csv/read.js'
import { liveBytes } from '../../../support/service/live-heap.js'
import { now } from './read-all.js'

const megabyte = 1_000_000

async function* repeated(text: string, bytes: number) {
  const piece = Buffer.from(text.repeat(Math.ceil(100_000 / text.length)))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

test('what is read is never held, whatever the file is', async () => {
  const before = liveBytes()
  let max = 0
  const shapes: [string, number][] = [
    ['x', 12],
    ['"', 3],
    ['a@example.com,,,"y y y y', 3],
    [' ', 3],
    ['\n', 0.2],
    ['\n"', 0.1],
    [`${'a@example.com'.padEnd(1000, ',')}"x\n`, 0.3],
  ]
  const file = (async function* () {
    for (const [text, megabytes] of shapes) {
      yield* repeated(text, megabytes * megabyte)
      // What holds the text that it reads has all of this shape now. To look takes far longer than to read it.
      max = Math.max(max, liveBytes() - before)
    }
  })()
  let lines = 0
  for await (const batch of readSuppressions(file, now)) {
    expect(batch.length).toBeLessThanOrEqual(500)
    lines += batch.length
  }
  expect(lines).toBeGreaterThan(300)
  expect(max).toBeLessThan(5 * megabyte)
})

test('a file of empty rows and short lines leaves the others their turn', async () => {
  let turns = 0
  let over = false
  const others = (async () => {
    while (!over) {
      await turnOfTheLoop()
      turns += 1
    }
  })()
  const pieces = (async function* () {
    yield Buffer.from(',\n'.repeat(10_000) + 'x\n'.repeat(10_000))
  })()
  let lines = 0
  for await (const batch of readSuppressions(pieces, now)) lines += batch.length
  over = true
  await others
  expect(lines).toBe(10_000)
  // One for each batch and for the rows that came to nothing.
  expect(turns).toBeGreaterThan(20)
})

test('who stops reading lets the stream go', async () => {
  let closed = false
  const file = (async function* () {
    try {
      for (;;) yield Buffer.from('a@example.com\n'.repeat(5000))
    } finally {
      closed = true
    }
  })()
  for await (const batch of readSuppressions(file, now)) if (batch.length > 0) break
  expect(closed).toBe(true)
})

test.each([
  ['a@example.com\nb@example.com\nc@exam', ['a@example.com', 'b@example.com']],
  ['a@exam', []],
  ['', []],
])('a stream that fails fails the reading, behind the lines that came before: %j', async (text, before) => {
  const file = (async function* () {
    yield Buffer.from(text)
    throw new Error('cut off')
  })()
  const read: string[] = []
  await expect(async () => {
    for await (const batch of readSuppressions(file, now))
      for (const line of batch) read.push('code' in line ? line.code : line.suppression.email)
  }).rejects.toThrow('cut off')
  expect(read).toEqual(before)
})

test('a stream of UTF-16 that fails fails the reading', async () => {
  const file = (async function* () {
    yield Buffer.alloc(100_000, 'x\0')
    throw new Error('cut off')
  })()
  await expect(async () => {
    for await (const batch of readSuppressions(file, now)) expect(batch).toHaveLength(1)
  }).rejects.toThrow('cut off')
})
