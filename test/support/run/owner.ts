import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Names a process for as long as the machine runs: by its id, the time it has started at, because ids come back, and the
 * namespace of its id, because a container that shares a folder with others has ids of its own. It is short, because it
 * is in the paths of sockets, which are short.
 *
 * @returns undefined where there is no such process
 */
export function ownerOf(pid: number): string | undefined {
  const started = startOf(pid)
  return started === undefined ? undefined : `${namespace()}-${pid.toString(36)}-${started}`
}

/** Source of a pattern that matches the names of {@link ownerOf}. */
export const ownerPattern = '[0-9a-z]+-[0-9a-z]+-[0-9a-z]+'

/** Returns true if the process has certainly ended: of processes in other namespaces nothing is known. */
export function hasEnded(owner: string): boolean {
  const [space, pid] = owner.split('-')
  return space === namespace() && ownerOf(parseInt(pid ?? '', 36)) !== owner
}

function startOf(pid: number): string | undefined {
  try {
    // The name of the program, in brackets, may have spaces.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // A zombie has ended, whether its parent has asked for it or not.
    return state === 'Z' || state === 'X' ? undefined : Number(fields[18]).toString(36)
  } catch {
    return process.platform === 'linux' || !isThere(pid) ? undefined : '0'
  }
}

/** For systems without /proc, which do not tell when a process has started. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Linux numbers namespaces from here on. */
const firstNamespace = 0xeffffff8

function namespace(): string {
  try {
    return (Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]) - firstNamespace).toString(36)
  } catch {
    return '0'
  }
}
