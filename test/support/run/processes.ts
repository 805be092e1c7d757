import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Programs whose arguments count: a shell that only names the folder is somebody's who looks at it. */
const programs = new Set(['node', 'postgres', 'initdb'])

/** Milliseconds that PostgreSQL has to end by itself. */
const grace = 5000

/** Ends what {@link processesOf} finds, and waits until it has ended, unless the system cannot end it. */
export async function endProcessesOf(folder: string): Promise<void> {
  const started = Date.now()
  const waited = () => Date.now() - started
  let left = signalProcessesOf(folder)
  while (left > 0 && waited() < 2 * grace) {
    await wait(10)
    left = signalProcessesOf(folder, waited() > grace)
  }
}

/**
 * Tells what {@link processesOf} finds to end at once.
 *
 * @param hard whether PostgreSQL gets no time to give back what it shares
 * @returns how many there were
 */
export function signalProcessesOf(folder: string, hard = false): number {
  const found = processesOf(folder)
  for (const pid of found) {
    try {
      process.kill(pid, !hard && programOf(pid) === 'postgres' ? 'SIGQUIT' : 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  return found.length
}

/**
 * The processes that work in a folder, or that have been given it in a variable or an argument. Neither this process nor
 * one that has started it is among them.
 */
export function processesOf(folder: string): number[] {
  // The names of folders end with a number: that of another may begin with it.
  const named = new RegExp(`${folder.replaceAll(/[^\w/-]/g, '\\$&')}(?![0-9a-z-])`)
  const own = ancestors()
  return numbersIn('/proc').filter((pid) => {
    if (own.has(pid) || stateOf(pid) === 'Z') return false
    if (named.test(link(pid, 'cwd')) || named.test(text(pid, 'environ'))) return true
    return programs.has(programOf(pid)) && named.test(text(pid, 'cmdline'))
  })
}

function ancestors(): Set<number> {
  const found = new Set<number>()
  for (let pid = process.pid; pid > 0 && !found.has(pid); pid = Number(statOf(pid)[1] ?? 0)) found.add(pid)
  return found
}

function programOf(pid: number): string {
  return path.basename(link(pid, 'exe'))
}

function stateOf(pid: number): string | undefined {
  return statOf(pid)[0]
}

function statOf(pid: number): string[] {
  return text(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
}

/** Reads a file of a process; an empty text if the process belongs to somebody else or has ended. */
function text(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

function link(pid: number, name: string): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return ''
  }
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Boolean)
  } catch {
    return []
  }
}
