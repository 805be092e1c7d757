import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { draftOf, removeLeftovers } from '../../../../base/files/drafts.js'
import { codeOf } from '../../arguments/sources.js'
import { CommandFailure } from '../../mistakes.js'

/** The files in a folder, by name. */
export type Files = ReadonlyMap<string, string>

/**
 * Creates a template's folder. The folder appears only when all its files are written.
 *
 * @throws CommandFailure if the folder cannot be created, or already exists
 */
export async function makeFolder(dir: string, folder: string, files: Files): Promise<void> {
  const target = path.join(dir, folder)
  let draft: string | undefined
  try {
    await mkdir(dir, { recursive: true })
    removeLeftovers(dir, 'part', (name) => name === '.postseal')
    draft = draftOf(path.join(dir, '.postseal'), 'part')
    await mkdir(draft, { mode: 0o700 })
    const own = path.join(draft, folder)
    await mkdir(own)
    for (const [name, text] of files) await writeFile(path.join(own, name), text, { flag: 'wx' })
    await rename(own, target)
  } catch (error) {
    throw new CommandFailure(`${target} cannot be made (${codeOf(error)}).`)
  } finally {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Replaces files in a folder. Each file always has either the old or the new content.
 *
 * @param removed files to delete
 * @throws CommandFailure if a file cannot be written
 */
export async function replaceFiles(folder: string, files: Files, removed: readonly string[]): Promise<void> {
  removeLeftovers(folder, 'part', (name) => name.startsWith('.'))
  for (const [name, text] of files) {
    const file = path.join(folder, name)
    const draft = draftOf(path.join(folder, `.${name}`), 'part')
    try {
      await writeFile(draft, text, { flag: 'wx' })
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw new CommandFailure(`${file} cannot be written (${codeOf(error)}).`)
    }
  }
  for (const name of removed) await rm(path.join(folder, name), { force: true })
}
