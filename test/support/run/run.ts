import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseLock, takeLock } from './lock.js'
import { hasRoom, memoryFolder, readMemory } from './memory.js'
import { hasEnded, ownerOf, ownerPattern } from './owner.js'
import { endProcessesOf, signalProcessesOf } from './processes.js'

/** Names the folder for databases and data to the processes of a run: see scratch-folder.ts. */
const variable = 'POSTSEAL_TEST_FOLDER'

/** The folders in which a run may keep its files, for tests of what begins a run. */
export interface Places {
  readonly memory: string
  readonly disk: string
}

/**
 * Begins a run of the tests: gives it a folder in memory, or on the disk where memory is short or another run is there
 * already, and a folder for temporary files. Both end with this process. What runs have left that were killed ends now.
 *
 * @param memory whether the run's files may be in memory
 */
export async function beginRun(
  memory = hasRoom(readMemory()),
  places: Places = { memory: memoryFolder, disk: tmpdir() },
): Promise<void> {
  const owner = ownerOf(process.pid) ?? ''
  const name = `postseal-run-${owner}`
  if (process.env[variable]?.endsWith(name)) return
  for (const place of [places.disk, places.memory]) await endRunsIn(place)

  const temporary = path.join(places.disk, name)
  const inMemory = path.join(places.memory, name)
  const lock = path.join(places.memory, 'postseal-run.lock')
  process.once('exit', () => {
    for (const folder of [temporary, inMemory]) {
      signalProcessesOf(folder)
      removeRun(folder)
    }
    releaseLock(lock, owner)
  })
  makeFolder(temporary)
  process.env['TMPDIR'] = temporary
  process.env[variable] = memory && claim(inMemory, lock, owner) ? inMemory : temporary
}

/** Makes the folder in memory, if no other run has one. */
function claim(folder: string, lock: string, owner: string): boolean {
  makeFolder(folder)
  const own = path.join(folder, 'owner')
  writeFileSync(own, owner)
  if (takeLock(lock, own)) return true
  rmSync(folder, { recursive: true })
  return false
}

/** PostgreSQL and Postfix get through it to their data as users of their own. */
function makeFolder(folder: string): void {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
}

/** Ends what runs have left whose processes have ended. */
async function endRunsIn(place: string): Promise<void> {
  for (const folder of endedRunsIn(place)) {
    await endProcessesOf(folder)
    removeRun(folder)
  }
}

function endedRunsIn(place: string): string[] {
  const pattern = new RegExp(`^postseal-run-(${ownerPattern})$`)
  const names = existsSync(place) ? readdirSync(place) : []
  return names.filter((name) => hasEnded(pattern.exec(name)?.[1] ?? '')).map((name) => path.join(place, name))
}

function removeRun(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It belongs to another user.
  }
}
