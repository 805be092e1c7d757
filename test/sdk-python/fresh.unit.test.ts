import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { script } from './scripts.js'

test('the types, operations and synchronous modules of the Python client are as `npm run generate` makes them', async () => {
  const { stalePythonModules } = await script('modules.mjs')
  expect(stalePythonModules()).toEqual([])
})

test('modules that are written by hand stay, and one whose source is gone goes', async () => {
  const { staleSyncModules, syncModules } = await script('sync-modules.mjs')
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-sync-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const header = '# Made from _async/resources/a.py by scripts/python/unasync.mjs. Do not edit.\n'
  write('_async/resources/a.py', 'async def f(): ...\n')
  write('_async/clock.py', 'import anyio\n')
  write('_sync/clock.py', 'import time\n')
  write('_sync/own.py', 'OWN = 1\n')
  write('_sync/resources/gone.py', header.replace('a.py', 'gone.py'))

  expect([...syncModules(folder)]).toEqual([['resources/a.py', `${header}def f(): ...\n`]])
  expect(staleSyncModules(folder)).toEqual(['resources/gone.py'])
})
