import { PGlite } from '@electric-sql/pglite'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'

/**
 * An embedded database with nothing in it. To make one takes longer than most tests that need one, so they begin with a
 * copy of the run's. What a first start does with an empty folder has tests of its own.
 */
export async function copyEmptyDatabase(to: string): Promise<void> {
  const template = inject('embeddedTemplate')
  if (!existsSync(template)) await makeTemplate(template)
  cpSync(template, to, { recursive: true })
}

async function makeTemplate(template: string): Promise<void> {
  const made = mkdtempSync(path.join(tmpdir(), 'postseal-embedded-'))
  const database = await PGlite.create({ dataDir: made })
  await database.close()
  try {
    renameSync(made, template)
  } catch (error) {
    // Another test file was quicker.
    if (!existsSync(template)) throw error
    rmSync(made, { recursive: true })
  }
}
