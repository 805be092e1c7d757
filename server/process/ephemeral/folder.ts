import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { socketFolderOf } from '../../platform/db/embedded/embedded.js'

/**
 * A folder among the temporary files that only this user can enter (mkdtemp(3) makes it so). It is removed
 * when this process ends, unless that is by SIGKILL.
 */
export function privateFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-ephemeral-'))
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true })
    // Elsewhere where the path would be too long for a socket.
    rmSync(socketFolderOf(folder), { recursive: true, force: true })
  })
  return folder
}
