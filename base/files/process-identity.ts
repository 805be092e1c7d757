import { procStat } from './proc-stat.js'

/** Returns the process id and, if the system tells, the time at which that process started: ids are used again. */
export function identity(pid: number): string {
  return `${pid} ${statOf(pid)?.start ?? 'unknown'}\n`
}

/** Returns a process's state and start by proc(5), undefined if the system has no such thing. */
function statOf(pid: number): { state: string; start: string } | undefined {
  const field = procStat(pid)
  return field && { state: field(3), start: field(22) }
}

/** Returns the process id of an {@link identity}. */
export function pidOf(content: string): number {
  return Number.parseInt(content, 10)
}

/** Tells whether the process of an {@link identity} runs. */
export function isAlive(content: string): boolean {
  const pid = pidOf(content)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = statOf(pid)
  if (stat === undefined) return true
  // Z: killed, and not yet fetched by its parent.
  return stat.state !== 'Z' && identity(pid) === content
}
