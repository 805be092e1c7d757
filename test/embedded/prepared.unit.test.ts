import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import tar from 'tar-stream'
import { beforeAll, expect, test } from 'vitest'
import { placePrepared } from '../../embedded/prepared.js'
import { newDataDir } from '../support/run/scratch-folder.js'

const files = { PG_VERSION: '18', 'base/1/1259': 'rows', 'global/pg_control': 'state' }
const names = ['PG_VERSION', 'base', 'base/1', 'base/1/1259', 'global', 'global/pg_control']

let archive: string
beforeAll(async () => {
  archive = path.join(newDataDir(), 'prepared.tar.br')
  const pack = tar.pack()
  for (const name of ['base', 'base/1', 'global']) pack.entry({ name, type: 'directory' })
  for (const [name, content] of Object.entries(files)) pack.entry({ name }, content)
  pack.finalize()
  writeFileSync(archive, brotliCompressSync(await buffer(pack)))
})

function expectWhole(folder: string): void {
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(names)
  for (const [name, content] of Object.entries(files)) {
    expect(readFileSync(path.join(folder, name), 'utf8')).toBe(content)
  }
}

test.each([true, false])('a new database gets the prepared files, flushed: %s', async (flush) => {
  const folder = newDataDir()
  await placePrepared(archive, folder, flush)
  expectWhole(folder)
})

test('a start that was killed while it unpacked is begun anew', async () => {
  const folder = newDataDir()
  mkdirSync(path.join(folder, 'new.draft/base'), { recursive: true })
  writeFileSync(path.join(folder, 'new.draft/PG_VERSION'), '1')
  await placePrepared(archive, folder, true)
  expectWhole(folder)
})

test.each(Array.from({ length: 4 }, (_, moved) => [moved]))(
  'a start that was killed after it had moved %i of three entries is gone on with',
  async (moved) => {
    const folder = newDataDir()
    const whole = path.join(folder, 'new')
    mkdirSync(whole)
    await placePrepared(archive, whole, true)
    for (const name of ['base', 'global', 'PG_VERSION'].slice(0, moved)) {
      renameSync(path.join(whole, name), path.join(folder, name))
    }
    await placePrepared(archive, folder, true)
    expectWhole(folder)
  },
)

test('a database that is there stays as it is', async () => {
  const folder = newDataDir()
  writeFileSync(path.join(folder, 'PG_VERSION'), '17')
  await placePrepared(archive, folder, true)
  expect(readdirSync(folder)).toEqual(['PG_VERSION'])
  expect(readFileSync(path.join(folder, 'PG_VERSION'), 'utf8')).toBe('17')
})

test('a damaged database is not taken for an empty folder', async () => {
  const folder = newDataDir()
  mkdirSync(path.join(folder, 'base'))
  await expect(placePrepared(archive, folder, true)).rejects.toThrow(
    'so it is not a database, but it has base',
  )
  expect(existsSync(path.join(folder, 'PG_VERSION'))).toBe(false)
})

test('an archive that ends early makes no database', async () => {
  const [folder, short] = [newDataDir(), path.join(newDataDir(), 'short.tar.br')]
  writeFileSync(short, readFileSync(archive).subarray(0, 60))
  await expect(placePrepared(short, folder, true)).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['new.draft'])
  await placePrepared(archive, folder, true)
  expectWhole(folder)
})
