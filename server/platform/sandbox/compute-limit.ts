import { procStat } from '../../../base/files/proc-stat.js'

/** By proc(5): the fields of the time that a process has computed, by itself and in the kernel, in ticks. */
const [userField, systemField, tickMs] = [14, 15, 10]

/** The factor between CPU time and the time by the clock that a job may take, since the machine may be busy. */
const busyFactor = 6

/**
 * Limits the work of a child process from now on, by its CPU time: while the machine is paused or busy, the clock
 * says nothing about the job. The clock bounds it at {@link busyFactor} times as much, so that nothing holds a
 * process for ever. If the system tells no CPU time, the clock counts.
 *
 * @param pid undefined for a process that could not be started
 * @param maxMs in milliseconds of CPU time
 * @param exceeded called at most once, with the `Ending` that the process has then
 * @returns a function that ends the limit
 */
export function limitComputing(
  pid: number | undefined,
  maxMs: number,
  exceeded: (ending: 'slow' | 'late') => void,
): () => void {
  const [begun, before] = [performance.now(), cpuMsOf(pid)]
  const look = () => {
    const used = cpuMsOf(pid) - before
    if (!(used < maxMs)) exceeded('slow')
    else if (performance.now() - begun >= maxMs * busyFactor) exceeded('late')
    else timer = setTimeout(look, Math.max(maxMs - used, 50))
  }
  let timer = setTimeout(look, maxMs)
  return () => clearTimeout(timer)
}

/** Returns the CPU time of a process, in milliseconds; NaN if the system does not tell. */
export function cpuMsOf(pid: number | undefined): number {
  const field = pid === undefined ? undefined : procStat(pid)
  return field === undefined ? NaN : (Number(field(userField)) + Number(field(systemField))) * tickMs
}
