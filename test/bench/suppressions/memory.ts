import { readFileSync, writeFileSync } from 'node:fs'

/**
 * By how many bytes the resident memory of a process grew at most while something was done, by proc(5).
 *
 * @returns undefined where there is no such file system
 */
export async function peakGrowth(pid: number, work: () => Promise<void>): Promise<number | undefined> {
  const before = restart(pid)
  await work()
  return before === undefined ? undefined : statusOf(pid, 'VmHWM') - before
}

/** Makes the peak that the kernel has kept the memory of now. */
function restart(pid: number): number | undefined {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    return statusOf(pid, 'VmRSS')
  } catch {
    return undefined
  }
}

function statusOf(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
}
