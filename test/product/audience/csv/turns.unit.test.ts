import { expect, test } from 'vitest'
import { readCsv } from '../../../../server/product/audience/csv/read.js'
import { suppressionFormat } from '../../../../server/product/audience/suppressions/csv/columns.js'

test('however many files are read at once, requests wait for one batch of lines at most', async () => {
  const files = 20
  const file = Buffer.from('a@b.example\n'.repeat(5_000))
  let turn = 0
  let ended = false
  const count = () => {
    turn += 1
    if (!ended) setImmediate(count)
  }
  count()
  const batchesOfTurn = new Map<number, number>()
  async function readAll(): Promise<number> {
    let read = 0
    for await (const batch of readCsv(piecesOf(file), suppressionFormat)) {
      read += batch.lines.length
      batchesOfTurn.set(turn, (batchesOfTurn.get(turn) ?? 0) + 1)
    }
    return read
  }
  const lines = await Promise.all(Array.from({ length: files }, readAll))
  ended = true
  expect(lines).toEqual(Array.from({ length: files }, () => 5_000))
  expect(Math.max(...batchesOfTurn.values())).toBe(1)
})

/** As a request brings them. */
async function* piecesOf(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 16_384) {
    yield await Promise.resolve(file.subarray(at, at + 16_384))
  }
}
