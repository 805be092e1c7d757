import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseForeignFolder, socketFolderOf } from '../../embedded/embedded.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'postseal-socket-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const made = (name: string, mode: number) => {
  const file = path.join(folder, name)
  mkdirSync(file)
  chmodSync(file, mode)
  return file
}

test('the socket is in the database’s folder, unless its path would be too long', () => {
  expect(socketFolderOf('/srv/postseal')).toBe('/srv/postseal/db')
  const long = `/srv/${'x'.repeat(100)}`
  expect(socketFolderOf(long)).toMatch(new RegExp(`^${tmpdir()}/postseal-[0-9a-f]{16}$`))
  expect(socketFolderOf(long)).not.toBe(socketFolderOf(`${long}y`))
})

test('a folder of this user alone is taken', () => {
  expect(() => refuseForeignFolder(made('own', 0o700))).not.toThrow()
})

test('what others could write to, or is no folder, is refused', () => {
  const link = path.join(folder, 'link')
  symlinkSync(made('target', 0o700), link)
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  for (const refused of [made('group', 0o770), made('everybody', 0o777), link, file]) {
    expect(() => refuseForeignFolder(refused), refused).toThrow('only this user')
  }
})
