import { readFileSync } from 'node:fs'
import pg from 'pg'

/** The processor time of processes in milliseconds, as Linux counts it; NaN elsewhere. */
export function processorMs(pids: readonly number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + ofOne(pid), 0)
  } catch {
    return NaN
  }
}

function ofOne(pid: number): number {
  // User time and system time (proc(5), fields 14 and 15).
  return ticksOf(statOf(pid), 11, 12)
}

/** Returns the processor time of a process's main thread alone, in milliseconds. */
export function mainThreadMs(pid: number): number {
  try {
    return ticksOf(statOf(pid, `task/${pid}/`), 11, 12)
  } catch {
    return NaN
  }
}

/** Returns the processor time of a process and its children, in milliseconds, including children that have ended. */
export function processorMsOfTree(pid: number): number {
  try {
    // As well as those of children that were waited for (fields 16 and 17).
    const own = ticksOf(statOf(pid), 11, 12, 13, 14)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    return children.filter((child) => child !== '').reduce((sum, child) => sum + endedOr(Number(child)), own)
  } catch {
    return NaN
  }
}

/** One that has ended since it was listed is its parent's by now. */
function endedOr(pid: number): number {
  return processorMsOfTree(pid) || 0
}

/** The fields behind the name of a process, from the third on. */
function statOf(pid: number, below = ''): string[] {
  return readFileSync(`/proc/${pid}/${below}stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
}

/** Milliseconds: a tick has ten. */
function ticksOf(fields: readonly string[], ...which: readonly number[]): number {
  return which.reduce((sum, field) => sum + Number(fields[field]), 0) * 10
}

/** The most memory that a process has had, in MB, as Linux counts it; NaN elsewhere. */
export function peakMemoryMb(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN
  }
}

/** The process that all those of the PostgreSQL of a database are children of. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return Number(statOf(rows[0]?.pid ?? 0)[1])
  } finally {
    await client.end()
  }
}

/** The processes of PostgreSQL that serve the connections to a database. */
export async function backendsOf(databaseUrl: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rows.map(({ pid }) => pid)
  } finally {
    await client.end()
  }
}
