import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres-server.js'
import { scratchFolder } from '../run/scratch-folder.js'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The other machines of the database, without a database; none where it is on one. */
    workerUrls: readonly string[]
    /** Folder that the test files of the run share: see run/made-once.ts. */
    sharedFolder: string
  }
}

/**
 * The tests' rows need not outlive a power cut, and their databases end before they would need to be vacuumed. Each new
 * one is a checkpoint, after which whole pages would go to the log.
 */
const settings = [
  'max_connections=300',
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'max_wal_size=256MB',
  // Of the 860 files of a new database none passes through the server's memory.
  'file_copy_method=clone',
]

/** Starts one PostgreSQL for the whole run. Each test file makes a database of its own in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // Each project of Vitest has this setup from the root, whose own runs with any of them and is theirs too.
  if (!project.isRootProject()) return () => Promise.resolve()
  const server = await startPostgresServer(settings.flatMap((setting) => ['-c', setting]))
  const folder = mkdtempSync(path.join(scratchFolder, 'postseal-shared-'))
  project.provide('postgresUrl', server.url)
  project.provide('workerUrls', [])
  project.provide('sharedFolder', folder)
  return async () => {
    rmSync(folder, { recursive: true })
    await server.stop()
  }
}
