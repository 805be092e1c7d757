import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * The folder in which tests keep databases and data folders: in memory, if there is room for them. A new database is
 * a copy of 700 files, for which a disk's file system has taken 15 times as long. `run/run.ts` decides once for a
 * run.
 *
 * Files that are run as programs belong into the folder of temporary files, since many containers allow no programs
 * in memory.
 */
export const scratchFolder = process.env['POSTSEAL_TEST_FOLDER'] ?? tmpdir()

const folders = new Set<string>()

/** Makes an empty folder, which is deleted after the file's tests. Its path is short enough for a database's socket. */
export function newDataDir(prefix = 'process-', within = scratchFolder): string {
  const folder = mkdtempSync(path.join(within, prefix))
  folders.add(folder)
  return folder
}

/** Deletes the folders that a test file has made: see end-processes.ts. */
export function deleteDataDirs(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}
