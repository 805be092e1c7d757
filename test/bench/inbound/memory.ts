import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { procStat } from '../../../base/files/proc-stat.js'

/** The field of the parent's id, by proc(5). */
const parentField = 4

/** Returns the memory that a process and all its descendants have to themselves, in bytes (proc(5), `Pss`). */
function memoryOf(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? procStat(Number(name))?.(parentField) : undefined
    if (parent !== undefined)
      children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)])
  }
  const ofTree = (id: number): number =>
    ownMemory(id) + (children.get(id) ?? []).reduce((sum, child) => sum + ofTree(child), 0)
  return ofTree(pid)
}

/** Pages that processes share count once in all. */
function ownMemory(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    // It has ended.
    return 0
  }
}

/** Does some work, and returns the most memory that a process and its descendants had meanwhile, in bytes. */
export async function mostMemoryOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  let most = 0
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      most = Math.max(most, memoryOf(pid))
      await sleep(50)
    }
  }
  const watching = watch()
  try {
    await work()
  } finally {
    isDone = true
    await watching
  }
  return most
}
