// Writes what the Python client has from the contract, and its synchronous modules. Needs neither Java nor Python.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pythonModules } from './modules.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Writes every file, and removes those that have lost their source. */
export function generatePython() {
  for (const [file, text] of pythonModules()) {
    const target = path.join(root, file)
    if (text === null) {
      rmSync(target)
      continue
    }
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generatePython()
