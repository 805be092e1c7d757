// Finds the asynchronous modules of the Python client and makes their synchronous forms.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unasync } from './unasync.mjs'

/** Written by hand on both sides: they differ in more than their words. */
const BY_HAND = new Set(['clock.py', 'connections.py', 'content.py', 'pagination.py'])

/** The synchronous modules: their text by path below `_sync/`. */
export function syncModules(folder) {
  return new Map(
    modulesBelow(path.join(folder, '_async'))
      .filter((file) => !BY_HAND.has(file))
      .map((file) => [file, syncModule(file, readFileSync(path.join(folder, '_async', file), 'utf8'))]),
  )
}

/** The modules below `_sync/` that were made from one that is no longer there. */
export function staleSyncModules(folder) {
  const sources = new Set(modulesBelow(path.join(folder, '_async')))
  return modulesBelow(path.join(folder, '_sync')).filter(
    (file) =>
      !sources.has(file) && readFileSync(path.join(folder, '_sync', file), 'utf8').startsWith(header(file)),
  )
}

function syncModule(file, source) {
  try {
    return header(file) + unasync(source)
  } catch (error) {
    throw new Error(`_async/${file}: ${error.message}`, { cause: error })
  }
}

function header(file) {
  return `# Made from _async/${file} by scripts/python/unasync.mjs. Do not edit.\n`
}

function modulesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.py'))
    .map((file) => file.split(path.sep).join('/'))
    .sort()
}
