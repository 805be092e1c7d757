import type { EventEmitter } from 'node:events'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import { liveBytes } from '../service/live-heap.js'

/**
 * Fails a test file that leaves an open file to the garbage collector: Node 26 ends a process in which that happens,
 * whenever it next collects, and earlier ones warn. Runs before each test file, also where files share a process.
 */
const watched = globalThis as { abandonedFiles?: { open: number; readonly warnings: string[] } }
const state = (watched.abandonedFiles ??= watch())
const openBefore = state.open

function watch() {
  const begun = { open: 0, warnings: [] as string[] }
  const { open } = promises
  promises.open = async (...args) => {
    const handle = await open(...args)
    begun.open += 1
    // It emits, which its types do not say.
    ;(handle as unknown as EventEmitter).once('close', () => (begun.open -= 1))
    return handle
  }
  syncBuiltinESMExports()
  process.on('warning', ({ message }) => {
    if (/^Closing file descriptor \d+ on garbage collection/.test(message)) begun.warnings.push(message)
  })
  return begun
}

afterAll(async () => {
  // A collection takes a second in a process that many files share: it is for files that left something open.
  if (state.open <= openBefore) return
  liveBytes()
  // Node closes what was collected in a turn of the event loop, and warns in the next one.
  for (let turn = 0; turn < 3; turn += 1) await turnOfTheLoop()
  expect(state.warnings.splice(0)).toEqual([])
})
