import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm'

/** In bytes. More than all files of a run take at a time; containers often have 64 MB there. */
const needed = 3 * 1024 ** 3

/**
 * Where tests keep databases and data folders: in memory, where there is room for them. A new database is a copy of 700
 * files, for which a disk's file system has taken 15 times as long.
 *
 * What is run as a program belongs into the folder of temporary files: nothing in memory may be, in many containers.
 */
export const scratchFolder = hasRoom() ? inMemory : tmpdir()

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > needed
  } catch {
    return false
  }
}
