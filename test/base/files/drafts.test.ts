import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { draftOf, removeLeftovers } from '../../../base/files/drafts.js'
import { identity } from '../../../base/files/process-identity.js'
import { newDataDir } from '../../support/run/scratch-folder.js'

/** Which drafts are those of killed processes. */

let folder: string
beforeEach(() => {
  folder = newDataDir()
})

const make = (name: string, text = 'secret') => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
/** A draft's name as another process has it. */
const asOf = (pid: number) => {
  const [, start = ''] = identity(pid).trim().split(' ')
  const own = path.basename(draftOf(path.join(folder, 'backup.tar.gz'), 'partial'))
  return own.replace(/\.\d+-\w+-/, `.${pid}-${start}-`)
}
const removed = () => removeLeftovers(folder, 'partial').map(({ path: left }) => path.basename(left))
const age = (file: string, hours: number) => {
  const at = Date.now() / 1000 - hours * 3600
  utimesSync(file, at, at)
}

test('the draft of a process that runs stays, and goes with its size once that was killed', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const name = asOf(other.pid ?? 0)
  make(name, 'x'.repeat(1000))
  make(path.basename(draftOf(path.join(folder, 'own.tar.gz'), 'partial')))
  expect(removed()).toEqual([])
  const ended = new Promise((resolve) => other.once('exit', resolve))
  other.kill('SIGKILL')
  await ended
  expect(removeLeftovers(folder, 'partial')).toEqual([{ path: path.join(folder, name), bytes: 1000 }])
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a process id that is used again is another process', () => {
  const name = asOf(process.pid).replace(/(\.\d+-)\w+?-/, '$11-')
  make(name)
  expect(removed()).toEqual([name])
})

test('of another container, and of earlier versions, what nobody has written to for an hour is left', () => {
  const others = [
    'backup.tar.gz.1-200-0123abcd-89abcdef.partial',
    'backup.tar.gz.8c9cf2a5-4bb5-4a5f-9d5e-0a3f4a3b8f11.partial',
  ]
  for (const name of others) age(make(name), 0.9)
  expect(removed()).toEqual([])
  for (const name of others) age(path.join(folder, name), 1.1)
  expect(removed().sort()).toEqual(others.sort())
})

test('what is named in another way, or is of another kind, is nobody’s to remove', () => {
  const kept = [
    'backup.tar.gz',
    'backup.partial',
    'a.1-2.partial',
    '.1-1-0123abcd-89abcdef.partial',
    'backup.tar.gz.1-200-0123abcd-89abcdef.part',
  ]
  for (const name of kept) age(make(name), 100)
  expect(removed()).toEqual([])
  const name = 'backup.tar.gz.1-200-0123abcd-89abcdef.partial'
  mkdirSync(path.join(folder, name))
  age(make(`${name}/file`), 100)
  age(path.join(folder, name), 100)
  expect(removeLeftovers(folder, 'partial', (of) => of === 'other')).toEqual([])
  expect(removed()).toEqual([name])
  expect(removeLeftovers(path.join(folder, 'nowhere'), 'partial')).toEqual([])
  expect(existsSync(path.join(folder, 'backup.tar.gz'))).toBe(true)
})
