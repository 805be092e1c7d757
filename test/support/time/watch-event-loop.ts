import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceProcess } from '../service/process.js'

/** Asks a process how it is, again and again. */
export interface EventLoopWatch {
  /**
   * Ends it.
   *
   * @returns the most that the event loop computed between a request and its reply, in milliseconds. On an idle machine,
   *   a client waits as long. Tests share their machine, so how long a client waits says little about the service.
   */
  stop(): Promise<number>
}

/**
 * Most milliseconds that an event loop may compute before it answers: the limit is 250 ms, and a thread takes up to
 * four times as long while others use its core's caches and the other half of the core.
 */
export const maxHoldMs = 1_000

/** Every reply has to be 200. */
export function watchEventLoop({ url, pid }: Pick<ServiceProcess, 'url' | 'pid'>): EventLoopWatch {
  let longest = 0
  let stopped = false
  const watch = async () => {
    while (!stopped) {
      const before = computedMs(pid)
      const reply = await fetch(`${url}/healthz`)
      await reply.text()
      if (!reply.ok) throw new Error(`/healthz answered ${reply.status}`)
      longest = Math.max(longest, computedMs(pid) - before)
      await sleep(5)
    }
    return longest
  }
  // Keeps an error until `stop`, because a failed test must not leave an unhandled rejection.
  const watching = watch().catch((error: unknown) => error)
  return {
    async stop(): Promise<number> {
      stopped = true
      const result = await watching
      if (typeof result !== 'number') throw result
      return result
    },
  }
}

/** CPU time in milliseconds of a process's first thread, which runs the event loop (proc(5)). */
function computedMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
