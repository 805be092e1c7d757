import { mkdtempSync, readdirSync } from 'node:fs'
import type * as Files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { prepareFolder } from '../../../server/platform/ledger/folder.js'
import { Ledger } from '../../../server/platform/ledger/ledger.js'

/** A ledger whose disk is silent, or full, when it is opened. */

let beforeWrite = Promise.resolve()
let afterWrite = Promise.resolve()
vi.mock('node:fs/promises', async (original) => {
  const all = await original<typeof Files>()
  const writeFile: typeof all.writeFile = async (...args) => {
    await beforeWrite
    await all.writeFile(...args)
    await afterWrite
  }
  return { ...all, writeFile }
})

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'postseal-ledger-'))

test('a disk that does not answer keeps nobody from the start, and has the lines when it does', async () => {
  const folder = newFolder()
  let answer: () => void = () => undefined
  beforeWrite = new Promise((resolve) => (answer = resolve))
  const ledger = await Ledger.open(folder)
  expect(ledger.state.failing?.error.message).toBe('the disk does not answer')
  await ledger.append('2030-01-31T09:00:00.000000Z', [
    { kind: 'api_key_revoked', workspaceId: 'w', id: 'a', state: {} },
  ])
  expect(ledger.state.waiting).toBe(1)
  answer()
  await expect.poll(() => ledger.state, { timeout: 60_000 }).toMatchObject({ waiting: 0, failing: undefined })
  await ledger.close()
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.ledger$/)])
})

test('a full disk, which takes no more than names, keeps no probe', async () => {
  const folder = newFolder()
  const full = Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  full.catch(() => undefined)
  afterWrite = full
  await expect(prepareFolder(folder)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(folder)).toEqual([])
  afterWrite = Promise.resolve()
})
