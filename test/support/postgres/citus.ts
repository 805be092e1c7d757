import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { namesOfRun, onServer, workersOf } from './machines.js'
import { scratchFolder } from '../run/scratch-folder.js'

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
    // Services that files share, and files that were ended, leave theirs.
    const left = `select datname as name from pg_database where datname = 'migrated' or starts_with(datname, $1)`
    for (const machine of [url, ...workers].map((server) => `${server}/postgres`))
      for (const { name } of (await onServer(machine, left, [namesOfRun(folder)])) as { name: string }[])
        await onServer(machine, `drop database if exists ${name} with (force)`)
  }
}
