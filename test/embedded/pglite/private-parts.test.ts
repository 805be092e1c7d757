import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFlushed } from '../../../embedded/durability/open-flushed.js'
import { WalFlush } from '../../../embedded/durability/wal-flush.js'
import {
  checkVersions,
  internalsOf,
  knownVersions,
  mainLoopOf,
  nodeFolderOf,
  startParameters,
} from '../../../embedded/pglite/private-parts.js'
import { UnknownPartError } from '../../../embedded/pglite/unknown-part-error.js'
import { copyMigratedFolder } from '../../support/database/embedded-template.js'
import { newDataDir } from '../../support/run/scratch-folder.js'

/** Tests facts about PGlite that it does not document, in the packages that are installed. */

const [pglite, socket] = ['@electric-sql/pglite', '@electric-sql/pglite-socket']

async function newFolder(): Promise<string> {
  const folder = path.join(newDataDir(), 'db')
  await copyMigratedFolder(folder)
  return folder
}

let db: PGlite
const newServer = () => new PGLiteSocketServer({ db, path: '/nowhere' })
beforeAll(async () => {
  db = await PGlite.create({ dataDir: await newFolder() })
})
afterAll(() => db?.close())

test('the packages that are installed have all of it, and what is opened flushes its commits', async () => {
  checkVersions()
  startParameters()
  const wal = new WalFlush(() => undefined)
  const flushed = await openFlushed(await newFolder(), wal)
  mainLoopOf(flushed)
  internalsOf(new PGLiteSocketServer({ db: flushed, path: '/nowhere' }))
  expect(wal.requested).toBeGreaterThan(0)
  expect(wal.flushed).toBe(wal.requested)
  await flushed.close()
})

test('package.json names the versions that are known, and no others', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(dependencies).toEqual(Object.fromEntries(knownVersions))
})

test.each([pglite, socket])('another version of %s is refused, by name and with what to do', (name) => {
  const installed = (of: string) => (of === name ? '0.9.9' : (knownVersions.get(of) ?? ''))
  expect(() => checkVersions(installed)).toThrow(UnknownPartError)
  expect(() => checkVersions(installed)).toThrow(`${name} 0.9.9 is installed`)
  expect(() => checkVersions(installed)).toThrow(
    `npm install ${name}@${knownVersions.get(name)} --save-exact`,
  )
})

/** Puts another value in place of a part while it looks, and returns what is thrown. */
function lookWith(whole: object, part: string, value: unknown, look: () => unknown): unknown {
  const keys = part.split('.')
  const last = keys.pop() ?? ''
  const owner = keys.reduce<any>((found, key) => found[key], whole)
  const before = Object.getOwnPropertyDescriptor(owner, last)
  Object.defineProperty(owner, last, { value, configurable: true, writable: true })
  try {
    look()
    return undefined
  } catch (error) {
    return error
  } finally {
    if (before) Object.defineProperty(owner, last, before)
    else delete owner[last]
  }
}

const nodefs = 'FS.filesystems.NODEFS'
type Case = readonly [what: string, packageName: string, () => object, (whole: any) => unknown, string[]]
const cases: Case[] = [
  [
    'PGlite',
    pglite,
    () => PGlite,
    startParameters,
    [
      'defaultStartParams',
      'prototype.execProtocolRawStream',
      'prototype.exec',
      'prototype.isInTransaction',
      'prototype.runExclusive',
    ],
  ],
  ['an open PGlite', pglite, () => db, mainLoopOf, ['Module._PostgresMainLoopOnce', 'Module.stackRestore']],
  [
    "Emscripten's file system",
    pglite,
    () => db.Module,
    nodeFolderOf,
    [
      nodefs,
      ...['realPath', 'tryFSOperation'].map((name) => `${nodefs}.${name}`),
      ...['unlink', 'rename', 'rmdir', 'setattr'].map((name) => `${nodefs}.node_ops.${name}`),
      ...['write', 'setattr'].map((name) => `${nodefs}.stream_ops.${name}`),
    ],
  ],
  [
    "pglite-socket's server",
    socket,
    newServer,
    internalsOf,
    [
      'handlers',
      'queryQueue',
      'queryQueue.lastHandlerId',
      'queryQueue.enqueue',
      'queryQueue.clearQueueForHandler',
      'queryQueue.clearTransactionIfNeeded',
    ],
  ],
]

describe.for(cases)('of %s', ([_what, name, make, look, parts]) => {
  test.each(parts)('%s is refused where it is gone, or something else', (part) => {
    const whole = make()
    for (const value of [undefined, 'something else']) {
      const error = lookWith(whole, part, value, () => look(whole))
      expect(error).toBeInstanceOf(UnknownPartError)
      expect((error as UnknownPartError).message).toContain(`${part}`)
      expect((error as UnknownPartError).unknown).toMatchObject({ name, known: knownVersions.get(name) })
    }
    expect(() => look(whole)).not.toThrow()
  })
})

test('a function that takes more than it did is refused, and a flush that was not there', () => {
  const server = newServer()
  const longer = (_client: number, _message: Uint8Array, _more: number, _onData: () => void) => undefined
  expect(lookWith(server, 'queryQueue.enqueue', longer, () => internalsOf(server))).toBeInstanceOf(
    UnknownPartError,
  )
  const module = db.Module as object
  const flushed = () => nodeFolderOf(module)
  expect(lookWith(module, `${nodefs}.stream_ops.fsync`, () => 0, flushed)).toBeInstanceOf(UnknownPartError)
})

test('a database whose commits call no flush is refused', async () => {
  // What is put in is nowhere then, as if PGlite asked another function.
  const nowhere = { get: () => undefined, set: () => undefined, configurable: true }
  Object.defineProperty(Object.prototype, 'fsync', nowhere)
  try {
    const opening = openFlushed(await newFolder(), new WalFlush(() => undefined))
    await expect(opening).rejects.toThrow('fsync of @electric-sql/pglite 0.5.14 is not what a commit calls')
  } finally {
    delete (Object.prototype as { fsync?: unknown }).fsync
  }
})
