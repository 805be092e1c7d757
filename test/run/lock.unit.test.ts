import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { releaseLock, takeLock } from '../support/run/lock.js'
import { hasEnded, ownerOf } from '../support/run/owner.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'postseal-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const here = ownerOf(process.pid) ?? ''
/** This process as it would be named if it had started at another time. */
const ended = `${here}0`

function fileOf(owner: string): string {
  const file = path.join(folder, `own-${owner}`)
  writeFileSync(file, owner)
  return file
}

function lockFile(): string {
  return path.join(folder, 'lock')
}

test('of two runs one has the lock, until it gives it back', () => {
  expect(takeLock(lockFile(), fileOf(here))).toBe(true)
  expect(takeLock(lockFile(), fileOf(`other-${process.pid}-1`))).toBe(false)
  releaseLock(lockFile(), `other-${process.pid}-1`)
  expect(readFileSync(lockFile(), 'utf8')).toBe(here)
  releaseLock(lockFile(), here)
  expect(takeLock(lockFile(), fileOf(here))).toBe(true)
})

test('the lock of a process that has ended is taken over, also where its id is in use again', () => {
  expect(hasEnded(ended)).toBe(true)
  linkSync(fileOf(ended), lockFile())
  expect(takeLock(lockFile(), fileOf(here))).toBe(true)
  expect(readFileSync(lockFile(), 'utf8')).toBe(here)
  expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual(['lock'])
})

test('while one takes the lock over another one does not, and ended takers are taken over, too', () => {
  linkSync(fileOf(ended), lockFile())
  const guard = `${lockFile()}-after-${ended}`
  linkSync(fileOf(`other-${process.pid}-1`), guard)
  expect(takeLock(lockFile(), fileOf(here))).toBe(false)
  rmSync(guard)
  linkSync(fileOf(`${ended}0`), guard)
  expect(takeLock(lockFile(), fileOf(here))).toBe(true)
})
