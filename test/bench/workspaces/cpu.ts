import { readFileSync } from 'node:fs'
import type { Client } from 'pg'

/** Clock ticks a second, as Linux has them for programs (proc(5)). */
const ticks = 100

/** The processor time in seconds that processes have used so far. */
export function cpuSeconds(pids: readonly number[]): number {
  const used = pids.map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return used.reduce((sum, each) => sum + each, 0) / ticks
}

/** The backends that the service has opened on its database. */
export async function backendsOf(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and application_name = 'postseal'`,
  )
  return rows.map(({ pid }) => pid)
}
