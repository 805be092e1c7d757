import { readFileSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** The folder that Linux keeps in memory. */
export const memoryFolder = '/dev/shm'

const gigabyte = 1024 ** 3

/** In bytes. More than all files of a run take at a time; containers often have 64 MB in `/dev/shm`. */
const forFiles = 3 * gigabyte

/** In bytes. What the processes of a run take. */
const forProcesses = 3 * gigabyte

/** In bytes. */
export interface MemoryReadings {
  /** Room in `/dev/shm`: a share of all memory in many systems, however much of it is in use. */
  readonly folder: number
  /** Memory that the machine could give to new processes. */
  readonly machine: number
  /** Memory that each limited control group of this process may still take. */
  readonly groups: readonly number[]
}

/** Returns true if a run of the tests may keep its files in memory. */
export function hasRoom({ folder, machine, groups }: MemoryReadings): boolean {
  return folder >= forFiles && Math.min(machine, ...groups) >= forFiles + forProcesses
}

/**
 * Asks the system. Where it does not tell, there is no room.
 *
 * @param root where `/proc` and `/sys` are
 */
export function readMemory(root = '/'): MemoryReadings {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    const available = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync(path.join(root, 'proc/meminfo'), 'utf8'))
    return { folder: bavail * bsize, machine: 1024 * Number(available?.[1] ?? 0), groups: groupsOf(root) }
  } catch {
    return { folder: 0, machine: 0, groups: [] }
  }
}

/** The names of the same three things in both versions of control groups. */
const versions = [
  { entry: /^0::(.*)$/m, folder: '', limit: 'memory.max', used: 'memory.current', cached: 'inactive_file' },
  {
    entry: /^\d+:(?:\w+,)*memory(?:,\w+)*:(.*)$/m,
    folder: 'memory',
    limit: 'memory.limit_in_bytes',
    used: 'memory.usage_in_bytes',
    cached: 'total_inactive_file',
  },
]

/** The group of this process and all above it. In a container the path may be that of the host: the top one is there. */
function groupsOf(root: string): number[] {
  const entries = readFileSync(path.join(root, 'proc/self/cgroup'), 'utf8')
  const rooms: number[] = []
  for (const { entry, folder, limit, used, cached } of versions) {
    let group = entry.exec(entries)?.[1]
    while (group !== undefined) {
      const fileOf = (name: string) => read(path.join(root, 'sys/fs/cgroup', folder, group ?? '', name))
      const max = Number(fileOf(limit))
      // No limit is "max", or a number above every memory there is.
      if (max > 0 && max < Number.MAX_SAFE_INTEGER) {
        const reclaimable = new RegExp(`^${cached} (\\d+)$`, 'm').exec(fileOf('memory.stat') ?? '')?.[1]
        rooms.push(max - Number(fileOf(used)) + Number(reclaimable ?? 0))
      }
      group = group === '/' ? undefined : path.dirname(group)
    }
  }
  return rooms
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
