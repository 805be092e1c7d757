import type { PGlite } from '@electric-sql/pglite'
import { beforeEach, expect, test } from 'vitest'
import { delayReplies } from '../../../embedded/durability/delayed-replies.js'
import { WalFlush } from '../../../embedded/durability/wal-flush.js'

/** Which replies of the embedded database wait for which flush. */

let ends: (() => void)[]
let sent: string[]
/**
 * Sends a statement of a client. It commits if it has a `!`, and is in a transaction afterwards if it has a
 * `(`.
 */
let ask: (client: number, statement: string) => Promise<unknown>

beforeEach(() => {
  ends = []
  sent = []
  const wal = new WalFlush(() => undefined, {
    open: () => 1,
    close: () => undefined,
    flush: (_, ended) => void ends.push(() => ended(null)),
    flushNow: () => undefined,
  })
  let inTransaction = false
  const database = {
    isInTransaction: () => inTransaction,
    execProtocolRawStream: async (message: Uint8Array, options: { onRawData(data: Uint8Array): void }) => {
      const statement = Buffer.from(message).toString()
      inTransaction = statement.includes('(')
      if (statement.includes('!')) wal.request('1')
      options.onRawData(message)
    },
  } as unknown as PGlite
  const { db, delay } = delayReplies(database, wal)
  const queryQueue = {
    enqueue: (_client: number, message: Uint8Array, onData: (data: Uint8Array) => void) =>
      db.execProtocolRawStream(message, { onRawData: onData }).then(() => message.length),
  }
  delay(queryQueue)
  ask = (client, statement) =>
    queryQueue.enqueue(
      client,
      Buffer.from(statement),
      (data) => void sent.push(`${client} ${Buffer.from(data).toString()}`),
    )
})

test('a commit waits for its flush, and what only reads waits for none', async () => {
  await ask(1, 'read')
  expect(sent).toEqual(['1 read'])
  await ask(1, 'commit!')
  expect(sent).toHaveLength(1)
  ends[0]?.()
  expect(sent).toEqual(['1 read', '1 commit!'])
  expect(ends).toHaveLength(1)
})

test('commits go on while a flush is in flight, and wait for the next one together', async () => {
  await ask(1, 'a!')
  await ask(2, 'b!')
  await ask(3, 'c!')
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(sent).toEqual(['1 a!'])
  ends[1]?.()
  expect(sent).toEqual(['1 a!', '2 b!', '3 c!'])
})

test('what may tell of a commit waits with it, but not within a transaction, whose end does', async () => {
  await ask(1, 'a!')
  await ask(2, 'read')
  await ask(3, 'begin(')
  await ask(3, 'read(')
  expect(sent).toEqual(['3 begin(', '3 read('])
  await ask(3, 'end')
  expect(sent).toHaveLength(2)
  ends[0]?.()
  expect(sent.slice(2)).toEqual(['1 a!', '2 read', '3 end'])
})

test('a commit that begins another transaction waits as well', async () => {
  await ask(1, 'commit! begin(')
  expect(sent).toEqual([])
  ends[0]?.()
  expect(sent).toEqual(['1 commit! begin('])
})

test('the replies of one client stay in order', async () => {
  await ask(1, 'a!')
  await ask(1, 'begin(')
  await ask(1, 'b! (')
  expect(sent).toEqual([])
  ends[0]?.()
  expect(sent).toEqual(['1 a!', '1 begin('])
  ends[1]?.()
  expect(sent).toEqual(['1 a!', '1 begin(', '1 b! ('])
})
