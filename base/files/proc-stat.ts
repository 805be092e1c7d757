import { readFileSync } from 'node:fs'

/**
 * Reads the status of a process by proc(5), and returns a function that returns its fields by their numbers there.
 * Undefined if there is no such process, or no such file system.
 */
export function procStat(pid: number): ((field: number) => string) | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in field 2 may hold blanks, so count from its closing bracket: field 3 comes behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (field) => fields[field - 3] ?? ''
  } catch {
    return undefined
  }
}
