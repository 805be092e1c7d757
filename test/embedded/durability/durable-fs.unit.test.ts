import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { addFlushes } from '../../../embedded/durability/durable-fs.js'
import type { NodeFolder } from '../../../embedded/pglite/private-parts.js'
import { WalFlush } from '../../../embedded/durability/wal-flush.js'

/** Tests which of PostgreSQL's calls flush the write-ahead log first. */

type Parameters_<Name extends keyof NodeFolder['stream_ops']> = Parameters<
  NonNullable<NodeFolder['stream_ops'][Name]>
>

let calls: string[]
let folder: NodeFolder
let wal: WalFlush
const node = (name: string, parent = 'base') =>
  ({ name, parent: { name: parent } }) as Parameters_<'write'>[0]['node']
const stream = (of: ReturnType<typeof node>, nfd = 0) => ({ node: of, nfd })
const segment = stream(node('000000010000000000000001', 'pg_wal'))
const table = stream(node('16384'))
const page = new Uint8Array(8192).fill(7)

beforeEach(() => {
  calls = []
  const call =
    (name: string) =>
    (..._parameters: unknown[]): never => {
      calls.push(name)
      return undefined as never
    }
  folder = {
    realPath: ({ name }) => name,
    tryFSOperation: (operation) => operation(),
    node_ops: {
      unlink: call('unlink'),
      rename: call('rename'),
      rmdir: call('rmdir'),
      setattr: call('setattr'),
    },
    stream_ops: { write: call('write'), setattr: call('ftruncate') },
  }
  wal = new WalFlush(() => undefined, {
    open: () => 1,
    close: () => undefined,
    flush: () => undefined,
    flushNow: () => void calls.push('flush'),
  })
  addFlushes(folder, wal)
})
const fsync = (of: ReturnType<typeof stream>) => folder.stream_ops.fsync?.(of)
const write = (of: ReturnType<typeof stream>, bytes = page) =>
  folder.stream_ops.write(of, bytes, 0, bytes.length, 0)

test('a flush of the log is noted, and what is written to the log goes on', () => {
  expect(fsync(segment)).toBe(0)
  write(segment)
  expect(calls).toEqual(['write'])
  expect([wal.requested, wal.flushed]).toEqual([1, 0])
})

test.each<[string, () => unknown]>([
  ['write', () => write(table)],
  ['ftruncate', () => folder.stream_ops.setattr(table, { size: 0 })],
  ['setattr', () => folder.node_ops.setattr(table.node, { size: 0 })],
  ['unlink', () => folder.node_ops.unlink(table.node.parent, '16384')],
  ['rename', () => folder.node_ops.rename(table.node, table.node.parent, '16385')],
  ['rmdir', () => folder.node_ops.rmdir(table.node.parent, '5')],
])('the log is flushed before another file has a %s', (name, operation) => {
  fsync(segment)
  operation()
  expect(calls).toEqual(['flush', name])
  calls.length = 0
  // Only if there is anything to flush.
  operation()
  expect(calls).toEqual([name])
})

test('a page of zeros, a mode and a new time need no flush', () => {
  fsync(segment)
  write(table, new Uint8Array(8192))
  folder.stream_ops.setattr(table, {})
  expect(calls).toEqual(['write', 'ftruncate'])
  const almost = new Uint8Array(8192)
  almost[8191] = 1
  write(table, almost)
  expect(calls.slice(2)).toEqual(['flush', 'write'])
})

test('a write to the log that fails is no error of Emscripten’s, which PostgreSQL would see', () => {
  const full = Object.assign(new Error('no space'), { name: 'ErrnoError', errno: 51 })
  const failing: NodeFolder = {
    ...folder,
    stream_ops: {
      ...folder.stream_ops,
      write: () => {
        throw full
      },
    },
  }
  addFlushes(failing, wal)
  const writeTo = (of: ReturnType<typeof stream>) => () => failing.stream_ops.write(of, page, 0, 8192, 0)
  for (const of of [segment, stream(node('xlogtemp.42', 'pg_wal'))]) {
    expect(writeTo(of)).toThrow(
      expect.objectContaining({ name: 'DiskError', message: expect.stringContaining('ENOSPC') as string }),
    )
  }
  // Another file may have no room, and PostgreSQL says so to its client.
  expect(writeTo(table)).toThrow(full)
})

test('a flush of another file is done at once, after the log’s', () => {
  const nfd = openSync(fileURLToPath(import.meta.url), 'r')
  fsync(segment)
  expect(fsync(stream(node('pg_control', 'global'), nfd))).toBe(0)
  expect(calls).toEqual(['flush'])
  closeSync(nfd)
  expect(() => fsync(stream(node('pg_control', 'global'), nfd))).toThrow('EBADF')
})
