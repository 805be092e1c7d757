import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readSuppressions } from '../../../server/audience/suppressions/csv/read.js'
import { now } from './read-all.js'

const megabyte = 1_000_000

async function* repeated(text: string, bytes: number) {
  const piece = Buffer.from(text.repeat(Math.ceil(100_000 / text.length)))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

async function* oneAfterAnother(...streams: AsyncIterable<Uint8Array>[]) {
  for (const stream of streams) yield* stream
}

function held(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('what is read is never held, whatever the file is', async () => {
  const file = oneAfterAnother(
    repeated('x', 15 * megabyte),
    repeated('\n', 2 * megabyte),
    repeated('"', 10 * megabyte),
    repeated('a@example.com,,,"y y y y', 15 * megabyte),
    repeated('\n"', 0.1 * megabyte),
    repeated(' ', 15 * megabyte),
    repeated(`${'a@example.com'.padEnd(1000, ',')}"x\n`, 0.5 * megabyte),
  )
  const before = held()
  let most = 0
  for await (const batch of readSuppressions(file, now)) {
    expect(batch.length).toBeLessThanOrEqual(500)
    most = Math.max(most, held() - before)
  }
  expect(most).toBeLessThan(40 * megabyte)
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

test('a stream that fails fails the reading', async () => {
  const file = (async function* () {
    yield Buffer.from('a@example.com\n')
    throw new Error('cut off')
  })()
  await expect(async () => {
    for await (const batch of readSuppressions(file, now)) expect(batch).toBeDefined()
  }).rejects.toThrow('cut off')
})
