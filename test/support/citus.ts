import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { onServer, workersOf } from './machines.js'
import { scratchFolder } from './scratch-folder.js'

/** Has the tests use the Citus of POSTSEAL_CITUS_URL, instead of a PostgreSQL that they start. */
export default async function useCitus(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['POSTSEAL_CITUS_URL']?.replace(/\/$/, '')
  if (url === undefined) throw new Error('POSTSEAL_CITUS_URL names no coordinator')
  const workers = await workersOf(url)
  if (workers.length === 0) throw new Error('the coordinator of POSTSEAL_CITUS_URL knows no other machine')
  const folder = mkdtempSync(path.join(scratchFolder, 'postseal-shared-'))
  project.provide('postgresUrl', url)
  project.provide('workerUrls', workers)
  project.provide('sharedFolder', folder)
  return async () => {
    rmSync(folder, { recursive: true })
    for (const machine of [url, ...workers])
      await onServer(`${machine}/postgres`, 'drop database if exists migrated with (force)')
  }
}
