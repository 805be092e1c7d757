import type { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { reportFatal } from '../../../embedded/pglite/fatal.js'

const databaseThat = (execute: () => Promise<void>) =>
  ({ execProtocolRawStream: execute }) as unknown as PGlite

async function reported(execute: () => Promise<void>): Promise<unknown[]> {
  const errors: unknown[] = []
  const loop = { _PostgresMainLoopOnce: () => undefined, stackRestore: () => undefined }
  const db = reportFatal(databaseThat(execute), loop, (error) => errors.push(error))
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

test('what the module throws gets through PGlite, but for the end of a statement that failed', async () => {
  const panic = new Error('Aborted()')
  const thrown: unknown[] = [Object.assign(new Error('longjmp'), { status: 100 }), panic]
  const restored: number[] = []
  const module = {
    _PostgresMainLoopOnce: () => {
      throw thrown.shift()
    },
    stackRestore: (pointer: number) => void restored.push(pointer),
  }
  const errors: unknown[] = []
  const db = reportFatal(
    {
      execProtocolRawStream: async () => {
        // As PGlite does: until all of the message has been read.
        for (;;) {
          try {
            module._PostgresMainLoopOnce()
          } catch {
            module.stackRestore(7)
          }
        }
      },
    } as unknown as PGlite,
    module,
    (error) => errors.push(error),
  )
  await expect(db.execProtocolRawStream(new Uint8Array(), { onRawData: () => undefined })).rejects.toBe(panic)
  expect(errors).toEqual([panic])
  expect(restored).toEqual([7])
})
