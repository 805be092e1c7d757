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
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // In ticks of 10 ms: user time and system time (proc(5), fields 14 and 15).
  return (Number(fields[11]) + Number(fields[12])) * 10
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
