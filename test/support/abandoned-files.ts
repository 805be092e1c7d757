import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import { liveBytes } from './live-heap.js'

/**
 * Fails a test file that leaves an open file to the garbage collector: Node 26 ends a process in which that happens,
 * whenever it next collects, and earlier ones warn. Runs before each test file, also where files share a process.
 */
const watched = globalThis as { abandonedFiles?: { opened: number; readonly warnings: string[] } }
const state = (watched.abandonedFiles ??= watch())

function watch() {
  const begun = { opened: 0, warnings: [] as string[] }
  const { open } = promises
  promises.open = (...args) => {
    begun.opened += 1
    return open(...args)
  }
  syncBuiltinESMExports()
  process.on('warning', ({ message }) => {
    if (/^Closing file descriptor \d+ on garbage collection/.test(message)) begun.warnings.push(message)
  })
  return begun
}

afterAll(async () => {
  if (state.opened === 0) return
  state.opened = 0
  liveBytes()
  // Node closes what was collected in a turn of the event loop, and warns in the next one.
  for (let turn = 0; turn < 3; turn += 1) await turnOfTheLoop()
  expect(state.warnings.splice(0)).toEqual([])
})
