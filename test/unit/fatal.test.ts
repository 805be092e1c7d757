import type { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { reportFatal } from '../../server/db/embedded/fatal.js'

const databaseThat = (execute: () => Promise<void>) =>
  ({ execProtocolRawStream: execute }) as unknown as PGlite

async function reported(execute: () => Promise<void>): Promise<unknown[]> {
  const errors: unknown[] = []
  const db = reportFatal(databaseThat(execute), (error) => errors.push(error))
  await db.execProtocolRawStream(new Uint8Array(), { onRawData: () => undefined }).catch(() => undefined)
  return errors
}

test('a database that throws is reported, with its error', async () => {
  const error = new Error('unreachable')
  expect(await reported(() => Promise.reject(error))).toEqual([error])
})

test('one that answers is not', async () => {
  expect(await reported(() => Promise.resolve())).toEqual([])
})
