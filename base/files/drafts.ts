import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { identity, isAlive } from './process-identity.js'

/**
 * Names for drafts: files and folders that get their own name, or go, when they are complete. A process that is
 * killed leaves one behind. Its name identifies the process, so that the next one can remove the draft, and never
 * that of a running process:
 *
 *   NAME.<process id>-<its start>-<the system it runs in>-<random>.<end>
 *
 * A process id means something only within one boot of one system, or container. A draft of another one counts as
 * left behind when nobody has written to it for an hour, and so does a draft that earlier versions have named by a
 * UUID.
 */

const staleMs = 3_600_000

/** A draft of a process that was killed. */
export interface Leftover {
  readonly path: string
  readonly bytes: number
}

/** Returns a new name beside a file, which no other process uses. @param end the end of the name, without a dot */
export function draftOf(file: string, end: string): string {
  const [pid = '', start = ''] = identity(process.pid).trim().split(' ')
  return `${file}.${pid}-${start}-${system()}-${randomBytes(4).toString('hex')}.${end}`
}

/**
 * Removes the drafts that killed processes have left in a folder. It never throws: drafts that cannot be removed
 * stay.
 *
 * @param end the end of their names, without a dot
 * @param isOurs whether a draft of this name is of the caller's kind; drafts of any name are if absent
 */
export function removeLeftovers(
  folder: string,
  end: string,
  isOurs: (name: string) => boolean = () => true,
): Leftover[] {
  const removed: Leftover[] = []
  for (const entry of entriesOf(folder)) {
    const draft = path.join(folder, entry)
    const found = /^(.+)\.(?:(\d+)-(\w+)-([0-9a-f]{8})-[0-9a-f]{8}|[0-9a-f-]{36})\.(\w+)$/s.exec(entry)
    if (found === null || found[5] !== end || !isOurs(found[1] ?? '')) continue
    const [, , pid, start, where] = found
    try {
      const { uid, mtimeMs } = lstatSync(draft)
      const isStale = where === system() ? !isAlive(`${pid} ${start}\n`) : Date.now() - mtimeMs > staleMs
      // Among the temporary files there are files of other users.
      if (!isStale || uid !== (process.getuid?.() ?? uid)) continue
      const bytes = sizeOf(draft)
      rmSync(draft, { recursive: true, force: true })
      removed.push({ path: draft, bytes })
    } catch {
      // Another process has removed it meanwhile, or only its owner may remove it.
    }
  }
  return removed
}

/** Returns the bytes of a file, or of all files in a folder. */
export function sizeOf(place: string): number {
  const found = lstatSync(place)
  if (!found.isDirectory()) return found.size
  return readdirSync(place).reduce((sum, entry) => sum + sizeOf(path.join(place, entry)), 0)
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

let known: string | undefined

/** Returns a name that tells systems and containers apart, and one boot from the next. */
export function system(): string {
  known ??= createHash('sha256').update(describeSystem()).digest('hex').slice(0, 8)
  return known
}

function describeSystem(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // If the system has no such file, a process id is unique on the whole machine.
    return hostname()
  }
}
