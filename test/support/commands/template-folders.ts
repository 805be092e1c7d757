import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newDataDir } from '../run/scratch-folder.js'

/** The files of a folder, by their paths in it. */
export type Tree = Readonly<Record<string, string>>

/** A new folder with these files. What is no text becomes JSON. */
export function folderWith(files: Readonly<Record<string, unknown>>, dir = newDataDir()): string {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dir, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  return dir
}

/** All files of a folder. */
export function treeOf(dir: string): Tree {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => statSync(path.join(dir, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(dir, name), 'utf8')]))
}
