import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { closingEnd, fileEnd, filesOf, stemOf, type LedgerFile } from './files.js'

/**
 * A file that nobody writes to for this long, in milliseconds, belongs to a process that has nothing to write or was
 * killed.
 */
const idleMs = 3_600_000
/** The age at which closed files are compacted however small they are, in milliseconds. */
const dayMs = 86_400_000
/** Files are also compacted only when they have this share of the bytes that are compacted already. */
const freshShare = 1 / 4

/** The end of the name of a file that a compaction could not read. Such a file does not start further compactions. */
const keptEnd = `.kept${closingEnd}`
/** The beginning of the name of a compaction's temporary folder. */
export const temporaryFolder = '.compacting-'

/** Decides when there is enough to compact. */
export interface ClosedOptions {
  /** Files are compacted when the closed ones that are not compacted yet have this many bytes together. */
  readonly fromBytes: number
  /** The file of this process, which is left alone. */
  readonly currentFile?: string | undefined
  readonly now: Date
}

/**
 * Takes the files that are to be compacted from whoever writes them, and from other compactions. A file belongs to
 * the process that has renamed it, until that was an hour ago: then the process was killed, or is so slow that both
 * compact it.
 *
 * @returns the files with their new names, the first first; none if there is too little to do
 */
export async function takeClosed(folder: string, options: ClosedOptions): Promise<readonly LedgerFile[]> {
  const closed = (await filesOf(folder)).filter((file) => isClosed(file, options))
  const kept = closed.filter(({ path: name }) => name.endsWith(keptEnd))
  const others = closed.filter((file) => !kept.includes(file))
  const compacted = others.filter(({ path: name }) => name.includes('-compacted-'))
  const fresh = others.filter((file) => !compacted.includes(file))
  if (!isEnough(fresh, compacted, options)) return []

  const taken = await takeAll(fresh)
  // Another process is about to compact everything.
  if (fresh.length > 0 && taken.length === 0) return []
  taken.push(...(await takeAll([...compacted, ...kept])))
  return taken.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function isClosed(
  { path: name, modified, changed }: LedgerFile,
  { currentFile, now }: ClosedOptions,
): boolean {
  if (name === currentFile) return false
  if (name.endsWith(closingEnd)) return ageOf(changed, now) > idleMs
  return name.includes('-compacted-') || ageOf(modified, now) > idleMs
}

/** Tells whether there is much to compact, or erased addresses may have stood there for a day. */
function isEnough(
  fresh: readonly LedgerFile[],
  compacted: readonly LedgerFile[],
  { fromBytes, now }: ClosedOptions,
): boolean {
  const bytes = bytesOf(fresh)
  if (fresh.length > 0 && bytes >= fromBytes && bytes >= freshShare * bytesOf(compacted)) return true
  // Two compactions that shared the files between them, or were killed, have left several.
  if (fresh.length === 0 && compacted.length < 2) return false
  const since =
    compacted.length > 0
      ? Math.max(...compacted.map(({ modified }) => modified.getTime()))
      : Math.min(...fresh.map(({ modified }) => modified.getTime()))
  return ageOf(new Date(since), now) > dayMs
}

async function takeAll(files: readonly LedgerFile[]): Promise<LedgerFile[]> {
  const taken: LedgerFile[] = []
  for (const file of files) {
    const renamed = file.path.endsWith(fileEnd)
      ? closingEnd
      : `.${randomBytes(4).toString('hex')}${closingEnd}`
    const name = await renameTo(file.path, renamed)
    if (name !== undefined) taken.push({ ...file, path: name })
  }
  return taken
}

/** Leaves a file that cannot be read to later compactions, which find it when they have something else to do. */
export async function keepClosed(file: string): Promise<void> {
  await renameTo(file, keptEnd)
}

/**
 * @returns undefined if somebody else has renamed it before
 */
async function renameTo(file: string, end: string): Promise<string | undefined> {
  const name = path.join(path.dirname(file), `${stemOf(file)}${end}`)
  try {
    await rename(file, name)
    return name
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Removes the leftovers of killed processes: files without a line that anybody was told of, and copies of lines. */
export async function removeLeftovers(folder: string, now: Date): Promise<void> {
  for (const entry of await readdir(folder).catch(() => [])) {
    if (![temporaryFolder, '.probe-'].some((begin) => entry.startsWith(begin)) && !entry.endsWith('.new'))
      continue
    const left = path.join(folder, entry)
    // A slow compaction writes to the files in its folder, or removes them.
    const inside = await readdir(left).catch(() => [])
    const times = await Promise.all(
      [left, ...inside.map((name) => path.join(left, name))].map((each) =>
        stat(each).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    )
    if (ageOf(new Date(Math.max(...times)), now) > idleMs)
      // A compaction goes on without the rights to remove something.
      await rm(left, { recursive: true, force: true }).catch(() => undefined)
  }
}

const ageOf = (time: Date, now: Date) => now.getTime() - time.getTime()
const bytesOf = (files: readonly LedgerFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)
