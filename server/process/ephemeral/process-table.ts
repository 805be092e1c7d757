import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { procStat } from '../../../base/files/proc-stat.js'

/** The system's data about a process. */
export interface ProcessEntry {
  /** The id of the parent; 0 if the parent is outside of the container. */
  readonly parent: number
  /** The process's session (setsid(2)); undefined if the system does not tell. */
  readonly session: number | undefined
  /** The program and its arguments with blanks between. */
  readonly command: string
}

/** Looks a process up; undefined if there is none of this id, or it is hidden. */
export type LookUp = (pid: number) => ProcessEntry | undefined

/** Looks into /proc on Linux, and asks ps(1) elsewhere, which takes some milliseconds. */
export const lookUpProcess: LookUp = process.platform === 'linux' ? fromProc : fromPs

function fromProc(pid: number): ProcessEntry | undefined {
  const field = procStat(pid)
  if (field === undefined) return undefined
  return { parent: Number(field(4)), session: Number(field(6)), command: commandLine(pid) }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function fromPs(pid: number): ProcessEntry | undefined {
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'ppid=,args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, parent, command = ''] = /^\s*(\d+)\s*([^\n]*)/.exec(line) ?? []
    return parent === undefined ? undefined : { parent: Number(parent), session: undefined, command }
  } catch {
    return undefined
  }
}
