import { tmpdir } from 'node:os'

/**
 * Where tests keep databases and data folders: in memory, where there is room for them. A new database is a copy of 700
 * files, for which a disk's file system has taken 15 times as long. `run/run.ts` decides once for a run.
 *
 * What is run as a program belongs into the folder of temporary files: nothing in memory may be, in many containers.
 */
export const scratchFolder = process.env['POSTSEAL_TEST_FOLDER'] ?? tmpdir()
