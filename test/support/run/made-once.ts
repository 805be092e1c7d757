import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/**
 * Returns a folder that all test files of a run share. The first that needs it makes it.
 *
 * @param make fills an empty folder
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const shared = inject('sharedFolder')
  const folder = path.join(shared, name)
  if (existsSync(folder)) return folder
  const draft = mkdtempSync(path.join(shared, 'draft-'))
  await make(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another test file was quicker.
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true })
  }
  return folder
}
