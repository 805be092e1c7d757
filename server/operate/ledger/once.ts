import { createHash } from 'node:crypto'
import { access, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { ConfigError } from '../../platform/config/config-error.js'
import { syncFolder } from '../../../base/files/sync-folder.js'
import { reasonOf } from '../../platform/ledger/folder.js'
import { withinTicks } from '../../platform/ledger/ticks.js'
import { takeTurn, type TurnLimits } from './turn.js'

/** Time that a folder to be read may be silent: 30 seconds, in ticks of 100 milliseconds. */
const readTicks = 300

/** A restore of the database, by its name. */
interface Restore {
  readonly name: string
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Waits until a folder can be read.
 *
 * @param maxTicks ticks of 100 milliseconds after which the folder counts as silent
 * @throws ConfigError
 */
export async function expectReadable(folder: string, maxTicks = readTicks): Promise<void> {
  const late = () => new Error('the disk does not answer')
  // The second read opens a file, if there is one.
  const look = Promise.all([readdir(folder), readNames(folder)])
  await withinTicks(look, maxTicks, late).catch((error: unknown) => {
    throw new ConfigError(
      `The ledger in ${folder} is needed after the restore, and cannot be read: ${reasonOf(error as Error)}. ` +
        'See POSTSEAL_LEDGER.',
    )
  })
}

/**
 * Does something once for each restore and each folder of a ledger. Processes that start together take turns, and
 * those that find it done do nothing.
 */
export async function oncePerRestore(
  folder: string,
  { name, log }: Restore,
  work: () => Promise<void>,
  limits?: TurnLimits,
): Promise<void> {
  const done = () => isDone(folder, name)
  if (await done()) return
  const release = await takeTurn(folder, done, log, limits)
  try {
    if (await done()) return
    await work()
    await markDone(folder, name).catch((error: unknown) =>
      log.warn({ err: error, folder }, 'the ledger cannot be written: the next start replays it again'),
    )
  } finally {
    await release()
  }
}

/**
 * Returns the path of the file which says that a restore was dealt with: its content is for people. The name of a
 * restore may have any characters.
 */
function markOf(folder: string, name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 32)
  return path.join(folder, `replayed-${hash}.txt`)
}

async function isDone(folder: string, name: string): Promise<boolean> {
  const isMarked = await access(markOf(folder, name)).then(
    () => true,
    () => false,
  )
  return isMarked || (await readNames(folder)).includes(name)
}

/** Marks a restore as dealt with. A file that exists already says the same, whoever made it. */
async function markDone(folder: string, name: string): Promise<void> {
  await writeFile(markOf(folder, name), `${name}\n`, { mode: 0o600, flush: true })
  await syncFolder(folder)
}

/** Reads the names of restores from the one file that had them all. No such file is written any more. */
async function readNames(folder: string): Promise<readonly string[]> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'replayed.json'), 'utf8')) as string[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return []
    throw error
  }
}
