import { procStat } from './proc-stat.js'

/** By proc(5): the fields of the time that a process has computed, by itself and in the kernel, in ticks. */
const [userField, systemField, tickMs] = [14, 15, 10]

/** How many times as long as it may compute a job may take, where a machine is busy. */
const busyFactor = 6

/**
 * Why a job of a child process has no answer.
 *
 * - `slow`: it computed for longer than it may, and would do so again.
 * - `late`: the machine was paused or too busy, or something outside ended the process. This says nothing about the
 *   job.
 */
export type Overrun = 'slow' | 'late'

/**
 * Limits what a child process computes from now on, by its CPU time: while the machine is paused or busy, the clock
 * says nothing about the job. The clock bounds it at {@link busyFactor} times as much, so that nothing holds a process
 * for ever. Where the system tells no CPU time, the clock counts.
 *
 * @param pid undefined for a process that could not be started
 * @param maxMs in milliseconds of CPU time
 * @param exceeded called at most once
 * @returns ends the limit
 */
export function limitComputing(
  pid: number | undefined,
  maxMs: number,
  exceeded: (overrun: Overrun) => void,
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

/** Whether a signal came from outside. V8 and the kernel end a process by others where it goes wrong itself. */
export function isFromOutside(signal: NodeJS.Signals | null): boolean {
  return signal !== null && outside.has(signal)
}

const outside: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGKILL'])

/** How long a process has computed, in milliseconds; NaN where the system does not tell. */
export function cpuMsOf(pid: number | undefined): number {
  const field = pid === undefined ? undefined : procStat(pid)
  return field === undefined ? NaN : (Number(field(userField)) + Number(field(systemField))) * tickMs
}
