import { rmSync } from 'node:fs'
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `work` with a draft: a file or a folder, which `work` itself removes when it ends. If a signal ends
 * this process meanwhile, the draft is removed before, and the exit code is the shell's for that signal.
 */
export async function removeOnSignal<T>(draft: string, work: () => Promise<T>): Promise<T> {
  const listeners = signals.map((signal) => {
    const listener = () => {
      rmSync(draft, { recursive: true, force: true })
      process.exit(128 + constants.signals[signal])
    }
    process.once(signal, listener)
    return { signal, listener }
  })
  try {
    return await work()
  } finally {
    for (const { signal, listener } of listeners) process.off(signal, listener)
  }
}
