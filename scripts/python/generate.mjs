// Writes what the Python client has from the contract and from its own asynchronous code.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractModules, root } from './modules.mjs'

/** Writes every file. */
export function generatePython() {
  for (const [file, text] of contractModules()) {
    const target = path.join(root, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generatePython()
